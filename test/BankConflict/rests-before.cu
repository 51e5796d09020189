// RUN: not %warplint --report-clean --block=32 --sort=source %s %stub | FileCheck %s --implicit-check-not=warning:
//
// nvcc lays variables out as they follow each other, each at the alignment that it
// is declared with: behind `char flag` an array of char begins at byte 1 of a word,
// and element 3 is in the word of element 4.

// Elements 3 and 132 are bytes 4 and 133: words 1 and 33, both in bank 1. On a word's
// boundary they would be words 0 and 33, in banks 0 and 1.
__global__ void behind_one_byte(char *o, int n) {
  __shared__ char flag;
  __shared__ char a[256];
  flag = n;
  a[n & 255] = 1;
  __syncthreads();
  o[threadIdx.x] = a[threadIdx.x ? 132 : 3] + flag;
  // CHECK: :[[@LINE-1]]:20: warning: up to 2-way bank conflict
}

// Three elements of 16 bits: the array begins in the middle of a word.
__global__ void behind_three_shorts(short *o, int n) {
  __shared__ short flag[3];
  __shared__ short a[256];
  flag[n % 3] = n;
  a[n & 255] = 1;
  __syncthreads();
  o[threadIdx.x] = a[threadIdx.x ? 66 : 1] + flag[0];
  // CHECK: :[[@LINE-1]]:20: warning: up to 2-way bank conflict
}

// A word lies before it: elements 3 and 132 are in words 0 and 33 of the array.
__global__ void behind_a_word(char *o, int n) {
  __shared__ char flag[4];
  __shared__ char a[256];
  flag[n & 3] = n;
  a[n & 255] = 1;
  __syncthreads();
  o[threadIdx.x] = a[threadIdx.x ? 132 : 3] + flag[0];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free
}

// Rests of words behind it do not move it.
__global__ void before_one_byte(char *o, int n) {
  __shared__ char a[256];
  __shared__ char flag;
  a[n & 255] = 1;
  flag = n;
  __syncthreads();
  o[threadIdx.x] = a[threadIdx.x ? 132 : 3] + flag;
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free
}
