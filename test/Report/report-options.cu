// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning %s %stub | %check %s --check-prefixes=CONFLICT,UNPROVEN
// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning --check-option=warplint-bank-conflict.ReportData=false %s %stub \
// RUN:   | %check %s --check-prefixes=CONFLICT
// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning --report-clean %s %stub \
// RUN:   | %check %s --check-prefixes=CONFLICT,CLEAN,UNPROVEN
// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning --report-unproven %s %stub \
// RUN:   | %check %s --check-prefixes=CONFLICT,UNPROVEN
//
// Conflicts are always reported, and accesses whose index is data; what is clean
// or unproven otherwise, on request.

__global__ void kernel(float *g, const int *index) {
  __shared__ float s[256];
  int t = threadIdx.x;
  g[t] = s[2 * t];
  // CONFLICT: :[[@LINE-1]]:10: warning: 2-way bank conflict
  g[t] = s[t];
  // CLEAN: :[[@LINE-1]]:10: remark: conflict-free
  g[t] = s[index[t]];
  // UNPROVEN: :[[@LINE-1]]:10: remark: unproven
}
