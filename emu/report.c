/* Where the time went, as a table and as JSON. Uses the public interface only. */
#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>

#include "belay.h"
#include "emu/text.h"

static double percent(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

static double microseconds(const belay_chip *chip, uint64_t ticks)
{
    return (double)ticks / (double)belay_chip_clock_mhz(chip);
}

/* --- text
 * ---------------------------------------------------------------------------------------------- */

/* The reasons of a lane, the longest wait first. */
static void add_waits(struct text *text, const belay_chip *chip, size_t lane)
{
    uint64_t done_at = UINT64_MAX; /* ticks of the reason listed last */
    size_t done = 0;               /* and its number */
    const char *comma = "";
    for (;;) {
        uint64_t best = 0;
        size_t reason = 0;
        for (size_t r = 0; r < belay_wait_reason_count(); r++) {
            uint64_t ticks = belay_chip_lane_wait(chip, lane, r);
            bool later = ticks < done_at || (ticks == done_at && r > done);
            if (ticks > best && later) {
                best = ticks;
                reason = r;
            }
        }
        if (best == 0)
            return;
        text_add(text, "%s%s %" PRIu64, comma, belay_wait_reason(reason), best);
        comma = ", ";
        done_at = best;
        done = reason;
    }
}

/* One line for each pipe: the busy share over all cores that have it. */
static void add_pipes(struct text *text, const belay_chip *chip, uint64_t ticks)
{
    static const char *const pipes[] = {"s", "v", "m", "mte1", "mte2", "mte3", "fix"};
    text_add(text, "\npipe   cores   busy: least    mean    most\n");
    for (size_t p = 0; p < sizeof pipes / sizeof *pipes; p++) {
        uint64_t least = UINT64_MAX, most = 0, sum = 0, cores = 0;
        belay_lane lane;
        for (size_t i = 0; belay_chip_lane(chip, i, &lane); i++) {
            if (strcmp(lane.pipe, pipes[p]) != 0)
                continue;
            least = lane.busy < least ? lane.busy : least;
            most = lane.busy > most ? lane.busy : most;
            sum += lane.busy;
            cores++;
        }
        if (most > 0)
            text_add(text, "%-6s %5" PRIu64 "        %5.1f%%  %5.1f%%  %5.1f%%\n", pipes[p], cores,
                     percent(least, ticks), percent(sum, ticks * cores), percent(most, ticks));
    }
}

belay_status belay_report_text(const belay_chip *chip, char **out, belay_error *err)
{
    struct text text = {0};
    belay_summary sum;
    belay_lane lane;
    belay_chip_summary(chip, &sum);
    text_add(&text,
             "%s, %" PRIu64 " MHz: %" PRIu64 " ticks (%.3f us) in %" PRIu64 " launch%s, %" PRIu64
             " instructions\n",
             belay_chip_name(chip), belay_chip_clock_mhz(chip), sum.ticks,
             microseconds(chip, sum.ticks), sum.launches, sum.launches == 1 ? "" : "es",
             sum.instructions);
    add_pipes(&text, chip, sum.ticks);
    text_add(&text, "\ncore   pipe        busy           instr  waits, in ticks\n");
    for (size_t i = 0; belay_chip_lane(chip, i, &lane); i++) {
        if (lane.busy == 0)
            continue;
        text_add(&text, "%-6s %-5s %10" PRIu64 " %5.1f%% %8" PRIu64 "  ", lane.core, lane.pipe,
                 lane.busy, percent(lane.busy, sum.ticks), lane.instructions);
        add_waits(&text, chip, i);
        text_add(&text, "\n");
    }
    return text_take(&text, out, err);
}

/* --- JSON
 * ---------------------------------------------------------------------------------------------- */

static void add_lane(struct text *text, const belay_chip *chip, size_t i, const belay_lane *lane)
{
    text_add(text,
             "%s\n    {\"core\": \"%s\", \"pipe\": \"%s\", \"busy\": %" PRIu64
             ", \"instructions\": %" PRIu64 ", \"waits\": {",
             i == 0 ? "" : ",", lane->core, lane->pipe, lane->busy, lane->instructions);
    const char *comma = "";
    for (size_t r = 0; r < belay_wait_reason_count(); r++) {
        uint64_t ticks = belay_chip_lane_wait(chip, i, r);
        if (ticks == 0)
            continue;
        text_add(text, "%s\"%s\": %" PRIu64, comma, belay_wait_reason(r), ticks);
        comma = ", ";
    }
    text_add(text, "}}");
}

belay_status belay_report_json(const belay_chip *chip, double host_seconds, char **out,
                               belay_error *err)
{
    struct text text = {0};
    belay_summary sum;
    belay_lane lane;
    struct rusage usage;
    belay_chip_summary(chip, &sum);
    getrusage(RUSAGE_SELF, &usage);
    text_add(&text, "{\n  \"chip\": ");
    text_add_json(&text, belay_chip_name(chip));
    text_add(&text,
             ",\n  \"clock_mhz\": %" PRIu64 ",\n  \"ticks\": %" PRIu64 ",\n  \"ns\": %.1f,\n"
             "  \"launches\": %" PRIu64 ",\n  \"instructions\": %" PRIu64
             ",\n  \"host_seconds\": %.6f,\n  \"peak_rss_bytes\": %" PRIu64 ",\n  \"lanes\": [",
             belay_chip_clock_mhz(chip), sum.ticks, microseconds(chip, sum.ticks) * 1000,
             sum.launches, sum.instructions, host_seconds, (uint64_t)usage.ru_maxrss * 1024);
    for (size_t i = 0; belay_chip_lane(chip, i, &lane); i++)
        add_lane(&text, chip, i, &lane);
    text_add(&text, "\n  ]\n}\n");
    return text_take(&text, out, err);
}
