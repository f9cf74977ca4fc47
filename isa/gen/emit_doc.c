/* docs/isa.md: the table for readers. */
#include "gen.h"

#include <string.h>

static void emit_operands(const struct format *f, FILE *out)
{
    static const char *const directions[] = {"", " (out)", " (in-out)",
                                             " (out; in-out when merging)"};
    for (int i = 0; i < f->count; i++) {
        const struct operand *o = &f->operand[i];
        fprintf(out, "%s%s", i > 0 ? ", " : "", o->name);
        if (o->reg == 0)
            fprintf(out, " `rd`");
        else if (o->reg > 0)
            fprintf(out, " `r%d`", o->reg);
        else if (o->high == o->low)
            fprintf(out, " `imm%d` %s", o->low, o->type);
        else
            fprintf(out, " `imm%d..%d` %s", o->high, o->low, o->type);
        fprintf(out, "%s", directions[o->direction]);
    }
    if (f->count == 0)
        fprintf(out, "none");
}

static bool is_used(const struct table *t, const struct format *f)
{
    for (int i = 0; i < t->row_count; i++)
        if (t->row[i].format == f)
            return true;
    return false;
}

void emit_doc(const struct table *t, FILE *out)
{
    int supported = 0;
    for (int i = 0; i < t->row_count; i++)
        supported += !t->row[i].unsupported;
    fprintf(out,
            "# Instructions of %s\n\nGenerated from `isa/%s.isa` by isagen; do not edit. %d rows, "
            "%d with a body; the others are\ndecoded, named and refused as unsupported. Encoding: "
            "`docs/design.md` section 2.\n\n## Rows\n\n"
            "| op | name | pipe | format | types | timing | vendor mnemonic | state |\n"
            "|---|---|---|---|---|---|---|---|\n",
            t->arch, t->arch, t->row_count, supported);
    for (int i = 0; i < t->row_count; i++) {
        const struct row *row = &t->row[i];
        fprintf(out, "| 0x%03x | `%s` | %s | %s | ", row->op, row->name, row->pipe,
                row->format->name);
        for (int j = 0; j < row->type_count; j++)
            fprintf(out, "%s%s%s", j > 0 ? " " : "", row->type[j],
                    row->type_unsupported[j] ? "(unsupported)" : "");
        fprintf(out, "%s | %s | %s | %s |\n", row->type_count == 0 ? "-" : "", row->timing,
                row->mnemonic, row->unsupported ? "unsupported" : "");
    }
    fprintf(out,
            "\n## Formats\n\n| format | operands in the order of the intrinsic |\n|---|---|\n");
    for (int i = 0; i < t->format_count; i++) {
        if (!is_used(t, &t->format[i]))
            continue;
        fprintf(out, "| %s | ", t->format[i].name);
        emit_operands(&t->format[i], out);
        fprintf(out, " |\n");
    }
    fprintf(out, "\n## Immediates\n\n| enum | values |\n|---|---|\n");
    for (int i = 0; i < t->enum_count; i++) {
        fprintf(out, "| %s |", t->enums[i].name);
        for (int j = 0; j < t->enums[i].count; j++)
            fprintf(out, " %s=%d", t->enums[i].label[j], t->enums[i].value[j]);
        fprintf(out, " |\n");
    }
}
