// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Nothing is known of the block. A kernel that asks for a thread's number in it, and for how many there
// are, does the same in a block of one row; one that asks for a column alone does not.

__device__ unsigned rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }

// Right: each thread its own word.
__global__ void own(int *out) { // CHECK: "own": "race-free"{{$}}
  __shared__ int s[1024];
  s[rank()] = threadIdx.y;
  __syncthreads();
  out[threadIdx.x] = s[0];
}

// Right, in any shape: the upper half is added to the lower one.
__global__ void tree(int *out) { // CHECK: "tree": "race-free"{{$}}
  __shared__ int s[1024];
  s[rank()] = 1;
  __syncthreads();
  for (unsigned d = size() / 2; d > 0; d /= 2) {
    if (rank() < d)
      s[rank()] += s[rank() + d];
    __syncthreads();
  }
  out[threadIdx.x] = s[0];
}

// Right: a word for each warp.
__global__ void warps(int *out) { // CHECK: "warps": "race-free"{{$}}
  __shared__ int s[32];
  if (rank() % 32 == 0)
    s[rank() / 32] = 1;
  __syncthreads();
  if (rank() < 32)
    out[rank()] = s[rank()];
}

// Race: 2 threads.
__global__ void neighbors(int *out) { // CHECK: "neighbors": "race"
  __shared__ int s[1024];
  s[rank()] = 1;
  out[threadIdx.x] = s[rank() ^ 1];
}

// Race: threads of two layers have one number; not in blocks of one.
// CHECK: "noLayers": "race-free", "in blocks of (16,16,1), (32,8,1), (32,32,1); the block shape is unknown"
__global__ void noLayers(int *out) {
  __shared__ int s[1024];
  s[threadIdx.y * blockDim.x + threadIdx.x] = threadIdx.z;
  __syncthreads();
  out[rank()] = s[0];
}

// Race: in a block of 4 x 2 threads, (2,0) and (0,1) have one number.
__global__ void turned(int *out) { // CHECK: "turned": "unproven"
  __shared__ int s[1024];
  s[(threadIdx.z * blockDim.x + threadIdx.y) * blockDim.y + threadIdx.x] = 1;
  __syncthreads();
  out[rank()] = s[0];
}

// Race: one row ends where the next one goes on.
__global__ void rowsOverlap(int *out) { // CHECK: "rowsOverlap": "race"
  __shared__ int s[1024];
  s[rank() - threadIdx.y] = rank();
  __syncthreads();
  out[rank()] = s[0];
}

// Right in blocks of one row, as threadIdx.x alone is meant for.
// CHECK: "mixed": "race-free", "assuming blocks of one row of threads (x,1,1)"
__global__ void mixed(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[rank()] = s[rank()];
}

// Race in such blocks, too.
__global__ void mixedNeighbors(int *out) { // CHECK: "mixedNeighbors": "race"
  __shared__ int s[1024];
  s[threadIdx.x] = 1;
  out[rank()] = s[rank() ^ 1];
}

// Nothing asks for layers: in a block of one, this is a thread's number, and as many as there are.
__device__ unsigned rankOfLayer() { return threadIdx.y * blockDim.x + threadIdx.x; }
__device__ unsigned sizeOfLayer() { return blockDim.x * blockDim.y; }

// CHECK: "treeOfLayer": "race-free", "assuming blocks of one layer of threads (x,y,1)"
__global__ void treeOfLayer(int *out) {
  __shared__ int s[1024];
  s[rankOfLayer()] = 1;
  __syncthreads();
  for (unsigned d = sizeOfLayer() / 2; d > 0; d /= 2) {
    if (rankOfLayer() < d)
      s[rankOfLayer()] += s[rankOfLayer() + d];
    __syncthreads();
  }
  out[threadIdx.x] = s[0];
}

// CHECK: "stridesOfLayer": "race-free", "assuming blocks of one layer of threads (x,y,1)"
__global__ void stridesOfLayer(int *out, const int *in, int n) {
  __shared__ int s[256];
  for (unsigned i = rankOfLayer(); i < 256; i += sizeOfLayer())
    s[i] = 0;
  __syncthreads();
  for (unsigned i = rankOfLayer(); i < n; i += sizeOfLayer())
    atomicAdd(&s[in[i] & 255], 1);
  __syncthreads();
  for (unsigned i = rankOfLayer(); i < 256; i += sizeOfLayer())
    out[i] = s[i];
}

// Race: the loop steps by the columns alone, so rows write the words of others.
__global__ void stridesOfRow(int *out) { // CHECK: "stridesOfRow": "race"
  __shared__ int s[256];
  for (unsigned i = rankOfLayer(); i < 256; i += blockDim.x)
    s[i] = rankOfLayer();
  __syncthreads();
  out[rankOfLayer()] = s[0];
}

// Race: in a block of 4 x 2 threads, (2,0) and (0,1) have one number.
__global__ void turnedLayer(int *out) { // CHECK: "turnedLayer": "unproven"
  __shared__ int s[1024];
  s[threadIdx.y * blockDim.y + threadIdx.x] = 1;
  __syncthreads();
  out[rankOfLayer()] = s[0];
}
