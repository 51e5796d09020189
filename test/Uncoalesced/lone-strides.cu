// RUN: not %warplint --checks='-*,warplint-uncoalesced-access' --verbose %s %stub | %check %s
//
// A parameter that only scales an index is a stride that callers mostly have as 1,
// where 32 lanes touch 4 sectors; from 8 on each has one of its own. What something
// is compared with, and what goes beside elements next to each other, is a length.

struct Vector {
  float *data;
  int stride;
};

__global__ void scale(Vector v, float *y, int incy, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    y[i * incy] = 2 * v.data[i * v.stride];
  // CHECK: :[[@LINE-1]]:5: remark: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
  // CHECK: note: only a remark because there is no such excess if the stride 'incy' is 1
  // CHECK: :[[@LINE-3]]:23: remark: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
  // CHECK: note: only a remark because there is no such excess if the stride 'v' is 1
}

// Rows of 'pitch' elements: the next one is k + 1.
__global__ void rows(const float *a, float *sums, int pitch, int columns) {
  float sum = 0;
  for (int k = 0; k < columns; ++k)
    sum += a[threadIdx.x * pitch + k];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
  sums[threadIdx.x] = sum;
}

// So many are counted.
__global__ void column(float *a, int n) {
  if (threadIdx.x < n)
    a[threadIdx.x * n] = 0;
  // CHECK: :[[@LINE-1]]:5: warning: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
}

// The members of something that is as large as the stride.
__global__ void members(float *a, int size) {
  a[threadIdx.x * size] = 0;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
  a[threadIdx.x * size + 1] = 1;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
}

// A window of a convolution: 'step' elements from lane to lane, all in a row of 'width' elements.
__global__ void windows(float *a, const float *in, int width, int height, int step, int size) {
  float sum = 0;
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) {
      int column = threadIdx.x * step + x - 1, row = blockIdx.x * step + y - 1;
      if (column >= 0 && column < width && row >= 0 && row < height)
        sum += in[row * width + column];
      // CHECK: :[[@LINE-1]]:16: remark: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
      // CHECK: note: only a remark because there is no such excess if the stride 'step' is 1
    }
  a[threadIdx.x] = sum;
}

// Rows of 'pitch' elements again: what is compared is the place in the whole array, or that in the row.
__global__ void planes(float *a, const float *in, int pitch, int plane, int n, int columns) {
  float sum = 0;
  for (int z = 0; z < n; ++z)
    for (int k = 0; k < columns; ++k)
      if (threadIdx.x * pitch + k < n)
        sum += in[threadIdx.x * pitch + k];
  // CHECK: :[[@LINE-1]]:16: warning: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
  for (int z = 0; z < n; ++z)
    for (int k = 0; k < columns; ++k)
      if (threadIdx.x < n && k + z < n)
        sum += in[z * plane + threadIdx.x * pitch + k];
  // CHECK: :[[@LINE-1]]:16: warning: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
  a[threadIdx.x] = sum;
}

// A column of threads goes by 'step', too; rows of the block do not.
__global__ void blocks(float *a, int step, int pitch) {
  a[threadIdx.x * step + threadIdx.y * step * pitch] = 0;
  // CHECK: :[[@LINE-1]]:3: remark: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
  a[threadIdx.x * pitch + threadIdx.y] = 0;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
}

// A view of a tensor: each index has its stride. What goes on by one element has none. That the grid is known says
// nothing of a stride.
__global__ void views(float *a, const float *in, int plane, int row, int element, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  for (int z = 0; z < n; ++z)
    a[x] = in[z * plane + threadIdx.y * row + x * element];
  // CHECK: :[[@LINE-1]]:12: remark: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
  // CHECK: note: only a remark because there is no such excess if the stride 'element' is 1
  for (int z = 0; z < n; ++z)
    a[x] = in[z + threadIdx.y * plane + x * row];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
}

struct View {
  float *data;
  int strides[2];
};

// Steps of a plane, a product of two sizes, are no elements either.
__global__ void planesOfView(float *a, View v, int height, int width, int r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y;
  for (int k = 0; k < r; ++k)
    if (x < width && y < height)
      v.data[y * v.strides[0] + x * v.strides[1] + height * width * (k + r * k)] = a[x];
  // CHECK: :[[@LINE-1]]:7: remark: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
  // CHECK: note: only a remark because there is no such excess if the stride 'v' is 1
  for (int k = 0; k < r; ++k)
    v.data[y * v.strides[0] + x * v.strides[1] + k] = a[x];
  // CHECK: :[[@LINE-1]]:5: warning: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4
}

// A stride by itself has the index 1. It is known as one by the structure that it shares with the pointer: another
// parameter may be where a row begins.
__global__ void second(float *a, View v, const float *in, int pitch, int first, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    a[i] = v.data[i * v.strides[0] + v.strides[1]];
  // CHECK: :[[@LINE-1]]:12: remark: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
  // CHECK: note: only a remark because there is no such excess if the stride 'v' is 1
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    a[i] = in[i * pitch + first];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4
}

void run(float *g, Vector v, int n, View w) {
  planesOfView<<<4, dim3(64, 2)>>>(g, w, n, n, n);
  second<<<4, 64>>>(g, w, g, n, n, n);
  views<<<4, dim3(64, 2)>>>(g, g, n, n, n, n);
  scale<<<n, 128>>>(v, g, n, n);
  rows<<<1, 128>>>(g, g, n, n);
  column<<<1, 128>>>(g, n);
  members<<<1, 128>>>(g, n);
  windows<<<n, 128>>>(g, g, n, n, n, n);
  planes<<<1, 128>>>(g, g, n, n, n, n);
  blocks<<<1, dim3(32, 4)>>>(g, n, n);
}
