// RUN: not %warplint --format=json %s %stub > %t.json
// RUN: python3 -m json.tool %t.json > %t.pretty
// RUN: FileCheck %s < %t.pretty
//
// One document with every access, the clean and the unproven ones too; docs/json.md
// says what the members mean.

template <int Stride> __global__ void gather(float *g, const int *index) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  g[t] = tile[t * Stride];
  g[t] = tile[t];
  g[t] = tile[index[t]];
}

void run(float *g, const int *index) { gather<4><<<1, 64>>>(g, index); }

// CHECK: "version": 1
// CHECK: "tool": {
// CHECK-NEXT: "name": "warplint"
// CHECK: "files": [
// CHECK: "file": "{{.*}}json.cu"
// CHECK-NEXT: "parsedThrough": null
// CHECK-NEXT: "architecture": "sm_90"
// CHECK-NEXT: "compiler": null,
// CHECK-NEXT: "compilerProblem": null,
// CHECK-NEXT: "hadErrors": false
// CHECK: "kernels": [
// CHECK-NEXT: "gather<4>"

// Words 4 * t: lanes 0, 8, 16 and 24 meet in bank 0. Two warps pay 4 each.
// CHECK: "findings": [
// CHECK: "check": "warplint-bank-conflict"
// CHECK-NEXT: "level": "warning"
// CHECK: "line": 11
// CHECK-NEXT: "column": 10
// CHECK: "message": "4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1"

// CHECK: "accesses": [
// CHECK: "line": 11
// CHECK: "kernel": "gather"
// CHECK-NEXT: "templateArguments": "<4>"
// CHECK: "array": "tile"
// CHECK-NEXT: "arrayType": "float[256]"
// CHECK: "line": 9
// CHECK: "kind": "load"
// CHECK-NEXT: "memory": "shared"
// CHECK-NEXT: "instruction": "ld.shared"
// CHECK-NEXT: "bytesPerLane": 4
// CHECK: "block": [
// CHECK-NEXT: 64,
// CHECK-NEXT: 1,
// CHECK-NEXT: 1
// CHECK: "source": "launch"
// CHECK: "verdict": "excess"
// CHECK: "wavefronts": {
// CHECK-NEXT: "worst": 4
// CHECK-NEXT: "best": 4
// CHECK-NEXT: "total": 8
// CHECK: "ideal": {
// CHECK-NEXT: "worst": 1
// CHECK-NEXT: "total": 2
// CHECK: "warps": 2
// CHECK-NEXT: "warpsWithExcess": 2
// CHECK: "collision": {
// CHECK-NEXT: "bank": 0
// CHECK-NEXT: "lanes": [
// CHECK-NEXT: 0,
// CHECK-NEXT: 8,
// CHECK-NEXT: 16,
// CHECK-NEXT: 24
// CHECK-NEXT: ]
// CHECK-NEXT: "ways": 4

// CHECK: "line": 12
// CHECK: "verdict": "clean"
// CHECK: "worst": 1
// CHECK: "line": 13
// CHECK: "verdict": "unproven"
// CHECK: "reason": "data-dependent-index"
// CHECK-NEXT: "reasonText": "the index comes from memory: index[t]"
