// RUN: %warplint --report-clean --sort=source --fail-on=never %s %stub 2>&1 | FileCheck %s
//
// A block that is made before the branch that says its number. s[2 * t] is 2-way
// for 64 threads and more, and clean for 16.

template <int N> __global__ void reduce(float *p) {
  __shared__ float s[1024];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < N / 2)
    p[threadIdx.x] = s[2 * threadIdx.x];
}
__global__ void odd(float *p) {
  __shared__ float s[1024];
  p[threadIdx.x] = s[2 * threadIdx.x];
}
__global__ void other(float *p) {
  __shared__ float s[1024];
  p[threadIdx.x] = s[2 * threadIdx.x];
}

void run(float *p, int threads, int blocks) {
  dim3 block(threads, 1, 1), grid(blocks, 1, 1);
  switch (threads) {
  case 128:
    reduce<128><<<grid, block>>>(p);
    break;
  // Nine powers of two, which LLVM tells apart by their only bit.
  case 256:
    reduce<256><<<grid, block>>>(p);
    // CHECK-DAG: said-before.cu:[[@LINE-1]]:5: note: block (256,1,1) from this launch
    break;
  case 64:
    reduce<64><<<grid, block>>>(p);
    break;
  case 32:
    reduce<32><<<grid, block>>>(p);
    break;
  case 16:
    reduce<16><<<grid, block>>>(p);
    break;
  case 8:
    reduce<8><<<grid, block>>>(p);
    break;
  case 4:
    reduce<4><<<grid, block>>>(p);
    break;
  case 2:
    reduce<2><<<grid, block>>>(p);
    break;
  case 1:
    reduce<1><<<grid, block>>>(p);
    break;
  default:
    // Any other number.
    other<<<grid, block>>>(p);
    // CHECK-DAG: said-before.cu:[[@LINE-1]]:5: note: block (?,1,1) from this launch
  }
  dim3 rows(threads / 2, 1, 1);
  if (threads != 96)
    return;
  odd<<<grid, rows>>>(p);
  // CHECK-DAG: said-before.cu:[[@LINE-1]]:3: note: block (48,1,1) from this launch
}
