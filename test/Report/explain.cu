// RUN: %warplint --checks=-warplint-uncoalesced-access --explain=%s:23 %stub | FileCheck %s --check-prefix=STRIDE
// RUN: %warplint --checks=-warplint-uncoalesced-access --explain=%s:23:10 %s %stub | FileCheck %s --check-prefix=STRIDE
// RUN: %warplint --checks=-warplint-uncoalesced-access --explain=%s:31 %stub | FileCheck %s --check-prefix=GUARD
// RUN: %warplint --checks=-warplint-uncoalesced-access --explain=%s:35 %stub | FileCheck %s --check-prefix=DATA
// RUN: %warplint --checks=-warplint-uncoalesced-access --explain=%s:37 %stub | FileCheck %s --check-prefix=WIDE
// RUN: %warplint --checks=-warplint-uncoalesced-access --explain=%s:43 %stub | FileCheck %s --check-prefix=TWO
// RUN: %warplint --checks=-warplint-uncoalesced-access --explain=%s:50 %stub | FileCheck %s --check-prefix=CALL
// RUN: %warplint --checks=-warplint-uncoalesced-access --explain=%s:58 %stub | FileCheck %s --check-prefix=NEVER
// RUN: %warplint --checks=-warplint-uncoalesced-access --explain=%s:23 --format=json %stub | python3 -m json.tool \
// RUN:   | FileCheck %s --check-prefix=JSON
//
// Every access of a line is explained, the clean and the undecided ones too.

__device__ float helper(const float *s, int i) {
  return s[3 * i];
}

__global__ void strides(float *g, int pitch) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  // Word pitch * t: bank 0 for all lanes where pitch is a multiple of 32. 32
  // residues of pitch.
  g[t] = s[pitch * t];
}

__global__ void shapes(float *g, const int *index, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k)
    if (t % 2 == 0)
      g[t] += s[t + k];
  for (int k = 0; k < n; ++k)
    if (t < index[0])
      // Nobody knows index[t].
      g[t] += s[index[t] + k];
  // Eight lanes fill the 32 banks.
  float4 v = reinterpret_cast<float4 *>(s)[t];
  g[t] += v.x + v.y;
}

__global__ void two(float *g) {
  __shared__ float s[64];
  s[threadIdx.x] = 2 * s[2 * threadIdx.x];
  g[0] = s[0];
}

__global__ void calls(float *g) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  g[t] = helper(s, t);
}

template <int N> __global__ void never(float *g) {
  __shared__ float s[32];
  int t = threadIdx.x;
  if (t < 32)
    return;
  g[t] = s[t - N];
}

void run(float *g, const int *index, int n) {
  strides<<<1, 32>>>(g, n);
  shapes<<<1, dim3(16, 4)>>>(g, index, n);
  two<<<1, 32>>>(g);
  calls<<<1, 32>>>(g);
  never<1><<<1, 32>>>(g);
}

// STRIDE: {{.*}}explain.cu:23:10: remark: 32-bit load of 's' in 'strides'
// STRIDE-NEXT: 23 |   g[t] = s[pitch * t];
// STRIDE-NEXT: ^~~~~~~~~~~~
// STRIDE-NEXT: {{^}}  verdict      depends: up to 32 wavefronts, ideal 1{{$}}
// STRIDE-NEXT: {{^}}  condition    {{.*}}pitch is odd; 32-way when pitch is a multiple of 32
// STRIDE-NEXT: {{^}}  executions   executed once per warp: at most 31 excess wavefronts per block{{$}}
// STRIDE-NEXT: {{^}}  kernel       strides{{$}}
// STRIDE-NEXT: {{^}}  launch       block (32,1,1) from the launch at {{.*}}explain.cu:62:3{{$}}
// STRIDE-NEXT: {{^}}  instruction  ld.shared, 4 bytes per lane{{$}}
// STRIDE-NEXT: {{^}}  array        s, float[], declared at {{.*}}explain.cu:19:27{{$}}
// STRIDE-NEXT: {{^}}  address      s + 4*(pitch*threadIdx.x){{$}}
// STRIDE-NEXT: {{^}}  guard        none: every lane executes it{{$}}
// Of the multiples of 32 the first that tells 32 words apart.
// STRIDE-DAG: pitch: kernel parameter, 32 bits; 32 shows the figure{{$}}
// STRIDE-DAG: s: start of the array, a multiple of 128{{$}}
// STRIDE: {{^}}  proof        32 cases, split by pitch mod 32; rule 1: terms that all lanes share cancel; rule 2: {{.*}}
// STRIDE: the costliest request of warp 0, active lanes 0xffffffff, where pitch mod 32 = 0;
// STRIDE: {{^}}  lane  active  thread           byte       word   bank{{$}}
// STRIDE-NEXT: {{^}}     0  yes     (0,0,0)             0          0      0{{$}}
// STRIDE: {{^}}    31  yes     (31,0,0)  {{ *}}
// STRIDE: bank 0 is the fullest, with 32 turns: word 0 for lane 0; word 32 for lane 1; {{.*}}; ...{{$}}
// STRIDE-NEXT: 32 wavefronts: an access of up to 4 bytes per lane takes one wavefront for each distinct word

// Threads (0,0), (2,0), ... and (0,1), (2,1), ...: x is even, and so t.
// GUARD: 32-bit load of 's' in 'shapes'
// GUARD: {{^}}  verdict      clean: 1 wavefront, ideal 1{{$}}
// GUARD: {{^}}  executions   in a loop over 'k' with an unknown trip count{{$}}
// GUARD: {{^}}  guard        {{.*}}threadIdx.x
// GUARD: {{^}}  loops        k: runs while k < n, unknown trip count{{$}}
// GUARD: a request of warp 0, active lanes 0x55555555
// GUARD: {{^}}    16  yes     (0,1,0)             0          0      0{{$}}
// GUARD-NEXT: {{^}}    17  no      (1,1,0)             -          -      -{{$}}
// Lane 0 reads what lane 16 reads.
// GUARD: bank 0 is the fullest, with 1 turn: word 0 for lanes 0, 16{{$}}

// DATA: {{^}}  verdict      unproven (data-dependent-index): the index comes from memory: index[t]{{$}}
// DATA: {{^}}  symbols {{.*}}
// DATA: index[0]: loaded from one address by the whole warp, 32 bits, only in the guard{{$}}
// DATA: {{^}}  data         index[t]: loaded from memory{{$}}
// DATA: {{^}}  proof        rule 3: accesses without a proof are unproven{{$}}
// DATA-NOT: lane  active

// WIDE: 128-bit load of 's' in 'shapes'
// WIDE: {{^}}  lane  active  thread           byte       word   bank  quarter-warp{{$}}
// WIDE: {{^}}     9  yes     (9,0,0)           144      36-39    4-7  1{{$}}
// WIDE: {{^}}  quarter-warp 1: bank 0 is the fullest, with 1 turn: word 32 for lane 8{{$}}
// WIDE: {{^}}  4 wavefronts: a 16-byte access is served by quarter-warps

// TWO: explain.cu:43:3: remark: 32-bit store of 's' in 'two'
// TWO: {{^}}  verdict      clean: 1 wavefront, ideal 1{{$}}
// TWO: explain.cu:43:24: remark: 32-bit load of 's' in 'two'
// TWO: {{^}}  verdict      excess: 2 wavefronts, ideal 1{{$}}
// TWO: bank 0 is the fullest, with 2 turns: word 0 for lane 0; word 32 for lane 16{{$}}

// CALL: explain.cu:15:10: remark: 32-bit load of 's' in 'calls'
// CALL: {{^}}  reached by   {{.*}}explain.cu:50:10: called from here in 'calls'{{$}}
// CALL: {{^}}  address      s + 4*(3*threadIdx.x){{$}}

// NEVER: 32-bit load of 's' in 'never<1>'
// NEVER-NEXT: 58 |
// NEVER-NEXT: ^
// NEVER-NEXT: {{^}}  verdict      never runs: no lane of any warp executes it{{$}}
// NEVER-NEXT: {{^}}  kernel       never<1>{{$}}
// NEVER: {{^}}  guard        threadIdx.x >= 32{{$}}
// NEVER-NOT: lane  active

// JSON: "line": 23,
// JSON: "explanation": {
// JSON-NEXT: "address": "s + 4*(pitch*threadIdx.x)"
// JSON-NEXT: "guard": null
// JSON: "name": "pitch"
// JSON-NEXT: "kind": "parameter"
// JSON-NEXT: "bits": 32
// JSON: "inAddress": true
// JSON: "cases": 32
// JSON-NEXT: "splitOn": [
// JSON-NEXT: "pitch mod 32"
// JSON-NEXT: ]
// JSON-NEXT: "rules": [
// JSON-NEXT: "shared-terms-drop-out"
// JSON-NEXT: "residues"
// JSON: "lanes": [
// JSON: "groups": [
// JSON: "bank": 0
// JSON-NEXT: "turns": [
// JSON-NOT: "line": 31
