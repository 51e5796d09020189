//===- Matrices.cpp - Registers of mma.sync and their loads ---------------===//
//
// An operand of mma.sync is a list of 32-bit registers. Each is followed back
// through what does not change its bits to the load that filled it: a register
// of ldmatrix, a 32-bit load, or two 16-bit loads that are joined. Arrays of
// registers that loops subscript are local variables here: of what is stored to
// one, those stores count whose place in it has the same form.
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"
#include "Kernel/Ptx/Constraints.h"
#include "Kernel/Ptx/Statement.h"
#include "warplint/Kernel/InlinePtx.h"
#include "warplint/Warp/PtxTypes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include <numeric>

using namespace llvm;

namespace warplint {
namespace {

using ByInstruction = DenseMap<const Instruction *, unsigned>;

/// Loads before \p I cannot be joined with those behind it.
bool endsRun(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallBase>(&I); Call && Call->isInlineAsm()) {
    const PtxStatement Statement = readPtxStatement(*Call);
    if (Statement.Memory)
      return Statement.Memory->Kind != PtxMemoryKind::Load &&
             Statement.Memory->Kind != PtxMemoryKind::LoadMatrix;
    return Statement.IsUnread ||
           !is_contained({"mma", "ldmatrix", "mov", "cvt", "cvta", "prmt"},
                         StringRef(Statement.Opcode).split('.').first);
  }
  if (isa<LoadInst>(I))
    return false;
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return !isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand()));
  return I.mayHaveSideEffects() && !I.isLifetimeStartOrEnd() &&
         !I.isDebugOrPseudoInst();
}

class FragmentReader {
public:
  explicit FragmentReader(const ByInstruction &Accesses) : Accesses(Accesses) {}

  /// All that may be in the register \p V; nothing where one cannot be
  /// followed.
  std::vector<FragmentRegister> read(const Value *V);

private:
  /// A place in a local variable: Constant + the sum of Scales * counters.
  struct Place {
    int64_t Constant = 0;
    SmallVector<int64_t, 4> Scales; ///< Ascending.
  };
  struct LocalStore {
    const StoreInst *Store = nullptr;
    Place At;
    int64_t Bytes = 0;
  };
  /// Nothing where something else is done with the variable than that it is
  /// loaded from and stored to.
  using LocalStores = std::optional<std::vector<LocalStore>>;

  static std::optional<Place> placeOf(const Value *Pointer,
                                      const AllocaInst &Variable);
  static LocalStores storesTo(const AllocaInst &Variable);
  std::vector<FragmentRegister> readLocal(const LoadInst &Load,
                                          const AllocaInst &Variable);
  std::optional<FragmentRegister> readValue(const Value *V) const;
  /// The access of \p Bits that \p V is loaded by, seen through what keeps its
  /// bits.
  std::optional<FragmentRegister> loadOf(const Value *V, unsigned Bits) const;
  static std::pair<const Value *, const Value *> halvesOf(const Value *V);

  const ByInstruction &Accesses;
  DenseMap<const AllocaInst *, LocalStores> Locals;
};

} // namespace

/// \p V before what each lane makes of its own register: casts, and the rounding
/// of a float to tf32 or the like.
static const Value *withoutCasts(const Value *V) {
  for (;;) {
    if (const auto *Cast = dyn_cast<BitCastInst>(V)) {
      V = Cast->getOperand(0);
      continue;
    }
    const auto *Call = dyn_cast<CallBase>(V);
    if (!Call || !Call->isInlineAsm() || Call->arg_size() != 1 ||
        !StringRef(readPtxStatement(*Call).Opcode).starts_with("cvt.rna.tf32"))
      return V;
    V = Call->getArgOperand(0);
  }
}

std::optional<FragmentRegister> FragmentReader::loadOf(const Value *V,
                                                       unsigned Bits) const {
  V = withoutCasts(V);
  FragmentRegister R;
  if (const auto *Extract = dyn_cast<ExtractValueInst>(V)) {
    if (Extract->getNumIndices() != 1)
      return std::nullopt;
    R.Result = Extract->getIndices().front();
    V = Extract->getAggregateOperand();
    if (!isa<CallBase>(V))
      return std::nullopt;
  }
  const auto *I = dyn_cast<Instruction>(V);
  auto It = I ? Accesses.find(I) : Accesses.end();
  if (It == Accesses.end())
    return std::nullopt;
  if (!isa<CallBase>(I) &&
      I->getDataLayout().getTypeSizeInBits(I->getType()) != Bits)
    return std::nullopt;
  R.Access = It->second;
  return R;
}

/// The lower and the upper 16 bits of \p V where it is joined from two.
std::pair<const Value *, const Value *>
FragmentReader::halvesOf(const Value *V) {
  using namespace PatternMatch;
  V = withoutCasts(V);
  Value *Lower = nullptr, *Upper = nullptr;
  if (match(V, m_c_Or(m_ZExt(m_Value(Lower)),
                      m_Shl(m_ZExt(m_Value(Upper)), m_SpecificInt(16)))))
    return {Lower, Upper};
  if (match(V, m_InsertElt(m_InsertElt(m_Value(), m_Value(Lower), m_ZeroInt()),
                           m_Value(Upper), m_One())))
    return {Lower, Upper};
  return {};
}

std::optional<FragmentRegister>
FragmentReader::readValue(const Value *V) const {
  if (auto Whole = loadOf(V, 32))
    return Whole;
  auto [Lower, Upper] = halvesOf(V);
  if (!Lower)
    return std::nullopt;
  auto Low = loadOf(Lower, 16), High = loadOf(Upper, 16);
  if (!Low || !High)
    return std::nullopt;
  Low->UpperHalf = High->Access;
  return Low;
}

std::optional<FragmentReader::Place>
FragmentReader::placeOf(const Value *Pointer, const AllocaInst &Variable) {
  const DataLayout &Layout = Variable.getDataLayout();
  const unsigned Bits = Layout.getIndexTypeSizeInBits(Pointer->getType());
  SmallMapVector<Value *, APInt, 4> Variables;
  APInt Constant(Bits, 0);
  while (Pointer != &Variable) {
    const auto *Step = dyn_cast<GEPOperator>(Pointer);
    if (!Step || !Step->collectOffset(Layout, Bits, Variables, Constant))
      return std::nullopt;
    Pointer = Step->getPointerOperand();
  }
  Place P{Constant.getSExtValue(), {}};
  for (const auto &[Counter, Scale] : Variables)
    P.Scales.push_back(Scale.getSExtValue());
  sort(P.Scales);
  return P;
}

FragmentReader::LocalStores
FragmentReader::storesTo(const AllocaInst &Variable) {
  const DataLayout &Layout = Variable.getDataLayout();
  std::vector<LocalStore> Stores;
  SmallVector<const Value *> Work = {&Variable};
  while (!Work.empty()) {
    const Value *Pointer = Work.pop_back_val();
    for (const User *U : Pointer->users()) {
      if (isa<GEPOperator>(U)) {
        Work.push_back(U);
        continue;
      }
      const auto *I = cast<Instruction>(U);
      if (isa<LoadInst>(I) || I->isLifetimeStartOrEnd() ||
          I->isDebugOrPseudoInst())
        continue;
      const auto *Store = dyn_cast<StoreInst>(I);
      auto At = Store && Store->getValueOperand() != Pointer
                    ? placeOf(Pointer, Variable)
                    : std::nullopt;
      if (!At)
        return std::nullopt;
      const uint64_t Bytes =
          Layout.getTypeStoreSize(Store->getValueOperand()->getType());
      Stores.push_back({Store, std::move(*At), int64_t(Bytes)});
    }
  }
  return Stores;
}

std::vector<FragmentRegister>
FragmentReader::readLocal(const LoadInst &Load, const AllocaInst &Variable) {
  constexpr int64_t Bytes = 4;
  const auto At = placeOf(Load.getPointerOperand(), Variable);
  auto [It, IsNew] = Locals.try_emplace(&Variable);
  if (IsNew)
    It->second = storesTo(Variable);
  if (!At || !It->second ||
      Load.getDataLayout().getTypeStoreSize(Load.getType()) != Bytes)
    return {};
  std::vector<FragmentRegister> Found;
  for (const LocalStore &S : *It->second) {
    int64_t Step = 0;
    for (int64_t Scale : concat<const int64_t>(At->Scales, S.At.Scales))
      Step = std::gcd(Step, Scale);
    int64_t Distance = S.At.Constant - At->Constant;
    if (Step)
      Distance = (Distance % Step + Step) % Step;
    const bool IsApart = Step ? Distance >= Bytes && Step - Distance >= S.Bytes
                              : Distance >= Bytes || -Distance >= S.Bytes;
    if (IsApart)
      continue;
    std::optional<FragmentRegister> R;
    if (Distance == 0 && S.Bytes == Bytes && S.At.Scales == At->Scales)
      R = readValue(S.Store->getValueOperand());
    if (!R)
      return {};
    Found.push_back(*R);
  }
  sort(Found, [](const FragmentRegister &A, const FragmentRegister &B) {
    return A.Access < B.Access;
  });
  return Found;
}

std::vector<FragmentRegister> FragmentReader::read(const Value *V) {
  if (auto R = readValue(V))
    return {*R};
  const auto *Load = dyn_cast<LoadInst>(withoutCasts(V));
  const auto *Variable = Load ? dyn_cast<AllocaInst>(getUnderlyingObject(
                                    Load->getPointerOperand(), 0))
                              : nullptr;
  return Variable ? readLocal(*Load, *Variable)
                  : std::vector<FragmentRegister>();
}

/// mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 d, a, b, c; as it was
/// lifted: every register is an argument of \p Call.
static std::optional<MatrixProduct> productOf(const CallBase &Call,
                                              FragmentReader &Reader) {
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  const ptx::Program Text(Asm->getAsmString());
  if (Text.Statements.size() != 1)
    return std::nullopt;
  const ptx::Statement &S = Text.Statements.front();
  if (S.Kind != ptx::StatementKind::Instruction || S.hasGuard() ||
      S.Opcode.size() != 10 || S.Opcode[0] != "mma" || S.Opcode[1] != "sync" ||
      S.Opcode[4] != "row" || S.Opcode[5] != "col" || S.Operands.size() != 4)
    return std::nullopt;
  MatrixProduct P;
  if (!readTileShape(S.Opcode[3], P))
    return std::nullopt;
  P.TypeA = S.Opcode[7].str();
  P.TypeB = S.Opcode[8].str();
  const ptx::Constraints OfCall =
      ptx::readConstraints(Asm->getConstraintString());
  for (auto [Number, Registers] : {std::pair(1, &P.A), std::pair(2, &P.B)})
    for (ptx::Tokens Element : ptx::elementsOf(S.Operands[Number])) {
      std::vector<FragmentRegister> R;
      if (Element.size() == 1 &&
          Element.front().Kind == ptx::TokenKind::Operand &&
          Element.front().Number < OfCall.Operands.size())
        if (auto N = OfCall.Operands[Element.front().Number].Argument)
          R = Reader.read(Call.getArgOperand(*N));
      Registers->push_back(std::move(R));
    }
  return P;
}

MatrixFacts readMatrices(Function &F, KernelAnalyses A, AccessTags &Tags,
                         ExprBuilder &Exprs,
                         ArrayRef<const Instruction *> Origins) {
  MatrixFacts Facts;
  ByInstruction Accesses;
  for (auto [Number, I] : enumerate(Origins))
    Accesses.try_emplace(I, Number);
  FragmentReader Reader(Accesses);
  Facts.Runs.resize(Origins.size());
  SmallPtrSet<const Loop *, 8> Loud;
  unsigned Run = 0;
  for (const BasicBlock &Block : F) {
    ++Run;
    for (const Instruction &I : Block) {
      if (endsRun(I)) {
        ++Run;
        for (const Loop *L = A.LI.getLoopFor(&Block); L; L = L->getParentLoop())
          Loud.insert(L);
      }
      if (auto It = Accesses.find(&I); It != Accesses.end())
        Facts.Runs[It->second] = Run;
      const auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || !Call->isInlineAsm())
        continue;
      if (auto Product = productOf(*Call, Reader)) {
        Product->Source = Tags.placeOf(I);
        Facts.Products.push_back(std::move(*Product));
      }
    }
  }
  for (const Loop *L : A.LI.getLoopsInPreorder())
    if (!Loud.contains(L))
      Facts.QuietLoops.push_back(Exprs.loopsAround(L->getHeader()).back());
  return Facts;
}

} // namespace warplint
