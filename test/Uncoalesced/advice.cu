// RUN: not %warplint --checks='-*,warplint-uncoalesced-access' %s %stub | %check %s
//
// Advice that fits what the access does: a lone member is not stored with the others,
// no atomic is wider, a header's layout stays, and pieces of a row are no rows.

// A store of 16 bytes would overwrite x, y and z. 31 * 16 + 4 bytes: 16 sectors.
__global__ void mark(float4 *body, float *out) {
  body[threadIdx.x].w = -1.0f;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches 16 sectors, ideal 4
  // CHECK-NOT: note: {{.*}}access all of it with one
  // CHECK: note: 'float4' has 16 bytes, the distance between adjacent lanes: use one array per member
  // Loading more than one needs changes nothing.
  out[threadIdx.x] = body[threadIdx.x + 64].w;
  // CHECK: :[[@LINE-1]]:22: warning: uncoalesced: this 32-bit load touches 16 sectors, ideal 4
  // CHECK: note: {{.*}}access all of it with one 128-bit load
}

// Members of two widths, which together are all of it.
struct alignas(16) Mixed {
  double a;
  float b, c;
};
__global__ void whole(Mixed *m) {
  m[threadIdx.x].a = 1;
  // CHECK: :[[@LINE-1]]:3: remark: uncoalesced: this 64-bit store touches 16 sectors, ideal 8
  // CHECK: note: only a remark because together with 1 access beside it, 512 of 512 bytes moved are used
  // CHECK: note: {{.*}}access all of it with one 128-bit store
  m[threadIdx.x].b = 1;
  // nvcc joins b and c: told of at the first. 8 of every 16 bytes.
  // CHECK: :[[@LINE-2]]:3: remark: uncoalesced: this 64-bit store touches 16 sectors, ideal 8
  m[threadIdx.x].c = 1;
}

struct Pair {
  unsigned grad, hess, others[2];
};
__global__ void update(Pair *bins, unsigned *flat) {
  atomicAdd(&bins[threadIdx.x].grad, 1u);
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit atomic touches 16 sectors, ideal 4
  // CHECK-NOT: note: {{.*}}in one access
  // CHECK: note: adjacent lanes are 16 bytes apart: let them access adjacent elements{{$}}
  atomicAdd(flat + 4 * threadIdx.x, 1u);
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit atomic touches 16 sectors, ideal 4
  // CHECK-NOT: note: {{.*}}in one access
  // CHECK: note: adjacent lanes are 16 bytes apart: let them access adjacent elements{{$}}
}

# 1 "random_states.h" 1 3
struct State {
  unsigned d, v[5];
};
# 53 "advice.cu" 2
__global__ void states(State *s) {
  s[threadIdx.x].v[2] = 1; // 24 bytes a lane: 24 sectors.
  // The program cannot change the header: no layout removes the finding.
  // CHECK: :[[@LINE-2]]:3: remark: uncoalesced: this 32-bit store touches 24 sectors, ideal 4
  // CHECK: note: only a remark because a header defines the layout of 'State'
  // CHECK: note: 'State' has 24 bytes, the distance between adjacent lanes: a header defines its layout, and no lane order helps; load and store it once through a local copy
}

// A function of that header, which keeps its states to itself: 24 bytes a lane.
# 1 "random_states.h" 1 3
__device__ inline void initialize(unsigned seed, State *s) { s->d = seed; }
# 65 "advice.cu" 2
__global__ void initializes(State *s) {
  initialize(threadIdx.x, &s[threadIdx.x]);
  // CHECK: remark: uncoalesced: this 32-bit store touches 24 sectors, ideal 4
  // CHECK: note: only a remark because a header defines the layout of 'State'
}

// It may call others for parts of them. The words of an array are not the header's: 32 bytes apart.
# 1 "random_states.h" 1 3
__device__ inline void fill(unsigned *words, unsigned seed) {
  for (int k = 0; k < 5; ++k)
    words[k] = seed;
}
__device__ inline void reset(unsigned seed, State *s) { fill(s->v, seed); }
# 79 "advice.cu" 2
__global__ void resets(State *s, unsigned *words) {
  reset(threadIdx.x, &s[threadIdx.x]);
  // CHECK: remark: uncoalesced: this 32-bit store touches 24 sectors, ideal 4
  // CHECK: note: only a remark because a header defines the layout of 'State'
  fill(words + 8 * threadIdx.x, 1);
  // CHECK: warning: uncoalesced: this 32-bit store touches 32 sectors, ideal 4
}

// The header's structure in one of the program's: without the member beside it, each still has sectors of its own.
# 1 "random_states.h" 1 3
struct Large {
  unsigned words[12];
};
__device__ inline void start(Large *l) { l->words[0] = 1; }
# 94 "advice.cu" 2
struct Owner {
  Large state;
  float spare;
};
__global__ void owners(Owner *o) {
  start(&o[threadIdx.x].state);
  // CHECK: remark: uncoalesced: this 32-bit store touches 32 sectors, ideal 4
  // CHECK: note: only a remark because a header defines the layout of 'Large'
}

// All of it is loaded, and only its alignment keeps that from being one load.
struct Loose {
  float x, y, z, w;
};
__global__ void loose(Loose *l, float *out) {
  float sum = l[threadIdx.x].x * l[threadIdx.x].y * l[threadIdx.x].z * l[threadIdx.x].w;
  // CHECK: remark: uncoalesced: this 32-bit load touches 16 sectors, ideal 4
  // CHECK: note: only a remark because together with 3 accesses beside it, 512 of 512 bytes moved are used
  // CHECK: note: 'Loose' has 16 bytes, the distance between adjacent lanes: declare it alignas(16) for one 128-bit load of all of it
  // CHECK: remark: uncoalesced: this 32-bit load touches 16 sectors, ideal 4
  // CHECK: remark: uncoalesced: this 32-bit load touches 16 sectors, ideal 4
  // CHECK: remark: uncoalesced: this 32-bit load touches 16 sectors, ideal 4
  out[threadIdx.x] = sum;
}

// Six values of each element, two of which are loaded: an array for each of them would be dense.
__global__ void flat(float *p, float *out) {
  out[threadIdx.x] = p[6 * threadIdx.x] + p[6 * threadIdx.x + 3];
  // CHECK: warning: uncoalesced: this 32-bit load touches 24 sectors, ideal 4
  // CHECK: note: adjacent lanes are 24 bytes apart: let them access adjacent elements, as x[k * n + i] in place of x[6 * i + k]
  // CHECK: warning: uncoalesced: this 32-bit load touches 24 sectors, ideal 4
}

// Rows of 8 lanes. 1,025 elements are 4,100 bytes, four more than the 128 sectors; 129 are 4,128. A pitch
// that only the caller knows is its to choose.
__global__ void fixedRows(float *out) {
  // Rows 4 to 7 begin 16 to 28 bytes behind a sector: two sectors each.
  out[(blockIdx.y * 8 + threadIdx.y) * 1025 + blockIdx.x * 8 + threadIdx.x] = 1;
  // CHECK: remark: off a sector: this 32-bit store touches 8 sectors, ideal 4
  // CHECK: note: the rows are 4,100 bytes apart; pad them to 4,128, a multiple of 32, so that each starts at a sector
}
__global__ void openRows(float *out, int pitch) {
  out[(blockIdx.y * 8 + threadIdx.y) * pitch + blockIdx.x * 8 + threadIdx.x] = 1;
  // CHECK: remark: off a sector: this 32-bit store touches up to 8 sectors, ideal 4
  // CHECK: note: pad the rows to a multiple of 32 bytes; cudaMallocPitch() chooses such a pitch
}

// Four stores of 16 bytes, 64 bytes from lane to lane: pieces of one row. Each lane
// has two sectors of its own, half of each is used.
__global__ void pieces(float4 *c, float4 r) {
  for (int n = 0; n < 8; ++n)
    c[threadIdx.x * 8 + n] = r;
  // CHECK: :[[@LINE-1]]:5: warning: uncoalesced: this 128-bit store touches 32 sectors, ideal 16
  // CHECK-NOT: note: each lane walks along its own row
  // CHECK: note: adjacent lanes access adjacent pieces of 128 bytes: let them access adjacent elements; if a lane needs its whole piece, go through shared memory
  // Rows apart, of 16-byte elements: 33 of them are no good row of a tile.
  c[threadIdx.x * 1024] = r;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 128-bit store touches 32 sectors, ideal 16
  // CHECK: note: {{.*}}reorder it in a padded shared array{{$}}
}

void run(float4 *b, Mixed *m, Pair *p, unsigned *u, State *s) {
  mark<<<1, 32>>>(b, (float *)u);
  whole<<<1, 32>>>(m);
  update<<<1, 32>>>(p, u);
  states<<<1, 32>>>(s);
  initializes<<<1, 32>>>(s);
  resets<<<1, 32>>>(s, u);
  owners<<<1, 32>>>((Owner *)b);
  loose<<<1, 32>>>((Loose *)b, (float *)u);
  flat<<<1, 32>>>((float *)b, (float *)u);
  fixedRows<<<dim3(8, 8), dim3(8, 8)>>>((float *)b);
  openRows<<<dim3(8, 8), dim3(8, 8)>>>((float *)b, *u);
  pieces<<<1, 32>>>(b, {});
}
