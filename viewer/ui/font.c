#include "viewer/ui/font.h"

#include <SDL_ttf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/ui/builtin_font.h"

enum { GLYPHS = 1024 }; /* of each font: code points above are shown as '?' */

struct glyph {
    bool measured;
    int advance;
    SDL_Texture *texture;
    int width, height;
};

struct face {
    TTF_Font *font; /* NULL: built in */
    int height;
    struct glyph glyph[GLYPHS];
};

struct font_set {
    struct face face[SCENE_FONT_COUNT];
    int zoom; /* of the built-in font */
    bool started;
    char problem[256];
};

static const struct {
    const char *file;
    double size;
} styles[SCENE_FONT_COUNT] = {
    [FONT_SMALL] = {"DejaVuSans.ttf", 11},      [FONT_BODY] = {"DejaVuSans.ttf", 13},
    [FONT_BOLD] = {"DejaVuSans-Bold.ttf", 13},  [FONT_TITLE] = {"DejaVuSans-Bold.ttf", 17},
    [FONT_MONO] = {"DejaVuSansMono.ttf", 12.5}, [FONT_MONO_SMALL] = {"DejaVuSansMono.ttf", 11},
};

/* Where Debian, Fedora and Arch put DejaVu. */
static const char *const folders[] = {"/usr/share/fonts/truetype/dejavu",
                                      "/usr/share/fonts/dejavu-sans-fonts", "/usr/share/fonts/TTF",
                                      "/usr/share/fonts/dejavu"};

static TTF_Font *open_in(const char *folder, const char *file, int size)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return TTF_OpenFont(path, size);
}

/* A folder given by the user is the only one that is searched. */
static TTF_Font *open_style(const char *folder, enum scene_font style, double scale)
{
    int size = (int)(styles[style].size * scale + 0.5);
    TTF_Font *font = NULL;
    if (folder != NULL)
        return open_in(folder, styles[style].file, size);
    for (size_t i = 0; font == NULL && i < sizeof folders / sizeof *folders; i++)
        font = open_in(folders[i], styles[style].file, size);
    return font;
}

struct font_set *font_open(const char *folder, double scale)
{
    struct font_set *fonts = calloc(1, sizeof *fonts);
    if (fonts == NULL)
        return NULL;
    fonts->zoom = scale < 1.5 ? 1 : (int)(scale + 0.5);
    fonts->started = TTF_Init() == 0;
    for (int i = 0; i < SCENE_FONT_COUNT; i++) {
        struct face *face = &fonts->face[i];
        face->font = fonts->started ? open_style(folder, (enum scene_font)i, scale) : NULL;
        face->height =
            face->font != NULL ? TTF_FontHeight(face->font) : BUILTIN_HEIGHT * fonts->zoom;
        if (face->font == NULL && fonts->problem[0] == 0)
            snprintf(fonts->problem, sizeof fonts->problem,
                     "%s not found in %.100s: the built-in font serves (Debian: apt install "
                     "fonts-dejavu-core)",
                     styles[i].file, folder != NULL ? folder : folders[0]);
    }
    return fonts;
}

void font_forget_textures(struct font_set *fonts)
{
    for (int i = 0; i < SCENE_FONT_COUNT; i++)
        for (int g = 0; g < GLYPHS; g++) {
            struct glyph *glyph = &fonts->face[i].glyph[g];
            if (glyph->texture != NULL)
                SDL_DestroyTexture(glyph->texture);
            glyph->texture = NULL;
        }
}

void font_close(struct font_set *fonts)
{
    if (fonts == NULL)
        return;
    font_forget_textures(fonts);
    for (int i = 0; i < SCENE_FONT_COUNT; i++)
        if (fonts->face[i].font != NULL)
            TTF_CloseFont(fonts->face[i].font);
    if (fonts->started)
        TTF_Quit();
    free(fonts);
}

const char *font_problem(const struct font_set *fonts)
{
    return fonts->problem[0] == 0 ? NULL : fonts->problem;
}

/* The next character of UTF-8 text; damaged bytes and rare characters become '?'. */
static unsigned next_char(const char **text, const char *end)
{
    unsigned char first = (unsigned char)*(*text)++;
    unsigned code = first, more = first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    if (first >= 0x80)
        code = more == 0 || first >= 0xf0 ? GLYPHS : first & (more == 1 ? 0x1fu : 0xfu);
    for (; more > 0 && *text < end && ((unsigned char)**text & 0xc0) == 0x80; more--)
        code = code << 6 | ((unsigned char)*(*text)++ & 0x3fu);
    if (code == 0x2192) /* arrow right: kept in a free cell */
        return 1;
    if (code == 0x2026) /* ellipsis */
        return 2;
    return code >= GLYPHS || code < 32 ? '?' : code;
}

static Uint32 code_of(unsigned cell)
{
    return cell == 1 ? 0x2192 : cell == 2 ? 0x2026 : cell;
}

static struct glyph *measured(const struct font_set *fonts, enum scene_font font, unsigned cell)
{
    struct face *face = (struct face *)&fonts->face[font];
    struct glyph *glyph = &face->glyph[cell];
    if (glyph->measured)
        return glyph;
    glyph->measured = true;
    glyph->advance = BUILTIN_WIDTH * fonts->zoom;
    if (face->font != NULL)
        TTF_GlyphMetrics32(face->font, code_of(cell), NULL, NULL, NULL, NULL, &glyph->advance);
    return glyph;
}

int font_width(const struct font_set *fonts, enum scene_font font, const char *text, size_t size)
{
    const char *end = text + size;
    int width = 0;
    while (text < end)
        width += measured(fonts, font, next_char(&text, end))->advance;
    return width;
}

int font_height(const struct font_set *fonts, enum scene_font font)
{
    return fonts->face[font].height;
}

/* --- painting
 * ----------------------------------------------------------------------------------- */

static SDL_Surface *builtin_surface(unsigned cell, int zoom)
{
    static const char instead[] = {'?', '>', '.'};
    unsigned code = cell < 3 ? (unsigned)instead[cell] : cell;
    if (code < BUILTIN_FIRST || code >= BUILTIN_FIRST + BUILTIN_COUNT)
        code = '?';
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, 8 * zoom, BUILTIN_HEIGHT * zoom, 32,
                                                          SDL_PIXELFORMAT_ARGB8888);
    for (int y = 0; surface != NULL && y < BUILTIN_HEIGHT * zoom; y++) {
        Uint32 *row = (Uint32 *)(void *)((char *)surface->pixels + y * surface->pitch);
        uint8_t bits = builtin_font[code - BUILTIN_FIRST][y / zoom];
        for (int x = 0; x < 8 * zoom; x++)
            row[x] = bits >> (x / zoom) & 1 ? 0xffffffff : 0x00ffffff;
    }
    return surface;
}

static void make_texture(struct font_set *fonts, SDL_Renderer *renderer, enum scene_font font,
                         unsigned cell)
{
    static const SDL_Color white = {255, 255, 255, 255};
    struct face *face = &fonts->face[font];
    struct glyph *glyph = &face->glyph[cell];
    SDL_Surface *surface = face->font != NULL
                               ? TTF_RenderGlyph32_Blended(face->font, code_of(cell), white)
                               : builtin_surface(cell, fonts->zoom);
    if (surface == NULL)
        return;
    glyph->width = surface->w;
    glyph->height = surface->h;
    glyph->texture = SDL_CreateTextureFromSurface(renderer, surface);
    if (glyph->texture != NULL)
        SDL_SetTextureBlendMode(glyph->texture, SDL_BLENDMODE_BLEND);
    SDL_FreeSurface(surface);
}

void font_draw(struct font_set *fonts, SDL_Renderer *renderer, enum scene_font font, int x, int y,
               scene_color color, const char *text, size_t size)
{
    const char *end = text + size;
    while (text < end) {
        unsigned cell = next_char(&text, end);
        struct glyph *glyph = measured(fonts, font, cell);
        if (cell != ' ') {
            if (glyph->texture == NULL)
                make_texture(fonts, renderer, font, cell);
            if (glyph->texture != NULL) {
                SDL_Rect to = {x, y, glyph->width, glyph->height};
                SDL_SetTextureColorMod(glyph->texture, (Uint8)(color >> 16), (Uint8)(color >> 8),
                                       (Uint8)color);
                SDL_RenderCopy(renderer, glyph->texture, NULL, &to);
            }
        }
        x += glyph->advance;
    }
}
