// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
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
    // The view may be another one, for all that is seen; one word for all lanes.
    if (last.view)
      out[turn] = last.view->data[0];
    // CHECK: :[[@LINE-1]]:19: remark: conflict-free: this 32-bit load takes 1 wavefront
  }
};

__global__ void runs(View view, float *out, int n) {
  __shared__ float tile[32][32];
  Runner runner{view, tile, out, 3, 0};
  runner.step(n);
}

// A pointer that may lead to such a record may lead to a shared one as well.
__global__ void either(View view, View *out, int n) {
  __shared__ View views[32];
  const View none = {nullptr, 0};
  views[threadIdx.x] = view;
  // A pointer and a number are stored apart, or as one: views are 16 bytes, so that
  // lanes 0 and 8 meet in the first bank, and as one they fill four rows of the banks.
  // CHECK: :[[@LINE-3]]:3: warning: 2-way bank conflict: this 64-bit store takes 4 wavefronts, ideal 2
  // CHECK: note: as written; the compiler may issue 2 copies of this store as one 128-bit store: 4 wavefronts together, ideal 4
  const View &chosen = threadIdx.x < n ? views[threadIdx.x] : none;
  out[threadIdx.x].size = chosen.size;
  // CHECK: :[[@LINE-1]]:27: remark: unproven: 32-bit load: the pointer may point to shared or to global memory
}

void run(View view, float *out, int n) { runs<<<1, 32>>>(view, out, n); }
