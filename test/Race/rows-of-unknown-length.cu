// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Rows of n words one behind the other: under 0 <= j < n no place lies in two of them, whatever n is.

// Right: three rows.
// CHECK: "threeRows": "race-free"
__global__ void threeRows(int *out, const int *in, int n) {
  extern __shared__ int s[];
  for (int j = threadIdx.x; j < n; j += 256) {
    s[j] = in[j];
    s[n + j] = in[j + 1];
    s[2 * n + j] = in[j + 2];
  }
  __syncthreads();
  out[threadIdx.x] = s[n];
}

// Race: m may be 1, where thread 1 and thread 0 come to s[1].
// CHECK: "ofOtherLength": "unproven"
__global__ void ofOtherLength(int *out, const int *in, int n, int m) {
  extern __shared__ int s[];
  for (int j = threadIdx.x; j < n; j += 256) {
    s[j] = in[j];
    s[m + j] = in[j + 1];
  }
}

// Race: of n = 2, thread 1 and thread 0 come to s[1].
// CHECK: "shifted": "unproven"
__global__ void shifted(int *out, const int *in, int n) {
  extern __shared__ int s[];
  for (int j = threadIdx.x; j < n; j += 256) {
    s[j] = in[j];
    s[n + j - 1] = in[j + 1];
  }
}

// Race: n itself is let in, which thread 0 has in the next row.
// CHECK: "oneMore": "unproven"
__global__ void oneMore(int *out, const int *in, int n) {
  extern __shared__ int s[];
  for (int j = threadIdx.x; j <= n; j += 256) {
    s[j] = in[j];
    s[n + j] = in[j + 1];
  }
}

// Race: j may be negative: with n = 1, thread 5 and thread 4 come to s[5].
// CHECK: "fromBelow": "unproven"
__global__ void fromBelow(int *out, const int *in, int n) {
  extern __shared__ int s[];
  for (int j = (int)threadIdx.x - 5; j < n; j += 256) {
    s[j + 5] = in[j];
    s[n + j + 5] = in[j + 1];
  }
}

// Race: with n = 2, thread 1 and thread 0 come to s[2].
// CHECK: "everySecond": "unproven"
__global__ void everySecond(int *out, const int *in, int n) {
  extern __shared__ int s[];
  for (int j = threadIdx.x; j < n; j += 256) {
    s[2 * j] = in[j];
    s[n + 2 * j] = in[j + 1];
  }
}

// Right: all of the row's d words lie before the second part, and its halves are apart.
// CHECK: "behindRow": "race-free"
__global__ void behindRow(int *out, const int *in, int d, int k) {
  extern __shared__ int s[];
  int *part = s + d;
  for (int i = threadIdx.x; i < d; i += blockDim.x)
    s[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < k; i += blockDim.x) {
    int sum = 0;
    for (int j = 0; j < d; ++j)
      sum += s[j] * in[j];
    part[i] = sum;
    part[k + i] = -sum;
  }
  __syncthreads();
  out[threadIdx.x] = part[0] + part[k];
}

// Race: the row has one word more, which thread 0 stores to.
// CHECK: "oneFurther": "{{unproven|race}}"
__global__ void oneFurther(int *out, const int *in, int d, int k) {
  extern __shared__ int s[];
  int *part = s + d;
  for (int i = threadIdx.x; i < k; i += blockDim.x) {
    int sum = 0;
    for (int j = 0; j <= d; ++j)
      sum += s[j] * in[j];
    part[i] = sum;
  }
}

// Race: with m = 1 and d = 2 the second part begins within the row.
// CHECK: "withinRow": "{{unproven|race}}"
__global__ void withinRow(int *out, const int *in, int d, int m) {
  extern __shared__ int s[];
  int *part = s + m;
  for (int i = threadIdx.x; i < 64; i += blockDim.x) {
    int sum = 0;
    for (int j = 0; j < d; ++j)
      sum += s[j] * in[j];
    part[i] = sum;
  }
}

// Race: m may be negative.
// CHECK: "behindTwo": "{{unproven|race}}"
__global__ void behindTwo(int *out, const int *in, int d, int m) {
  extern __shared__ int s[];
  int *part = s + d + m;
  for (int i = threadIdx.x; i < 64; i += blockDim.x) {
    int sum = 0;
    for (int j = 0; j < d; ++j)
      sum += s[j] * in[j];
    part[i] = sum;
  }
}

void run(int *p, int n) {
  behindRow<<<n, 256>>>(p, p, n, n);
  oneFurther<<<n, 256>>>(p, p, n, n);
  withinRow<<<n, 256>>>(p, p, n, n);
  behindTwo<<<n, 256>>>(p, p, n, n);
  threeRows<<<n, 256>>>(p, p, n);
  ofOtherLength<<<n, 256>>>(p, p, n, 2*n);
  shifted<<<n, 256>>>(p, p, n);
  oneMore<<<n, 256>>>(p, p, n);
  fromBelow<<<n, 256>>>(p, p, n);
  everySecond<<<n, 256>>>(p, p, n);
}
