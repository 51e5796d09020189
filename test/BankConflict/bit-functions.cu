// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Functions of single bits, of two words, and of ranges.

__global__ void bits(float *g, unsigned n) {
  __shared__ float s[4096];
  unsigned t = threadIdx.x;
  // 32 * the number of ones in t, 0 to 5: six words of one bank.
  g[t] = s[32 * __builtin_popcount(t)];
  // CHECK: :[[@LINE-1]]:10: warning: 6-way bank conflict: this 32-bit load takes 6 wavefronts, ideal 1 [warplint-bank-conflict]
  // 32 * (32 - clz(t)) is 32 * the bits that t needs, 0 to 5, too.
  g[t] = s[32 * (t == 0 ? 0 : 32 - __builtin_clz(t))];
  // CHECK: :[[@LINE-1]]:10: warning: 6-way bank conflict: this 32-bit load takes 6 wavefronts, ideal 1 [warplint-bank-conflict]
  // The five bits of t backwards: a permutation of the 32 words.
  g[t] = s[__builtin_bitreverse32(t) >> 27];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // The same, times 32.
  g[t] = s[__builtin_bitreverse32(t) >> 22];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // Rotated left by 5: words 32 * t.
  g[t] = s[__builtin_rotateleft32(t, 5)];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // The byte of t moved to the second place: words 256 * t would lie beyond; with 4 of
  // them 256 * (t % 4): four words of one bank.
  g[t] = s[__builtin_bswap32(t % 4) >> 16];
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  // At most word 7: lanes from 7 on read one word.
  g[t] = s[32 * (t < 7 ? t : 7)];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
  // Distances from 16, 0 to 16: 17 words of one bank.
  int d = int(t) - 16;
  g[t] = s[32 * (d < 0 ? -d : d)];
  // CHECK: :[[@LINE-1]]:10: warning: 17-way bank conflict: this 32-bit load takes 17 wavefronts, ideal 1 [warplint-bank-conflict]
}

struct Pair { int x, y; };

// Through vectors and records in registers.
__global__ void parts(float *g) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  int2 at = make_int2(t, 32 * t);
  g[t] = s[at.x];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = s[at.y];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  typedef int Four __attribute__((ext_vector_type(4)));
  Four v = {t, 2 * t, 4 * t, 8 * t};
  Four w = v.wzyx;
  g[t] = s[w.x];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
  int sum;
  bool over = __builtin_sadd_overflow(t, 16, &sum);
  g[t] = s[over ? 0 : 2 * sum];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
}

void run(float *g, unsigned n) {
  bits<<<1, 32>>>(g, n);
  parts<<<1, 32>>>(g);
}
