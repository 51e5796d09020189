// RUN: %warplint --arch=sm_90 --report-clean --report-unproven %s %stub > %t.out 2> %t.err
// RUN: %check %s --allow-empty < %t.out
// RUN: FileCheck %s --check-prefix=LEFT-OUT < %t.err
// RUN: %warplint --arch=sm_90 --format=json %s %stub > %t.json 2> %t.err
// RUN: FileCheck %s --check-prefix=JSON < %t.json
//
// What is done with a shared array beside accessing it lane by lane is no access, but
// whoever changes the array's layout has to know of it.

using uint64_t = unsigned long long;

__device__ unsigned addressOf(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

// JSON: "uses": [

__global__ void bulkCopies(const float *g, const void *map) {
  __shared__ alignas(128) float box[1024];
  __shared__ uint64_t done;
  asm volatile("mbarrier.init.shared.b64 [%0], %1;"
               :
               : "r"(addressOf(&done)), "r"(1));
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
               "[%0], [%1], %2, [%3];"
               :
               : "r"(addressOf(box)), "l"(g), "r"(4096), "r"(addressOf(&done)));
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global"
               ".mbarrier::complete_tx::bytes [%0], [%1, {%3, %3}], [%2];"
               :
               : "r"(addressOf(box)), "l"(map), "r"(addressOf(&done)), "r"(0));
}
// JSON-DAG: "kind": "mbarrier",{{[[:space:]]+}}"what": "mbarrier.init.shared"
// JSON-DAG: "kind": "mbarrier",{{[[:space:]]+}}"what": "cp.async.bulk.shared::cluster.global"
// JSON-DAG: "kind": "region-copy",{{[[:space:]]+}}"what": "cp.async.bulk.shared::cluster.global"
// JSON-DAG: "kind": "region-copy",{{[[:space:]]+}}"what": "cp.async.bulk.tensor.2d.shared::cluster.global"

// The descriptor is computed from the address.
__global__ void descriptors(float *g) {
  __shared__ alignas(128) float a[1024];
  uint64_t d = (uint64_t)((addressOf(a) & 0x3ffff) >> 4) | 1ull << 62;
  float x = 0, y = 0, z = 0, w = 0;
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%0, %1, %2, %3}, %4, %4, 1, 1, 1, 0, 0;"
               : "+f"(x), "+f"(y), "+f"(z), "+f"(w)
               : "l"(d));
  g[0] = x;
}
// JSON-DAG: "kind": "matrix-descriptor",{{[[:space:]]+}}"what": "wgmma.mma_async"

__device__ void elsewhere(float *p);

__global__ void calls(float **where) {
  __shared__ float s[32];
  __shared__ float t[32];
  elsewhere(s);
  *where = t;
  // LEFT-OUT: :[[@LINE-2]]:3: note: skipped 'elsewhere': it is defined in another file, and 'calls' passes it shared memory
}
// JSON-DAG: "kind": "call",{{[[:space:]]+}}"what": "elsewhere"
// JSON-DAG: "kind": "stored-address",{{[[:space:]]+}}"what": "store"

__global__ void cluster() {
  __shared__ float s[32];
  unsigned other;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(other)
               : "r"(addressOf(s)), "r"(1));
  asm volatile("st.shared::cluster.f32 [%0], %1;"
               :
               : "r"(other + 4 * threadIdx.x), "f"(0.f));
  // CHECK: :[[@LINE-3]]:3: remark: coalesced: this 32-bit store touches 4 sectors
}
