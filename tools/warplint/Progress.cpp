//===- Progress.cpp - One line on a terminal ------------------------------===//

#include "Progress.h"
#include "warplint/Finding/Wording.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace warplint {

Progress::Progress(size_t Files, bool IsWanted)
    : Files(Files),
      IsOn(IsWanted && Files > 1 && sys::Process::StandardErrIsDisplayed()) {
  show();
}

void Progress::hide() {
  // Back to the first column, and clear to the end of the line.
  if (IsShown)
    errs() << "\r\x1b[K";
  IsShown = false;
}

void Progress::show() {
  if (!IsOn || Done == Files)
    return;
  errs() << "\r\x1b[K[" << Done << '/' << Files << "] "
         << counted(Findings, "finding");
  IsShown = true;
}

void Progress::step(size_t NewFindings) {
  ++Done;
  Findings += NewFindings;
}

} // namespace warplint
