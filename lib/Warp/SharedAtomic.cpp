//===- SharedAtomic.cpp - Which rule an atomic on shared memory has -------===//

#include "warplint/Warp/SharedAtomic.h"
#include "warplint/Warp/PtxTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

static std::string nameOf(const SharedAtomic &A) {
  return std::string(A.IsResultUsed ? "atom." : "red.") +
         (A.IsGeneric ? "" : "shared.") + std::string(A.Operation) + "." +
         std::string(A.Type);
}

static AtomicRule noRule(const SharedAtomic &A, std::string WhyNot) {
  return {.BytesPerLane = typeBits(A.Type) / 8, .WhyNot = std::move(WhyNot)};
}

static AtomicRule unmeasured(const SharedAtomic &A) {
  return noRule(A, "'" + nameOf(A) + "' was not measured");
}

static bool isInteger32(std::string_view Type) {
  return is_contained({"b32", "u32", "s32"}, Type);
}

/// inc counts up to a limit; up to 2^32 - 1 it is an addition.
static bool isAddition(const SharedAtomic &A) {
  return A.Operation == "add" ||
         (A.Operation == "inc" && A.Operand == AtomicOperand::AllOnes);
}

/// Without a result, adding 1 counts lanes. Only shared memory can.
static bool isCounting(const SharedAtomic &A) {
  return !A.IsResultUsed && !A.IsGeneric && isAddition(A) &&
         (A.Operation == "inc" || A.Operand == AtomicOperand::One);
}

/// The same when the compiler sees that all lanes address one word.
static RequestKind combinedKind(const SharedAtomic &A) {
  if (isCounting(A))
    return RequestKind::SharedAtomicCount;
  if (isAddition(A)) {
    // Each lane's result follows from the first and from what the lanes before
    // it add: a multiple of a uniform operand, else a sum over a whole warp.
    const bool IsUniform = A.Operand != AtomicOperand::Varying;
    return A.IsResultUsed && !IsUniform
               ? RequestKind::SharedAtomicCombinedIfFull
               : RequestKind::SharedAtomicCombined;
  }
  if (!A.IsResultUsed &&
      is_contained({"min", "max", "and", "or", "xor"}, A.Operation))
    return RequestKind::SharedAtomicCombined;
  return RequestKind::SharedAtomic;
}

bool mayBeCombined(const SharedAtomic &A) {
  if (A.Place == AtomicPlace::Varying)
    return false;
  if (isInteger32(A.Type))
    return combinedKind(A) != RequestKind::SharedAtomic;
  return A.Operation == "add" && (A.Type == "u64" || A.Type == "s64") &&
         A.Operand != AtomicOperand::Varying;
}

/// A 32-bit integer operation has an instruction of its own.
static AtomicRule integer32Rule(const SharedAtomic &A) {
  const RequestKind ByTurns = isCounting(A) ? RequestKind::SharedAtomicCount
                                            : RequestKind::SharedAtomic;
  const RequestKind Combined = combinedKind(A);
  if (A.Place == AtomicPlace::PerhapsSeen && ByTurns != Combined)
    return noRule(
        A, "all lanes address one word, and nvcc may or may not combine them");
  return {.Kind = A.Place == AtomicPlace::OneWord ? Combined : ByTurns,
          .BytesPerLane = 4};
}

/// Where nvcc knows that an address is shared it chooses the loop; else the
/// hardware's instruction for global memory is tried first.
static RequestKind swapLoopKind(const SharedAtomic &A) {
  return A.IsGeneric ? RequestKind::SharedTriedSwapLoop
                     : RequestKind::SharedSwapLoop;
}

/// Operations that have no instruction on shared memory.
static AtomicRule loopRule(const SharedAtomic &A) {
  const unsigned Bytes = typeBits(A.Type) / 8;
  const bool IsAdd = A.Operation == "add";
  if (IsAdd && is_contained({"f32", "f16x2", "bf16x2"}, A.Type))
    return {.Kind = swapLoopKind(A), .BytesPerLane = Bytes};
  if (IsAdd && is_contained({"f16", "bf16"}, A.Type))
    return {.Kind = RequestKind::SharedRetryLoop,
            .BytesPerLane = Bytes,
            .AssumesChange = true};
  const bool IsLong = is_contained({"u64", "s64"}, A.Type);
  if (A.IsGeneric && IsAdd && IsLong && A.Place == AtomicPlace::Varying)
    return {.Kind = RequestKind::SharedAtomic, .BytesPerLane = Bytes};
  if ((IsAdd && (A.Type == "f64" || (IsLong && !A.IsGeneric))) ||
      (A.Operation == "xor" && A.Type == "b64" && !A.IsGeneric))
    return {
        .Kind = swapLoopKind(A), .BytesPerLane = Bytes, .AssumesChange = true};
  const bool IsWideCompare =
      Bytes == 8 && is_contained({"min", "max", "and", "or"}, A.Operation);
  if (!A.IsGeneric && (IsWideCompare || (Bytes == 2 && A.Operation == "cas")))
    return noRule(A, "'" + nameOf(A) +
                         "' compiles to a data-dependent retry loop");
  return unmeasured(A);
}

AtomicRule ruleOf(const SharedAtomic &A) {
  const unsigned Bytes = typeBits(A.Type) / 8;
  if (A.Operation == "cas" && is_contained({"b32", "b64", "b128"}, A.Type))
    return {.Kind = RequestKind::SharedAtomicCas, .BytesPerLane = Bytes};
  if (A.Operation == "exch" && is_contained({"b64", "b128"}, A.Type))
    return {.Kind = RequestKind::SharedAtomic, .BytesPerLane = Bytes};
  if (isInteger32(A.Type) && is_contained({"add", "min", "max", "and", "or",
                                           "xor", "inc", "dec", "exch"},
                                          A.Operation))
    return integer32Rule(A);
  return loopRule(A);
}

} // namespace warplint
