// RUN: %warplint --report-unproven %s %stub 2>/dev/null | %check %s
// RUN: %warplint --keep-going -v %s %stub 2>&1 >/dev/null | FileCheck %s --check-prefix=LEFT
// Its own name is nowhere told.
// RUN: %warplint --keep-going -v --format=text --format=json:%t.json --format=html:%t.html --cost --stats %s %stub > %t.out 2>&1
// RUN: not grep "__warplint[:]:" %t.out %t.json %t.html
// RUN: %warplint --keep-going --declare-missing=false %s %stub 2>&1 | FileCheck %s --check-prefix=OFF
//
// Where no class of the file has what a template asks of a parameter, one is made
// that has it, and of which nothing is known.

// OFF-DAG: skipped 'match': this file does not instantiate it; {{.*}}no class in this file provides what 'Sum' needs: Value, combine, rows
// OFF-DAG: skipped 'keep'
// OFF-DAG: skipped 'extent'
template <int N, class Mask, class Sum>
__global__ void match(const float *in, const Mask mask, Sum sum, float *out) {
  __shared__ float s[32][33];
  __shared__ float t[32][32];
  typename Sum::Value best = 0; // A type,
  mask.next();                  // a member function,
  s[threadIdx.x][threadIdx.y] = in[threadIdx.x]; // Is clean.
  t[threadIdx.x][threadIdx.y] = in[threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: 32-way bank conflict: {{.*}}Mask = an assumed class{{.*}}(assumed)
  __syncthreads();
  if (mask(threadIdx.x, threadIdx.y)) { // an operator,
    best = Sum::combine(best, 1.0f);    // a static function,
    // Whoever comes by, is not known.
    t[threadIdx.y][threadIdx.x] = t[threadIdx.x][threadIdx.y];
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: unproven: 32-bit load: the active lanes may depend on declarations from a missing header
  }
  if (threadIdx.x == 0 && sum.rows < 4) // a member.
    best += 1;
  out[threadIdx.x] = best;
}

// Shared memory that is handed to it, is not followed.
// LEFT-DAG: :[[@LINE+5]]:{{[0-9]+}}: note: skipped 'Sink::put': it is a member of the class that warplint generated for parameter 'Sink', and 'keep' passes it shared memory
template <class Sink> __global__ void keep(Sink sink, float *out) {
  __shared__ float s[32][32];
  s[threadIdx.x][0] = 1;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: remark: 32-way bank conflict
  sink.put(&s[0][0]);
  out[threadIdx.x] = s[0][threadIdx.x];
}

// A constant of it has no value.
// LEFT-DAG: skipped 'extent': this file does not instantiate it
template <class Shape> __global__ void extent(float *out) {
  __shared__ float s[Shape::Rows][32];
  s[threadIdx.x][0] = 1;
  out[threadIdx.x] = s[0][threadIdx.x];
}
