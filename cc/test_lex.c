/* Tokens, brackets and places of the lexer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "cc/lex.h"

/* The tokens of a text, joined by blanks. */
static const char *tokens_of(const char *text)
{
    static char joined[1024];
    struct lexed lexed;
    assert_true(lex_text(text, strlen(text), &lexed));
    joined[0] = '\0';
    for (size_t i = 0; i < lexed.token_count; i++) {
        size_t at = strlen(joined);
        snprintf(joined + at, sizeof joined - at, "%s%.*s", i ? " " : "",
                 (int)lexed.token[i].length, text + lexed.token[i].offset);
    }
    lexed_free(&lexed);
    return joined;
}

static void test_tokens(void **state)
{
    (void)state;
    static const char *const row[][2] = {
        {"a+b", "a + b"},
        {"a::b->c", "a :: b -> c"},
        {"x>>=y", "x > > = y"},
        {"1'000'000ull+0x1.8p-3f", "1'000'000ull + 0x1.8p-3f"},
        {"1e+5-2E-3", "1e+5 - 2E-3"},
        {".5f.x", ".5f.x"},
        {"0b1010'1010", "0b1010'1010"},
        {"L'a' u8\"x\" U\"y\" u'z'", "L'a' u8\"x\" U\"y\" u'z'"},
        {"\"a\\\"b\" c", "\"a\\\"b\" c"},
        {"'\\'' c", "'\\'' c"},
        {"R\"(a\"b)\" c", "R\"(a\"b)\" c"},
        {"u8R\"xy(a)x\")xy\"s", "u8R\"xy(a)x\")xy\" s"},
        {"\"a\"_km", "\"a\" _km"},
        {"a/*b*/c//d\ne", "a c e"},
        {"/* \" */ a", "a"},
        {"a \\\n b", "a b"},
        {"\"open\nb", "\"open b"},
        {"'open\nb", "'open b"},
        {"R\"(open", "R\"(open"},
        {"/* open", ""},
        {"#define x \"\ny", "y"},
        {"#define x \\\n continued\ny", "y"},
        {"  # 3 \"f\"\ny", "y"},
        {"a # b", "a # b"},
        {"\xc3\xa4$1 b", "\xc3\xa4$1 b"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        assert_string_equal(tokens_of(row[i][0]), row[i][1]);
}

static void test_brackets(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int match[8]; /* by token; -1 none */
    } row[] = {
        {"( [ ] ) { }", {3, 2, 1, 0, 5, 4}},
        {"( { ) }", {-1, 3, -1, 1}}, /* a brace closes what is open in it */
        {") ] }", {-1, -1, -1}},
        {"{ ( [ }", {3, -1, -1, 0}},
        {"( ]", {-1, -1}},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct lexed lexed;
        assert_true(lex_text(row[i].text, strlen(row[i].text), &lexed));
        for (size_t k = 0; k < lexed.token_count; k++) {
            uint32_t wanted = row[i].match[k] < 0 ? TOKEN_NONE : (uint32_t)row[i].match[k];
            assert_int_equal(lexed.token[k].match, wanted);
        }
        lexed_free(&lexed);
    }
}

static void test_words(void **state)
{
    (void)state;
    const char *text = "__ubuf__ __belay_ub__ ubuf __global__ \"__global__\" reinterpret_cast host";
    static const enum word word[] = {WORD_UBUF,     WORD_UBUF, WORD_NONE,
                                     WORD_GLOBAL,   WORD_NONE, WORD_REINTERPRET_CAST,
                                     WORD_BARE_HOST};
    struct lexed lexed;
    assert_true(lex_text(text, strlen(text), &lexed));
    assert_int_equal(lexed.token_count, 7);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(lexed.token[i].word, word[i]);
    lexed_free(&lexed);
    static const int space[] = {2, 3, 4, 5, 6, 7, 8, 9};
    for (int i = 0; i < 8; i++)
        assert_int_equal(word_space((enum word)(WORD_CA + i)), space[i]);
    assert_int_equal(word_space(WORD_GM), 0);
    assert_int_equal(word_space(WORD_CONST), -1);
}

static void test_places(void **state)
{
    (void)state;
    const char *text = "a\n# 10 \"x y.h\" 1 3\nb\nc\n# 7 \"q\\\"r\"\n\nd\n#pragma once\ne";
    static const uint32_t line[] = {1, 10, 11, 8, 10};
    struct lexed lexed;
    const struct line_marker *marker;
    assert_true(lex_text(text, strlen(text), &lexed));
    assert_int_equal(lexed.marker_count, 2);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(lexed_line(&lexed, lexed.token[i].offset, &marker), line[i]);
    assert_ptr_equal(marker, &lexed.marker[1]);
    assert_int_equal(marker->name_length, 4);
    assert_true(lexed.marker[0].enter && lexed.marker[0].system && !lexed.marker[0].leave);
    assert_false(lexed.marker[1].system);
    lexed_line(&lexed, 0, &marker);
    assert_null(marker);
    lexed_free(&lexed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_brackets),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
