// Adjacent loads, and neighbours that are none. Compared with the machine code by
// lab issued; every kernel reads what it wrote, so that no load is
// dropped.
#define FILL(Array, N)                                                         \
  for (int i = threadIdx.x; i < (N); i += blockDim.x)                          \
    (Array)[i] = in[i];                                                        \
  __syncthreads()

__global__ void fourInARow(float *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  float a = s[4 * t];
  float b = s[4 * t + 1];
  float c = s[4 * t + 2];
  float d = s[4 * t + 3];
  out[t] = a * b + c * d;
}

__global__ void threeOfFour(float *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  float a = s[4 * t];
  float b = s[4 * t + 2];
  float c = s[4 * t + 3];
  out[t] = a * b + c;
}

__global__ void aPair(float *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  out[t] = s[2 * t] * s[2 * t + 1];
}

__global__ void aPairAcrossHalves(float *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  float b = s[4 * t + 1];
  float c = s[4 * t + 2];
  out[t] = b * c;
}

__global__ void firstAndThird(float *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  float a = s[4 * t];
  float c = s[4 * t + 2];
  out[t] = a * c;
}

__global__ void stencil(float *out, const float *in) {
  __shared__ float s[516];
  int t = threadIdx.x;
  FILL(s, 516);
  float left = s[t];
  float middle = s[t + 1];
  float right = s[t + 2];
  out[t] = left - 2 * middle + right;
}

__global__ void strideThree(float *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  float x = s[3 * t];
  float y = s[3 * t + 1];
  float z = s[3 * t + 2];
  out[t] = x * y + z;
}

__global__ void doubles(double *out, const double *in) {
  __shared__ double s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  double a = s[2 * t];
  double b = s[2 * t + 1];
  out[t] = a * b;
}

__global__ void vectorsOfTwo(float *out, const float2 *in) {
  __shared__ float2 s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  float2 a = s[2 * t];
  float2 b = s[2 * t + 1];
  out[t] = a.x * b.x + a.y * b.y;
}

struct Point {
  float x, y, z, w;
};

__global__ void fields(float *out, const Point *in) {
  __shared__ Point s[128];
  int t = threadIdx.x;
  FILL(s, 128);
  float a = s[t].x;
  float b = s[t].y;
  float c = s[t].z * s[t].w;
  out[t] = a * b + c;
}

__global__ void oddPitch(float *out, const float *in) {
  __shared__ float s[16 * 33];
  int t = threadIdx.x;
  FILL(s, 16 * 33);
  float a = s[33 * (t / 8) + 4 * (t % 8)];
  float b = s[33 * (t / 8) + 4 * (t % 8) + 1];
  out[t] = a * b;
}

__global__ void pitchOfEightBytes(float *out, const float *in) {
  __shared__ float s[16 * 34];
  int t = threadIdx.x;
  FILL(s, 16 * 34);
  float a = s[34 * (t / 8) + 4 * (t % 8)];
  float b = s[34 * (t / 8) + 4 * (t % 8) + 1];
  float c = s[34 * (t / 8) + 4 * (t % 8) + 2];
  float d = s[34 * (t / 8) + 4 * (t % 8) + 3];
  out[t] = a * b + c * d;
}

__global__ void unknownOffset(float *out, const float *in, int offset) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL(s, 1024);
  float a = s[4 * t + offset];
  float b = s[4 * t + offset + 1];
  out[t] = a * b;
}

__global__ void unknownFactor(float *out, const float *in, int factor) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL(s, 1024);
  float a = s[4 * t * factor];
  float b = s[4 * t * factor + 1];
  out[t] = a * b;
}

extern __shared__ float dynamic[];

__global__ void dynamicArray(float *out, const float *in) {
  int t = threadIdx.x;
  FILL(dynamic, 1024);
  float a = dynamic[4 * t];
  float b = dynamic[4 * t + 1];
  float c = dynamic[4 * t + 2];
  float d = dynamic[4 * t + 3];
  out[t] = a * b + c * d;
}

__global__ void dynamicCarvedUp(float *out, const float *in, int n) {
  float *second = dynamic + n;
  int t = threadIdx.x;
  FILL(dynamic, 1024);
  float a = second[4 * t];
  float b = second[4 * t + 1];
  out[t] = a * b;
}

__global__ void besideOddArrays(float *out, const float *in) {
  __shared__ float odd[3];
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL(s, 1024);
  if (t < 3)
    odd[t] = in[t];
  __syncthreads();
  float a = s[4 * t];
  float b = s[4 * t + 1];
  float c = s[4 * t + 2];
  float d = s[4 * t + 3];
  out[t] = a * b + c * d + odd[t % 3];
}

__global__ void swizzledChunks(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL(s, 1024);
  int chunk = 32 * (t % 32) + ((t & 7) ^ (t >> 2 & 7)) * 4;
  float a = s[chunk];
  float b = s[chunk + 1];
  float c = s[chunk + 2];
  float d = s[chunk + 3];
  out[t] = a * b + c * d;
}

__global__ void repeated(float *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  float a = s[t];
  out[t] = a;
  float b = s[t];
  out[t + 512] = 2 * b;
}

__global__ void repeatedAfterStore(float *out, const float *in, int at) {
  __shared__ float s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  float a = s[t];
  s[at] = 2 * a;
  float b = s[t];
  out[t + 512] = 2 * b + a;
}

__global__ void repeatedAfterBarrier(float *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  float a = s[t];
  __syncthreads();
  float b = s[t];
  out[t + 512] = 2 * b + a;
}

__global__ void volatiles(float *out, const float *in) {
  __shared__ volatile float s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  float a = s[2 * t];
  float b = s[2 * t + 1];
  out[t] = a * b;
}

__global__ void halfOfItUnused(float *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  float v[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    v[i] = s[4 * t + i];
  out[t] = v[0] + v[3];
}

__global__ void neededInOneBranch(float *out, const float *in, int n) {
  __shared__ float s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  float a = s[2 * t];
  float b = s[2 * t + 1];
  if (t < n)
    out[t] = a * in[t];
  else
    out[t] = b * b * in[t + 1] + in[t * t];
}

__global__ void minimum(float *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  int at = min(4 * t, 64);
  float a = s[at];
  float b = s[at + 1];
  out[t] = a * b;
}

__device__ float sumOfFour(const float *p) {
  return p[0] + p[1] + p[2] + p[3];
}

__global__ void throughAHelper(float *out, const float *in) {
  __shared__ float s[512];
  int t = threadIdx.x;
  FILL(s, 512);
  out[t] = sumOfFour(s + 4 * t);
}
