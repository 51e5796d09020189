// RUN: %warplint --checks='-*,warplint-divergent-barrier' %s %stub | %check %s --allow-empty
//
// Masks that name the lanes that come, or of which nobody can know.
//
// CHECK-NOT: wrong mask

// All lanes of some warps.
__global__ void warps(int *out) {
  int v = threadIdx.x;
  if (threadIdx.x >= 64)
    v += __shfl_xor_sync(~0u, v, 8);
  out[threadIdx.x] = v;
}

// Half of the lanes, and their mask.
__global__ void halfOfWarp(int *out) {
  int v = threadIdx.x;
  if (threadIdx.x % 32 < 16)
    v += __shfl_xor_sync(0xffff, v, 8);
  out[threadIdx.x] = v;
}

// Lanes that do not exist: the block has 20 threads.
__global__ void small(int *out) {
  out[threadIdx.x] = __shfl_sync(~0u, int(threadIdx.x), 0);
}

// Who has ended counts as arrived.
__global__ void ended(int *out) {
  if (threadIdx.x >= 100)
    return;
  __syncwarp();
  out[threadIdx.x] = 1;
}
__global__ void endsBehind(int *out) {
  int v = threadIdx.x;
  if (threadIdx.x < 4) {
    v = __shfl_sync(~0u, v, 0);
    out[threadIdx.x] = v;
  }
}

// Both arms wait: lanes may meet from different instructions.
__global__ void arms(int *out) {
  int v = threadIdx.x;
  if (threadIdx.x % 2)
    __syncwarp();
  else
    __syncwarp();
  out[threadIdx.x] = v;
}

// A mask that the lanes themselves computed.
__global__ void computed(int *out, const int *in) {
  int v = in[threadIdx.x];
  unsigned mask = __nvvm_vote_ballot_sync(~0u, v > 0);
  if (v > 0)
    v = __shfl_sync(mask, v, 0);
  out[threadIdx.x] = v;
}

// Which lanes come depends on data.
__global__ void data(int *out, const int *in) {
  int v = in[threadIdx.x];
  if (v > 0)
    v = __shfl_sync(~0u, v, 0);
  __syncwarp();
  out[threadIdx.x] = v;
}

// Tiles of 8 lanes with a mask each.
__global__ void tiles(int *out) {
  int v = threadIdx.x;
  unsigned mask = 0xffu << (threadIdx.x % 32 / 8 * 8);
  if (threadIdx.x / 8 % 2)
    v = __shfl_sync(mask, v, 0, 8);
  out[threadIdx.x] = v;
}

void right(int *p, int *f) {
  warps<<<1, 128>>>(p);
  halfOfWarp<<<1, 128>>>(p);
  small<<<1, 20>>>(p);
  ended<<<1, 128>>>(p);
  endsBehind<<<1, 128>>>(p);
  arms<<<1, 128>>>(p);
  computed<<<1, 128>>>(p, f);
  data<<<1, 128>>>(p, f);
  tiles<<<1, 128>>>(p);
}
