// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Pointers without an address space: whether they lead to shared memory is told by
// what they were made from. What certainly leads elsewhere is no shared access.

__device__ const volatile void *kept; // nvcc drops stores that nobody reads.

struct Lists {
  float *out;
  float **rows;
  int n;
};

__device__ float *base;

// Parameters, pointers out of parameters and global memory, variables: elsewhere.
__global__ void elsewhere(Lists lists, float *g) {
  int t = threadIdx.x;
  float *chosen = t % 2 ? lists.out : lists.rows[t];
  chosen[t] = 1;
  base[t] = 2;
  float local[8];
  float *either = t % 3 ? local : g;
  either[t % 8] = 3;
  g[t] = local[t % 8];
}

// A by-value parameter that the kernel changes. Words 32 * t.
__global__ void changedParameter(Lists lists) {
  __shared__ float s[1024];
  lists.out = s;
  lists.n *= 32;
  float **p = &lists.out;
  (*p)[32 * threadIdx.x] = 1;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict: this 32-bit store takes 32 wavefronts, ideal 1
  kept = s;
}

// A pointer kept in shared memory may lead to either, in each lane to another place.
__global__ void keptInShared(float *g) {
  __shared__ float *kept[32];
  __shared__ float s[32];
  int t = threadIdx.x;
  kept[t] = t % 2 ? s : g;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 64-bit store takes 2 wavefronts
  __syncthreads();
  *kept[31 - t] = 1;
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit store: the index comes from memory: kept[31 - t]
  // CHECK: :[[@LINE-2]]:4: remark: conflict-free: this 64-bit load takes 2 wavefronts
}

// One pointer for the whole block, which leads where the kernel has put it: into
// global memory, which is no access to report,
__global__ void rowInShared(float *g, int pitch) {
  __shared__ float *row;
  int t = threadIdx.x;
  if (t == 0)
    row = g + blockIdx.x * pitch;
  // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 64-bit store takes 1 wavefront
  __syncthreads();
  row[32 * t] = 1;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 64-bit load takes 1 wavefront
}

// into a shared array: words 32 * t of one base, in one bank,
__global__ void tileInShared(float *g, size_t n) {
  __shared__ float *row;
  __shared__ float s[2048];
  int t = threadIdx.x;
  if (t == 0)
    row = s + (g[0] > 0 ? 1024 : 0);
  // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 64-bit store takes 1 wavefront
  __syncthreads();
  row[32 * t] = 1;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 64-bit load takes 1 wavefront
  // CHECK: :[[@LINE-2]]:3: warning: 32-way bank conflict: this 32-bit store takes 32 wavefronts, ideal 1
  // A parameter as wide as a pointer is an index here.
  row[32 * t + n] = 2;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 64-bit load takes 1 wavefront
  // CHECK: :[[@LINE-2]]:3: warning: 32-way bank conflict: this 32-bit store takes 32 wavefronts, ideal 1
}

// or, at run time, into one of both. A conflict is none in global memory, and a row
// is conflict-free in either.
__global__ void eitherInShared(float *g) {
  __shared__ float *row;
  __shared__ float s[1024];
  int t = threadIdx.x;
  if (t == 0)
    row = g[0] > 0 ? s : g;
  // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 64-bit store takes 1 wavefront
  __syncthreads();
  row[32 * t] = 1;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 64-bit load takes 1 wavefront
  // CHECK: :[[@LINE-2]]:3: remark: unproven: 32-bit store: the pointer may point to shared or to global memory
  row[t] = 2;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 64-bit load takes 1 wavefront
  // CHECK: :[[@LINE-2]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront
}

// Wider than a word, it takes 2 wavefronts with all lanes, and some of them alone
// may need but 1.
__global__ void wideInShared(double *g) {
  __shared__ double *row;
  __shared__ double s[1024];
  int t = threadIdx.x;
  if (t == 0)
    row = g[0] > 0 ? s : g;
  // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 64-bit store takes 1 wavefront
  __syncthreads();
  row[t] = 2;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 64-bit load takes 1 wavefront
  // CHECK: :[[@LINE-2]]:3: remark: unproven: 64-bit store: the pointer may point to shared or to global memory
}

// A list whose nodes lie in shared memory and end in global memory: what a node
// leads to is not what its neighbour leads to.
struct Node {
  Node *next;
  float value;
};
__global__ void list(Node *last, float *out) {
  __shared__ Node nodes[8];
  int t = threadIdx.x;
  if (t == 0) {
    nodes[0].next = &nodes[1];
    // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 64-bit store takes 1 wavefront
    nodes[1].next = last;
    // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 64-bit store takes 1 wavefront
  }
  __syncthreads();
  Node *node = nodes[0].next->next;
  // CHECK: :[[@LINE-1]]:16: remark: conflict-free: this 64-bit load takes 1 wavefront
  // CHECK: :[[@LINE-2]]:16: remark: conflict-free: this 64-bit load takes 1 wavefront
  // One word for the whole warp, wherever it lies.
  out[t] = node->value;
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront
}

// Environment registers hold what the driver puts there before the launch: the
// workspace of a grid of cooperative groups lies in global memory. The registers
// are the halves of its address.
__global__ void gridWorkspace() {
  unsigned high, low;
  asm("mov.u32 %0, %%envreg1;" : "=r"(high));
  asm("mov.u32 %0, %%envreg2;" : "=r"(low));
  unsigned long long address = ((unsigned long long)high << 32) | low;
  unsigned *barrier = reinterpret_cast<unsigned *>(address) + 1;
  unsigned old;
  asm volatile("atom.add.release.gpu.u32 %0,[%1],%2;"
               : "=r"(old)
               : "l"(barrier), "r"(1u)
               : "memory");
  barrier[32 * threadIdx.x] = old;
}

// The memory that cooperative groups reserve is shared memory without a name: 8
// bytes at 8 * t are 2 wavefronts, and words 32 * t lie in one bank.
__global__ void reservedMemory(double *out) {
  unsigned long long address;
  asm("{ .reg .u32 start;\n .reg .u64 extended;\n"
      " mov.u32 start, %%reserved_smem_offset_1;\n"
      " cvt.u64.u32 extended, start;\n cvta.shared.u64 %0, extended; }"
      : "=l"(address));
  int t = threadIdx.x;
  out[t] = reinterpret_cast<double *>(address)[t];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 64-bit load takes 2 wavefronts
  reinterpret_cast<float *>(address)[32 * t] = 1;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict: this 32-bit store takes 32 wavefronts, ideal 1
}

// A pointer that a recursive function may have changed.
struct Cursor {
  float *at;
};
__device__ void advance(Cursor &c, int n) {
  if (n > 0) {
    c.at += n;
    advance(c, n - 1);
  }
}
__global__ void somethingShared(float *g, int n) {
  __shared__ float s[1024];
  Cursor c{g};
  advance(c, n);
  c.at[32 * threadIdx.x] = s[0];
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit store: the pointer may point to shared or to global memory: kept where a call changes i
  // CHECK: :[[@LINE-2]]:28: remark: conflict-free: this 32-bit load takes 1 wavefront
}

// A record of bit fields says at run time of which kind it is, and it is known:
// the fields of another kind are no address.
struct Kinds {
  union {
    struct {
      unsigned isTiled : 1, kind : 7, size : 24;
      unsigned short rank, count;
    } tile;
    struct {
      float *workspace;
    } grid;
  };
};
__device__ Kinds tileOf(unsigned rank) {
  Kinds k;
  k.tile.kind = 1;
  k.tile.isTiled = false;
  k.tile.size = 16;
  k.tile.rank = rank / 16;
  k.tile.count = blockDim.x / 16;
  k.tile.isTiled = true;
  return k;
}
__device__ void arrive(const Kinds &k) {
  if (k.tile.kind == 3)
    k.grid.workspace[32 * threadIdx.x] = 1;
  // CHECK: :[[@LINE-1]]:5: remark: no lane executes this 32-bit store
}
__global__ void bitFields() {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront
  arrive(tileOf(threadIdx.x));
  kept = s;
}

void launch(Lists lists, float *g) {
  elsewhere<<<1, 32>>>(lists, g);
  changedParameter<<<1, 32>>>(lists);
  keptInShared<<<1, 32>>>(g);
  rowInShared<<<1, 32>>>(g, 1);
  tileInShared<<<1, 32>>>(g, 1);
  eitherInShared<<<1, 32>>>(g);
  wideInShared<<<1, 32>>>(nullptr);
  list<<<1, 32>>>(nullptr, g);
  gridWorkspace<<<1, 32>>>();
  reservedMemory<<<1, 32>>>(nullptr);
  somethingShared<<<1, 32>>>(g, 1);
  bitFields<<<1, 32>>>();
}
