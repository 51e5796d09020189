//===- HostEffects.h - The memory that host code touches --------*- C++ -*-===//
//
// HostEffects tells which objects an instruction of unoptimized IR reads and
// writes, its callees included. An object is a local, a global variable or what
// an argument points to. What is reached through a pointer from memory may be
// anything, but for locals whose address nobody keeps.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_HOST_HOSTEFFECTS_H
#define WARPLINT_LIB_KERNEL_HOST_HOSTEFFECTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <map>

namespace llvm {
class Argument;
class CallBase;
class Function;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace warplint {

struct HostMemory {
  llvm::SmallSetVector<const llvm::Value *, 4> Objects = {};
  bool Anything = false;
  bool isEmpty() const { return Objects.empty() && !Anything; }
};

struct Effects {
  HostMemory Reads = {}, Writes = {};
};

class HostEffects {
public:
  /// Notes in \p M what is known of the functions of the C library.
  explicit HostEffects(llvm::Module &M);

  Effects of(const llvm::Instruction &I);
  /// Whether \p A and \p B, of one function, may have an object in common.
  bool overlap(const HostMemory &A, const HostMemory &B);

private:
  /// Where an address goes that a function gets.
  struct Fate {
    bool IsKept = false, IsReturned = false;
  };
  using Pointers = llvm::SmallSetVector<const llvm::Value *, 8>;

  const Effects &ofFunction(const llvm::Function &F);
  Effects ofCall(const llvm::CallBase &Call);
  const HostMemory &resultsOf(const llvm::Function &F);
  void addPointees(const llvm::Value *Address, HostMemory &To);
  void addPointees(const llvm::Value *Address, HostMemory &To, Pointers &Seen);
  void translate(const HostMemory &Inner, const llvm::CallBase &Call,
                 HostMemory &To, Pointers &Seen);
  Fate fateOf(const llvm::Value &Address);
  bool follow(const llvm::Value &Address, const llvm::Value &User, Fate &Found,
              Pointers &Next);
  bool followCall(const llvm::Value &Address, const llvm::CallBase &Call,
                  Pointers &Next);
  bool isExposed(const llvm::Value &Object);

  std::map<const llvm::Function *, Effects> Known;
  std::map<const llvm::Function *, HostMemory> Results;
  llvm::DenseMap<const llvm::Value *, Fate> Fates;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_HOST_HOSTEFFECTS_H
