// RUN: not %warplint --negligible=warning --checks='-*,warplint-uncoalesced-access' --report-clean --report-unproven %s %stub | %check %s
//
// Elements of N bytes, of which each lane touches 4: 32 lanes are spread over 31 * N
// + 4 bytes, N of 128 sectors' worth are 4.

struct Point { // 12 bytes
  float x, y, z;
};
struct Loose { // 16 bytes, aligned to 4
  float a, b, c, d;
};
struct Particle { // 24 bytes
  float position[3], velocity[3];
};
struct alignas(32) Cell { // 32 bytes
  float value, others[7];
};

__global__ void members(float *g, const Point *p, const Loose *l, const Particle *q, const Cell *c) {
  int t = threadIdx.x;
  float sum = p[t].y; // Bytes 4 .. 379: 12 sectors.
  // CHECK: :[[@LINE-1]]:15: warning: uncoalesced: this 32-bit load touches 12 sectors, ideal 4; 128 of 384 bytes moved are used
  // CHECK: note: 'Point' has 12 bytes, the distance between adjacent lanes: use one array per member (structure of arrays); or pad to 16 aligned bytes (float4) for one 128-bit access
  sum += l[t].b; // Two lanes a sector.
  // CHECK: :[[@LINE-1]]:10: warning: uncoalesced: this 32-bit load touches 16 sectors, ideal 4; 128 of 512 bytes moved are used
  // CHECK: note: 'Loose' has 16 bytes, the distance between adjacent lanes: use one array per member, so that adjacent lanes access adjacent elements
  sum += q[t].velocity[1]; // Bytes 16 .. 763: 24 sectors.
  // CHECK: :[[@LINE-1]]:10: warning: uncoalesced: this 32-bit load touches 24 sectors, ideal 4; 128 of 768 bytes moved are used
  // CHECK: note: 'Particle' has 24 bytes, the distance between adjacent lanes: use one array per member
  sum += c[t].value;
  // CHECK: :[[@LINE-1]]:10: warning: uncoalesced: this 32-bit load touches 32 sectors, ideal 4; 128 of 1,024 bytes moved are used
  // CHECK: note: 'Cell' has 32 bytes
  g[t] = sum;
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
}

// A float3 is moved in three pieces of 4 bytes, 12 bytes from lane to lane. The three
// together use all 384 bytes of their 12 sectors.
__global__ void three(float3 *g, const float3 *p) {
  int t = threadIdx.x;
  g[t] = p[t];
  // CHECK: :[[@LINE-1]]:3: remark: uncoalesced: this 32-bit store touches 12 sectors, ideal 4; 128 of 384 bytes moved are used
  // CHECK: note: only a remark because together with 2 accesses beside it, 384 of 384 bytes moved are used
  // CHECK: note: 'float3' has 12 bytes
  // CHECK: :[[@LINE-4]]:10: remark: uncoalesced: this 32-bit load touches 12 sectors, ideal 4; 128 of 384 bytes moved are used
}

// An aligned structure of 16 bytes is moved whole.
__global__ void four(float4 *g, const float4 *p, float *s) {
  int t = threadIdx.x;
  g[t] = p[t];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 128-bit store touches 16 sectors
  // CHECK: :[[@LINE-2]]:10: remark: coalesced: this 128-bit load touches 16 sectors
  // nvcc joins members that lie side by side and are aligned together: one request,
  // told of at the first.
  s[t] = p[t].x + p[t].y + p[t].z + p[t].w;
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:10: remark: coalesced: this 128-bit load touches 16 sectors
  // Two of the four: 8 bytes of every 16. Half of each sector is used, 16 of 8.
  s[t] = p[t + 32].z + p[t + 32].w;
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:10: warning: uncoalesced: this 64-bit load touches 16 sectors, ideal 8; 256 of 512 bytes moved are used
  // CHECK: note: 'float4' has 16 bytes, the distance between adjacent lanes: access all of it with one 128-bit load
  s[t] = p[t + 64].y;
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:10: warning: uncoalesced: this 32-bit load touches 16 sectors, ideal 4; 128 of 512 bytes moved are used
}

// Members that nothing aligns together are loads of their own, which use 256 bytes of
// the same 8 sectors.
__global__ void pairs(float *g, const float *p) {
  int t = threadIdx.x;
  g[t] = p[2 * t] + p[2 * t + 1];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:10: remark: uncoalesced: this 32-bit load touches 8 sectors, ideal 4; 128 of 256 bytes moved are used
  // CHECK: note: only a remark because together with 1 access beside it, 256 of 256 bytes moved are used
  // CHECK: :[[@LINE-4]]:21: remark: uncoalesced: this 32-bit load touches 8 sectors, ideal 4; 128 of 256 bytes moved are used
}

// A structure of arrays.
struct Points {
  float *x, *y, *z;
};
__global__ void apart(float *g, Points p) {
  int t = threadIdx.x;
  g[t] = p.x[t] + p.y[t];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:10: remark: coalesced: this 32-bit load touches 4 sectors
  // CHECK: :[[@LINE-3]]:19: remark: coalesced: this 32-bit load touches 4 sectors
}

void run(float *g, Points p) {
  members<<<1, 32>>>(g, (Point *)g, (Loose *)g, (Particle *)g, (Cell *)g);
  three<<<1, 32>>>((float3 *)g, (float3 *)g);
  four<<<1, 32>>>((float4 *)g, (float4 *)g, g);
  pairs<<<1, 32>>>(g, g);
  apart<<<1, 32>>>(g, p);
}
