//===- ReusedAddresses.h - Addresses made of earlier ones -------*- C++ -*-===//
//
// LLVM's straight-line strength reduction makes a sum of an earlier one that
// differs in the factor of one part:
//
//   s[y * 64 + t] = ...            at  a = s + 4 * (y * 64 + t)
//   ... s[y * 64 + 4 * t + i]      at  a + 12 * t + 4 * i
//
// The assembler sees no more of the second than that it is a multiple of what the
// first is one of: 4 bytes, where s + 256 * y + 16 * t is a multiple of 16. Tried
// with nvcc 13.0 for sm_90, 50 kernels:
//
//   the earlier one  stands on all ways to the later one, and is an address in the
//                    same array or a number that may be an index of anything
//   they differ in   one factor, and have all other parts and their factors in
//                    common. Elements of an array of numbers with one part alone
//                    (`s[t]`, `s[4 * t]`) are computed anew, so are those of
//                    unsigned indices in arrays of arrays or records, and a row's
//                    address (`s[t][i]`) is made of that of a row (`s[t / 2][0]`),
//                    not of an element's (`s[i][t]`)
//
// A number that is added to `t` makes the index of the same constant, too: `t + 2`,
// which is stored or compared, that of `s[4 * t + 2]`, unless `s[4 * t]` or another
// sum of `4 * t`, which is not made so, is the first of these (48 orders of 4 stores).
//
// What LLVM joins itself it joins before. Behind the remainder of a signed number
// by a power of two the assembler sees no factor either, nor in `64 - (t ^ 4) * 16`
// and `64 * y - 16 * t`, where a masked number or a shifted one is taken away, and of `(31 - 4 * t) * 3` only that of the
// whole, since it multiplies last.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_SIMPLIFY_REUSEDADDRESSES_H
#define WARPLINT_LIB_KERNEL_SIMPLIFY_REUSEDADDRESSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>
#include <vector>

namespace llvm {
class DominatorTree;
class Function;
class Instruction;
class Loop;
class LoopInfo;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace warplint {

/// Of one function.
class ReusedAddresses {
public:
  ReusedAddresses(llvm::Function &F, llvm::DominatorTree &DT,
                  llvm::LoopInfo &LI, llvm::ScalarEvolution &SE)
      : F(F), DT(DT), LI(LI), SE(SE) {}

  /// What is seen to divide the address of \p Access at least, \p Widest bytes at
  /// most.
  uint64_t seenOf(const llvm::Instruction &Access, uint64_t Widest) {
    return seen(Access, Widest, Reader::Assembler);
  }
  /// The same where LLVM makes no address of another.
  uint64_t seenBehindRemainders(const llvm::Instruction &Access,
                                uint64_t Widest) {
    return seen(Access, Widest, Reader::Remainders);
  }
  /// The same where only calls hide anything.
  uint64_t seenBehindCalls(const llvm::Instruction &Access, uint64_t Widest) {
    return seen(Access, Widest, Reader::Calls);
  }

private:
  /// What may hide a factor: each what those before it do, too.
  enum class Reader { Calls, Remainders, Assembler };
  uint64_t seen(const llvm::Instruction &Access, uint64_t Widest, Reader By);
  /// Numbers that are added up, each once, with their factors; null: 1.
  using Parts = std::vector<std::pair<const llvm::Value *, uint32_t>>;
  struct Sum {
    const llvm::Instruction *Of = nullptr;
    Parts Terms;
  };

  bool isTakenApart(const llvm::Loop &L);
  bool isCounter(const llvm::Value *V);
  bool isBefore(const llvm::Instruction &Early, const llvm::Instruction &Late);
  /// What \p V is made of by one operation that keeps a sum a sum, with their
  /// factors in it; nothing for all else.
  std::optional<Parts> operandsOf(const llvm::Value *V);
  void add(const llvm::Value *V, uint32_t Factor, Parts &To, unsigned Depth,
           bool IsIndex);
  Parts partsOf(const llvm::Value *V, bool IsIndex = false);
  void collect();
  bool followsPlain(const llvm::Instruction &Late, const Parts &Terms);
  bool isAnew(const llvm::Instruction &Of, const Parts &Terms,
              const llvm::Value &Differing);
  /// What divides \p Late, an instruction that \p Access needs, if it is made of
  /// an earlier one.
  std::optional<uint64_t> commonOf(const llvm::Instruction &Late,
                                   const llvm::Instruction &Access);
  /// The same for the parts \p Of of \p Late, whatever else stands before it.
  std::optional<uint64_t> leastCommonOf(const llvm::Instruction &Late,
                                        const Parts &Of,
                                        const llvm::Instruction &Access);
  bool isMade(const Sum &Of);

  llvm::Function &F;
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
  llvm::DenseMap<const llvm::Loop *, bool> IsTakenApart;
  bool IsCollected = false;
  llvm::DenseMap<const llvm::Instruction *, bool> IsMade;
  /// By the parts, without their factors.
  std::map<std::vector<const llvm::Value *>, llvm::SmallVector<Sum, 2>> Sums;
};

} // namespace warplint

#endif // WARPLINT_LIB_KERNEL_SIMPLIFY_REUSEDADDRESSES_H
