//===- Barriers.cpp - What threads wait for -------------------------------===//
//
// Instructions of inline PTX and the intrinsics that Clang's builtins become
// are told apart by their names, which say the same in the same order:
//
//   bar.sync 1, 64;             llvm.nvvm.barrier.cta.sync.aligned.count(1, 64)
//   cp.async.wait_group 2;      llvm.nvvm.cp.async.wait.group(2)
//   mbarrier.arrive.shared.b64  llvm.nvvm.mbarrier.arrive.shared
//
//===----------------------------------------------------------------------===//

#include "Barriers.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {
namespace {

/// A barrier as its instruction says it: operands in PTX's order.
struct FoundBarrier {
  KernelBarrier Barrier;
  /// Which operand is the number, and which one the number of threads; of a
  /// copy the place in shared memory and the number of bytes.
  std::optional<unsigned> Number, Threads, Place, Bytes;
};

std::optional<FoundBarrier> found(BarrierKind Kind,
                                  std::optional<unsigned> Number = {},
                                  std::optional<unsigned> Threads = {}) {
  FoundBarrier B;
  B.Barrier.Kind = Kind;
  B.Number = Number;
  B.Threads = Threads;
  return B;
}

/// bar and barrier, with the words behind: "cta", "cluster", "warp" or "sync",
/// "arrive", "red". \p Operands of the instruction but for a result.
std::optional<FoundBarrier> barrierOf(ArrayRef<StringRef> Words, bool IsAligned,
                                      unsigned Operands) {
  if (is_contained(Words, "warp"))
    return found(BarrierKind::Warp, 0);
  std::optional<FoundBarrier> B;
  if (is_contained(Words, "cluster"))
    B = found(BarrierKind::Cluster);
  else if (is_contained(Words, "arrive"))
    B = found(BarrierKind::Arrive, 0, 1);
  else if (is_contained(Words, "red")) // The last one is what is reduced.
    B = found(BarrierKind::Named, 0,
              Operands > 2 ? std::optional(1u) : std::nullopt);
  else if (is_contained(Words, "sync"))
    B = found(BarrierKind::Named, 0,
              Operands > 1 ? std::optional(1u) : std::nullopt);
  if (B)
    B->Barrier.IsAligned = IsAligned || is_contained(Words, "aligned");
  return B;
}

/// What the instruction named by \p Words is, if threads wait there.
std::optional<FoundBarrier> barrierOf(ArrayRef<StringRef> Words,
                                      unsigned Operands) {
  if (Words.empty())
    return std::nullopt;
  StringRef First = Words.front();
  Words = Words.drop_front();
  if (First == "bar" || First == "barrier")
    return barrierOf(Words, /*IsAligned=*/First == "bar", Operands);
  // __syncthreads_count and its like, as they were.
  if (First == "barrier0")
    return found(BarrierKind::Block);
  if (First == "mbarrier")
    return found(BarrierKind::Object, 0, 1);
  if (First == "membar" || First == "fence")
    return found(BarrierKind::Fence);
  if (First != "cp" || Words.empty() || Words.front() != "async")
    return std::nullopt;
  for (StringRef Word : Words.drop_front()) {
    if (Word == "mbarrier")
      return found(BarrierKind::Object, 0);
    if (Word.starts_with("commit"))
      return found(BarrierKind::CopyCommit);
    if (Word.starts_with("wait"))
      return found(BarrierKind::CopyWait, 0);
    if (Word != "bulk")
      return std::nullopt;
  }
  return std::nullopt;
}

/// How many coordinates \p Name, of a copy with a tensor map, has.
unsigned coordinatesOf(StringRef Name) {
  if (Name.contains("gather4") || Name.contains("scatter4"))
    return 5;
  for (unsigned N = 1; N <= 5; ++N)
    if (Name.contains("." + std::to_string(N) + "d"))
      return N;
  return 0;
}

/// What a bulk copy moves between shared memory of the block and
/// global memory:
///
///   cp.async.bulk.shared::cluster.global...        [place], [from], bytes, [object]
///   cp.async.bulk.tensor.2d.shared::cluster.global [place], [map, {x, y}], [object]
///   cp.async.bulk.global.shared::cta...            [to], [place], bytes
std::optional<FoundBarrier> copyOf(const PtxMemoryOp &Op) {
  StringRef Name = Op.Name;
  if (Op.Kind != PtxMemoryKind::RegionCopy || !Op.Location.Address ||
      !Op.Source || !Op.Source->Address || Name.contains("multicast"))
    return std::nullopt;
  const bool Fills = Op.Location.mayBeShared();
  if (Fills == Op.Source->mayBeShared())
    return std::nullopt;
  FoundBarrier B = *found(BarrierKind::Copy);
  B.Barrier.FillsShared = Fills;
  B.Place = Fills ? Op.Location.Address : Op.Source->Address;
  const unsigned Map = *Op.Source->Address;
  if (!Name.contains("tensor"))
    B.Bytes = Map + 1;
  if (Fills)
    B.Number = B.Bytes ? Map + 2 : Map + 1 + coordinatesOf(Name);
  return B;
}

/// The instruction of \p Call as PTX names it, or as LLVM does; empty for what
/// is none.
std::string nameOf(const CallBase &Call, const PtxStatement &Statement) {
  if (Call.isInlineAsm())
    return Statement.Opcode;
  if (!isa<IntrinsicInst>(Call))
    return "";
  StringRef Name = Call.getCalledFunction()->getName();
  return Name.consume_front("llvm.nvvm.") ? Name.str() : "";
}

} // namespace

std::vector<const Instruction *> collectBarriers(AccessTags &Tags,
                                                 ExprBuilder &Exprs,
                                                 Placement &Places,
                                                 KernelModel &Kernel) {
  std::vector<const Instruction *> Origins;
  auto Visit = [&](const CallBase &Call) {
    PtxStatement Statement;
    if (Call.isInlineAsm())
      Statement = readPtxStatement(Call);
    std::string Name = nameOf(Call, Statement);
    SmallVector<StringRef, 8> Words;
    StringRef(Name).split(Words, '.');
    // A predicate comes behind the operands.
    const unsigned NumOperands = Call.arg_size() - Statement.Guard.has_value();
    std::optional<FoundBarrier> Found = Statement.Memory
                                            ? copyOf(*Statement.Memory)
                                            : std::optional<FoundBarrier>();
    if (!Found)
      Found = barrierOf(Words, NumOperands);
    const SourceAccess *Source = Found ? Tags.placeOf(Call) : nullptr;
    if (!Source)
      return;
    KernelBarrier &B = Found->Barrier;
    B.Source = Source;
    B.Instruction = std::move(Name);
    Places.place(Call, B);
    auto Built = [&](std::optional<unsigned> Operand) -> const LaneExpr * {
      Value *V = Operand && *Operand < NumOperands
                     ? Call.getArgOperand(*Operand)
                     : nullptr;
      return V && V->getType()->isIntOrPtrTy() ? Exprs.build(V) : nullptr;
    };
    B.Number = Built(Found->Number);
    B.Threads = Built(Found->Threads);
    B.Place = Built(Found->Place);
    B.Bytes = Built(Found->Bytes);
    // Shared memory has addresses of 32 bits, and those of its window.
    for (const LaneExpr **Address : {&B.Place, &B.Number})
      if (*Address && (B.Kind == BarrierKind::Copy ||
                       (B.Kind == BarrierKind::Object && Address == &B.Number)))
        *Address = Exprs.resize(*Address, 64);
    // All threads of the block meet at barrier 0, unless their number is given.
    if (B.Kind == BarrierKind::Named && !Found->Threads && B.Number &&
        B.Number->isConst() && B.Number->constant() == 0)
      B.Kind = BarrierKind::Block;
    Kernel.Barriers.push_back(std::move(B));
    Origins.push_back(&Call);
  };
  for (const BasicBlock *Block : Places.blocks())
    for (const Instruction &I : *Block)
      if (const auto *Call = dyn_cast<CallBase>(&I))
        Visit(*Call);
  return Origins;
}

} // namespace warplint
