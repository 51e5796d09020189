//===- ModelCommand.h - warplint model --------------------------*- C++ -*-===//
//
// Prints what the hardware model says of requests that are given on the command
// line or as JSON, so that anyone can hold it against the counters of their own
// GPU. docs/model.md is the manual.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_MODEL_MODELCOMMAND_H
#define WARPLINT_TOOLS_MODEL_MODELCOMMAND_H

#include "llvm/ADT/ArrayRef.h"

namespace warplint {

/// Runs `warplint model` with the arguments after the word "model" and returns
/// the exit code: 0, 1 when --check found a difference, 2 for an error in the
/// options or the input.
int runModelCommand(llvm::ArrayRef<const char *> Arguments);

} // namespace warplint

#endif // WARPLINT_TOOLS_MODEL_MODELCOMMAND_H
