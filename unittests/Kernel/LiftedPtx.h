//===- LiftedPtx.h - Inline PTX blocks as IR in unit tests ------*- C++ -*-===//
//
// A block of inline PTX in a function of its own, whose parameters are the
// block's arguments: $0 of "=r,r" returns, the first "r" is argument 0. What
// lifting makes of it is executed lane by lane, on numbers of the test's.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_UNITTESTS_KERNEL_LIFTEDPTX_H
#define WARPLINT_UNITTESTS_KERNEL_LIFTEDPTX_H

#include "warplint/Kernel/InlinePtx.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "gtest/gtest.h"
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warplint {

constexpr unsigned Lanes = 32;
using LaneValues = std::array<uint64_t, Lanes>;

uint64_t lowBits(uint64_t Value, unsigned Bits);
int64_t asSigned(uint64_t Value, unsigned Bits);

class LiftedPtx {
public:
  /// Arguments that \p Known gives are constants. The module has the variables
  /// `tile` and `smem$0` at address 4096.
  LiftedPtx(llvm::StringRef Asm, llvm::StringRef Constraints,
            std::vector<std::optional<int64_t>> Known = {});

  /// A statement that stayed, and its call.
  struct Statement {
    llvm::CallInst *Call;
    PtxStatement Read;
    const PtxMemoryOp &op() const { return *Read.Memory; }
    llvm::Value *operator[](PtxArgument N) const {
      return N ? Call->getArgOperand(*N) : nullptr;
    }
    llvm::Value *address() const { return (*this)[op().Location.Address]; }
  };
  std::vector<Statement> memoryOps() const;
  /// Texts of those that may touch memory and were not understood.
  std::vector<std::string> unread() const;
  /// What is left of the block as inline assembly.
  std::vector<llvm::CallInst *> calls() const;

  llvm::Value *output(unsigned Field = 0) const;
  /// The statement that \p V hangs on and that is not executed here, if any.
  std::optional<PtxStatement> unknownBehind(const llvm::Value *V) const;

  /// Values of arguments by number and lane.
  using Arguments = std::vector<LaneValues>;
  std::optional<uint64_t> execute(const llvm::Value *V, const Arguments &Values,
                                  unsigned Lane = 0) const;

  llvm::Module &module() const { return *M; }

private:
  std::optional<uint64_t> executeCall(const llvm::CallBase &Call,
                                      unsigned Field, const Arguments &Values,
                                      unsigned Lane) const;

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
  llvm::Function *F = nullptr;
};

/// One number for each argument.
using Numbers = std::vector<uint64_t>;
using Formula = std::function<uint64_t(const Numbers &)>;

/// Expects \p V to be \p Expected, for random arguments, in as many bits as it
/// has.
void expectEqual(const LiftedPtx &Block, const llvm::Value *V,
                 const Formula &Expected, llvm::StringRef Asm);
/// Output 0 of a block without memory instructions.
void expectOutput(llvm::StringRef Asm, llvm::StringRef Constraints,
                  const Formula &Expected);
/// What makes output 0 unknown, "" where it is known.
std::string causeOf(llvm::StringRef Asm, llvm::StringRef Constraints);

} // namespace warplint

#endif // WARPLINT_UNITTESTS_KERNEL_LIFTEDPTX_H
