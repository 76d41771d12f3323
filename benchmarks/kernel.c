/* The fastest counting of pairs of labels 0 … k-1 that we know how to write: nothing is checked. */
#include <stdint.h>
#include <stdlib.h>

#define LANES 4        /* as many histograms as neighbouring rows, so that none waits for another */
#define FEW_CELLS 65536

#define COUNT(NAME, LABEL)                                                                        \
    static void NAME##_two(const LABEL *t, const LABEL *p, int64_t n, int64_t *out) {             \
        int64_t real = 0, predicted = 0, both = 0;                                                \
        for (int64_t i = 0; i < n;) {                                                             \
            int64_t stop = i + 4096 < n ? i + 4096 : n;                                           \
            int32_t x = 0, y = 0, z = 0;                                                          \
            for (; i < stop; i++) {                                                               \
                x += t[i];                                                                        \
                y += p[i];                                                                        \
                z += t[i] & p[i];                                                                 \
            }                                                                                     \
            real += x;                                                                            \
            predicted += y;                                                                       \
            both += z;                                                                            \
        }                                                                                         \
        out[0] = n - real - predicted + both;                                                     \
        out[1] = predicted - both;                                                                \
        out[2] = real - both;                                                                     \
        out[3] = both;                                                                            \
    }                                                                                             \
    void count_##NAME(const LABEL *t, const LABEL *p, int64_t n, int64_t k, int64_t *out) {       \
        if (k == 2) {                                                                             \
            NAME##_two(t, p, n, out);                                                             \
            return;                                                                               \
        }                                                                                         \
        int64_t cells = k * k, lanes = cells <= FEW_CELLS ? LANES : 1, i = 0;                     \
        uint32_t *h = calloc(lanes * cells, sizeof *h);                                           \
        if (lanes == LANES)                                                                       \
            for (; i + LANES <= n; i += LANES)                                                    \
                for (int lane = 0; lane < LANES; lane++)                                          \
                    h[lane * cells + t[i + lane] * k + p[i + lane]]++;                            \
        for (; i < n; i++)                                                                        \
            h[t[i] * k + p[i]]++;                                                                 \
        for (int64_t j = 0; j < lanes * cells; j++)                                               \
            out[j % cells] += h[j];                                                               \
        free(h);                                                                                  \
    }

COUNT(int8, int8_t)
COUNT(int16, int16_t)
COUNT(int64, int64_t)
