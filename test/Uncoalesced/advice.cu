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
# 50 "advice.cu" 2
__global__ void states(State *s) {
  s[threadIdx.x].v[2] = 1; // 24 bytes a lane: 24 sectors.
  // The program cannot change the header: no layout removes the finding.
  // CHECK: :[[@LINE-2]]:3: remark: uncoalesced: this 32-bit store touches 24 sectors, ideal 4
  // CHECK: note: only a remark because a header defines the layout of 'State'
  // CHECK: note: 'State' has 24 bytes, the distance between adjacent lanes: a header defines its layout, and no lane order helps; load and store it once through a local copy
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
  pieces<<<1, 32>>>(b, {});
}
