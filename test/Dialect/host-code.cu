// REQUIRES: cuda-toolkit
// RUN: not %warplint -v --show-parse-errors %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY --implicit-check-not=error: < %t.err
//
// What nvcc accepts in host code. None of it is an error here.

#include <cmath>
#include <nvToolsExt.h>
#include <omp.h>

int threads() { return omp_get_max_threads(); }

int larger() { return max(1, 2); }

template <class T> bool isUsual(T a) { return isfinite(a); }
bool isUsualFloat(float x) { return isUsual(x); }
bool isOdd(double x) { return isnan(x) || isinf(x) || signbit(x); }

enum Level { Low, High };
template <class T> int higher(T a) { return max(a, High); }
int highest() { return higher(Low); }

dim3 grid(int n) { return dim3{n, 1u}; }

#define VERSION "1"
const char *Text = "version="VERSION"\n";

const float Least = std::numeric_limits<float>::min();

__global__ void k(int *p) {
  __shared__ int s[64];
  p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}

// REMEDY-DAG: worked around max, min of the device in a host template
// REMEDY-DAG: worked around narrowing in braces
// REMEDY-DAG: worked around a macro right behind a string
