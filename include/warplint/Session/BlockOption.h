//===- BlockOption.h - The value of --block ---------------------*- C++ -*-===//

#ifndef WARPLINT_SESSION_BLOCKOPTION_H
#define WARPLINT_SESSION_BLOCKOPTION_H

#include "warplint/Basic/LaunchShape.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>

namespace warplint {

/// Reads "[KERNEL:]X[xY[xZ]]", for example "transpose:32x8": the kernel's name
/// (empty for all kernels) and the block. The hardware's limits hold: at most
/// 1024 threads, X and Y at most 1024, Z at most 64 (CUDA C++ Programming
/// Guide, "Technical Specifications").
llvm::Expected<std::pair<std::string, LaunchShape>>
parseBlockOption(llvm::StringRef Text);

} // namespace warplint

#endif // WARPLINT_SESSION_BLOCKOPTION_H
