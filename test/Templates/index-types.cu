// RUN: %warplint --checks=-warplint-uncoalesced-access %s %stub | %check %s
//
// A type that subscripts, counts or is shifted is tried as an integer, others as
// float: no list has a subscript that is no integer.

// Lane t reads word 2 * t: lanes t and t + 16 share a bank.
template <typename T, typename I> __global__ void strided(T *p, I pitch) {
  __shared__ float s[512];
  I lane = threadIdx.x;
  p[lane * pitch] = T(s[2 * threadIdx.x]);
  // CHECK: :[[@LINE-1]]:23: remark: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1, with T = float, I = int (assumed)
}

// Its bits are taken.
template <typename Key> __global__ void digits(float *p, Key key) {
  __shared__ float s[512];
  p[(key >> 8) & 255] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:25: remark: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1, with Key = int (assumed)
}
