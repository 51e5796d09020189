// RUN: not %warplint --report-clean --report-unproven %s %stub | %check %s
//
// A record to which a pointer is kept lies in memory. What its members are is
// known all the same where they are written once, and which of them may be a
// pointer to shared memory.

struct View {
  const float *data;
  int size;
};

// The iterator that points to nothing yet, and to the view later.
struct Cursor {
  const View *view;
  int at;
};

struct Runner {
  View view;
  float (&tile)[32][32];
  float *out;
  int column;
  int turn;

  __device__ void step(int n) {
    Cursor last = {0, 0};
    for (Cursor c = {&view, 0}; c.at < n; ++c.at) {
      if (last.view != c.view || c.view->data[c.at] > 0)
        // tile[threadIdx.x][column] with a column that is written once: 32 rows
        // of 32 words.
        out[c.at] = tile[threadIdx.x][column];
      // CHECK: :[[@LINE-1]]:21: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
      last = c;
      ++turn;
      // A member that changes is known no more.
      tile[turn][threadIdx.x] = 0;
      // CHECK: :[[@LINE-1]]:7: remark: unproven: 32-bit store: the index comes from a local array: runner
    }
    if (last.view)
      out[turn] = last.view->data[0];
  }
};

__global__ void runs(View view, float *out, int n) {
  __shared__ float tile[32][32];
  Runner runner{view, tile, out, 3, 0};
  runner.step(n);
}

void run(View view, float *out, int n) { runs<<<1, 32>>>(view, out, n); }
