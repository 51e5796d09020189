// A function that gets two arrays accesses both of them at one place: layouts
// are told of both.
//
// RUN: not %warplint %s %stub | FileCheck %s
// RUN: not %warplint --format=json %s %stub > %t.json
// RUN: %python -c "import json, sys; f = json.load(open(sys.argv[1]))['files'][0]; assert sorted(l['array'] for l in f['layouts']) == ['first', 'second'], f['layouts']; assert sorted(a['array'] for a in f['accesses'] if a['kind'] == 'ldmatrix') == ['first', 'second']" %t.json

// CHECK: warning: 8-way bank conflict: this ldmatrix
// CHECK-DAG: help: suggested layout: {{.*}}'first
// CHECK-DAG: help: suggested layout: {{.*}}'second
// CHECK-NOT: warning:
__device__ void load(unsigned &r, const void *row) {
  unsigned at = __cvta_generic_to_shared(row);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r), "=r"(r), "=r"(r), "=r"(r)
               : "r"(at));
}

__global__ void k(const uint4 *in, unsigned *out) {
  __shared__ __align__(16) short first[32][64];
  __shared__ __align__(16) short second[32][64];
  int t = threadIdx.x;
  for (int i = 0; i < 256; i += 32) {
    reinterpret_cast<uint4 *>(first)[t + i] = in[t + i];
    reinterpret_cast<uint4 *>(second)[t + i] = in[t + i + 256];
  }
  __syncthreads();
  unsigned a, b;
  load(a, &first[t][0]);
  load(b, &second[t][8]);
  out[t] = a + b;
}

void run(const uint4 *in, unsigned *out) { k<<<1, 32>>>(in, out); }
