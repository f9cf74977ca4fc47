/* The functions of the device by MPFR: correctly rounded, then the denormal rule. Only with
 * HAVE_MPFR. */
#ifndef BELAY_EMU_NUMERIC_TEST_MPFR_H
#define BELAY_EMU_NUMERIC_TEST_MPFR_H

#include <math.h>

#include <mpfr.h>

#include "emu/numeric/test_reference.h"

enum mpfr_function { BY_EXP, BY_LN, BY_SQRT, BY_DIV, BY_RECIPROCAL, BY_RSQRT };

/* A format as MPFR sees it, and its smallest normal number. */
struct mpfr_format {
    int precision, emin, emax;
    double smallest;
};
static const struct mpfr_format mpfr_f32 = {24, -148, 128, 0x1p-126};
static const struct mpfr_format mpfr_f16 = {11, -23, 16, 0x1p-14};

static double flushed(double x, struct mpfr_format f)
{
    return fabs(x) < f.smallest ? copysign(0, x) : x;
}

/* f(a), or a / b; a and b are values of the format. */
static double by_mpfr(enum mpfr_function function, double a, double b, struct mpfr_format f)
{
    mpfr_t x, y, r;
    mpfr_init2(x, 53);
    mpfr_init2(y, 53);
    mpfr_init2(r, f.precision);
    mpfr_set_d(x, flushed(a, f), MPFR_RNDN);
    mpfr_set_d(y, flushed(b, f), MPFR_RNDN);
    mpfr_set_emin(f.emin);
    mpfr_set_emax(f.emax);
    int inexact = 0;
    switch (function) {
    case BY_EXP:
        inexact = mpfr_exp(r, x, MPFR_RNDN);
        break;
    case BY_LN:
        inexact = mpfr_log(r, x, MPFR_RNDN);
        break;
    case BY_SQRT:
        inexact = mpfr_sqrt(r, x, MPFR_RNDN);
        break;
    case BY_DIV:
        inexact = mpfr_div(r, x, y, MPFR_RNDN);
        break;
    case BY_RECIPROCAL:
        inexact = mpfr_ui_div(r, 1, x, MPFR_RNDN);
        break;
    case BY_RSQRT:
        inexact = mpfr_rec_sqrt(r, x, MPFR_RNDN);
        break;
    }
    inexact = mpfr_check_range(r, inexact, MPFR_RNDN);
    mpfr_subnormalize(r, inexact, MPFR_RNDN);
    double result = mpfr_get_d(r, MPFR_RNDN);
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    mpfr_clears(x, y, r, (mpfr_ptr)NULL);
    if (function == BY_LN && flushed(a, f) == 0)
        result = -INFINITY;
    if (function == BY_RSQRT && flushed(a, f) == 0) /* mpfr gives +inf for -0 */
        result = copysign(INFINITY, a);
    return flushed(result, f);
}

#endif
