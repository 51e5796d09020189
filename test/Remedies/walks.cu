// Pointers that move once in each round of a loop with a counter become indices;
// of others one line says which to change.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fail-on=never --fix --fix-style=expression %t/fixed.cu %stub > %t/out
// RUN: FileCheck %s --input-file=%t/fixed.cu
// RUN: not %warplint --fix-style=expression %s %stub | FileCheck %s --check-prefix=NOTE
//
// The second time there is nothing to do.
// RUN: cp %t/fixed.cu %t/again.cu && %warplint --fail-on=never --fix --fix-style=expression %t/again.cu %stub
// RUN: cmp %t/fixed.cu %t/again.cu

// The step stands in the body: before it, round r is at row r.
__global__ void body(const float *in, float *out) {
  __shared__ float a[1024];
  // CHECK: __shared__ float a[1024];
  // CHECK-NOT: *p
  float *p = &a[threadIdx.x];
  for (int r = 0; r < 32; r++) {
    *p = in[r * 32 + threadIdx.x];
    // CHECK: a[r * 32 + (threadIdx.x ^ r)] = in[
    p += 32;
  }
  // CHECK-NOT: p +=
  __syncthreads();
  float sum = 0;
  for (int c = 0; c < 32; ++c) sum += a[threadIdx.x * 32 + c] * in[c];
  // CHECK: sum += a[threadIdx.x * 32 + (c ^ threadIdx.x)] * in[c];
  out[threadIdx.x] = sum;
}

// The counter steps by 8, and the pointer by as many rows: the row is the
// pointer's own and r.
__global__ void steps(const float *in, float *out) {
  __shared__ float b[32][32];
  float *p = &b[threadIdx.y][threadIdx.x];
  for (int r = 0; r < 32; r += 8, p += 8 * 32)
    // CHECK: for (int r = 0; r < 32; r += 8)
    p[0] = in[(r + threadIdx.y) * 32 + threadIdx.x];
  // CHECK: b[threadIdx.y + r][threadIdx.x ^ (threadIdx.y + r)] = in[
  __syncthreads();
  for (int r = 0; r < 32; r += 8)
    out[(r + threadIdx.y) * 32 + threadIdx.x] = b[threadIdx.x][threadIdx.y + r];
}

// Behind the step, it is one row further.
__global__ void further(const float *in, float *out) {
  __shared__ float d[1056];
  d[threadIdx.x] = 0;
  // CHECK: d[threadIdx.x ^ ((threadIdx.x >> 5) & 31)] = 0;
  float *p = d + threadIdx.x;
  for (int r = 0; r < 32; ++r) {
    p += 32;
    *p = in[r * 32 + threadIdx.x];
    // CHECK: d[(r + 1) * 32 + (threadIdx.x ^ ((r + 1) & 31))] = in[
  }
  __syncthreads();
  out[threadIdx.x] = 0;
  for (int c = 0; c < 32; ++c)
    out[threadIdx.x] += d[threadIdx.x * 32 + c] * in[c];
}

// *p++ reads before it steps, and begins in row threadIdx.x.
__device__ float sumOf(const float *m, int row) {
  float sum = 0;
  const float *p = m + row * 32;
  for (int c = 0; c < 32; ++c) {
    float v = *p++;
    // CHECK: float v = m[row * 32 + (c ^ row)];
    sum += v * v;
  }
  return sum;
}
__global__ void through(const float *in, float *out) {
  __shared__ float e[1024];
  for (int r = 0; r < 32; ++r)
    e[r * 32 + threadIdx.x] = in[r * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = sumOf(e, threadIdx.x);
}

// Nothing counts the rounds, one of them is left early, it is used behind them,
// or moves twice.
#define READ(array)                                                            \
  __syncthreads();                                                             \
  for (int i = 0; i < 32; i += 8)                                              \
    out[threadIdx.y * 32 + threadIdx.x] += array[threadIdx.x * 32 + threadIdx.y + i]
__global__ void uncounted(const float *in, float *out) {
  __shared__ float f[1024];
  float *p = f + threadIdx.y * 32 + threadIdx.x;
  // NOTE-DAG: :[[#@LINE+2]]:5: note: cannot fix 'f': pointer 'p' into 'f' does not advance exactly once per loop iteration; index 'f' directly instead
  while (p < f + 1024) {
    p += 256;
    p[-256] = in[threadIdx.x];
  }
  READ(f);
}
__global__ void left(const float *in, float *out) {
  __shared__ float g[1024];
  float *p = g + threadIdx.y * 32 + threadIdx.x;
  for (int r = 0; r < 4; ++r) {
    if (in[r] > 0)
      continue;
    *p = in[threadIdx.x];
    p += 256;
    // NOTE-DAG: :[[#@LINE-1]]:5: note: cannot fix 'g': pointer 'p' into 'g' may skip an advance because of a jump; index 'g' directly
  }
  READ(g);
}
__global__ void behind(const float *in, float *out) {
  __shared__ float h[1024];
  float *p = h + threadIdx.y * 32 + threadIdx.x;
  for (int r = 0; r < 3; ++r, p += 256)
    *p = in[threadIdx.x];
  *p = 0;
  // NOTE-DAG: :[[#@LINE-1]]:4: note: cannot fix 'h': pointer 'p' into 'h' is used after its loop; index 'h' directly
  READ(h);
}
__global__ void twice(const float *in, float *out) {
  __shared__ float k[1024];
  float *p = k + threadIdx.y * 32 + threadIdx.x;
  for (int r = 0; r < 4; ++r, p += 128) {
    *p = in[threadIdx.x];
    p += 128;
    // NOTE-DAG: note: cannot fix 'k': pointer 'p' into 'k' is modified in more than one place; index 'k' directly
  }
  READ(k);
}

// The counter's name means something else where the element is named.
__global__ void hidden(const float *in, float *out) {
  __shared__ float l[1024];
  float *p = l + threadIdx.y * 32 + threadIdx.x;
  for (int r = 0; r < 4; ++r, p += 256) {
    // NOTE-DAG: :[[#@LINE-1]]:31: note: cannot fix 'l': pointer 'p' into 'l' advances in a loop that redeclares a name of the new index; index 'l'
    {
      float r = in[threadIdx.x];
      *p = r;
    }
  }
  READ(l);
}

void run(const float *in, float *out) {
  hidden<<<1, dim3(32, 8)>>>(in, out);
  body<<<1, 32>>>(in, out);
  steps<<<1, dim3(32, 8)>>>(in, out);
  further<<<1, 32>>>(in, out);
  through<<<1, 32>>>(in, out);
  uncounted<<<1, dim3(32, 8)>>>(in, out);
  left<<<1, dim3(32, 8)>>>(in, out);
  behind<<<1, dim3(32, 8)>>>(in, out);
  twice<<<1, dim3(32, 8)>>>(in, out);
}
