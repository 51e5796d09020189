//===- Matrices.cpp - Registers of mma.sync and their loads ---------------===//
//
// An operand of mma.sync is a list of 32-bit registers. Each is followed back
// through what does not change its bits to the load that filled it: a register
// of ldmatrix, a 32-bit load, or two 16-bit loads that are joined.
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"
#include "Kernel/Ptx/Constraints.h"
#include "Kernel/Ptx/Statement.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace warplint {
namespace {

using ByInstruction = DenseMap<const Instruction *, unsigned>;

/// Loads before \p I can not be joined with those behind it.
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

  std::optional<FragmentRegister> read(const Value *V) const;

private:
  /// The access of \p Bits that \p V is loaded by, seen through what keeps its
  /// bits.
  std::optional<FragmentRegister> loadOf(const Value *V, unsigned Bits) const;
  static std::pair<const Value *, const Value *> halvesOf(const Value *V);

  const ByInstruction &Accesses;
};

} // namespace

static const Value *withoutCasts(const Value *V) {
  while (const auto *Cast = dyn_cast<BitCastInst>(V))
    V = Cast->getOperand(0);
  return V;
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

std::optional<FragmentRegister> FragmentReader::read(const Value *V) const {
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

/// "m16n8k16" into its numbers.
static bool readShape(StringRef Word, MatrixProduct &P) {
  return Word.consume_front("m") && !Word.consumeInteger(10, P.M) &&
         Word.consume_front("n") && !Word.consumeInteger(10, P.N) &&
         Word.consume_front("k") && !Word.consumeInteger(10, P.K) &&
         Word.empty();
}

/// mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 d, a, b, c; as it was
/// lifted: every register is an argument of \p Call.
static std::optional<MatrixProduct> productOf(const CallBase &Call,
                                              const FragmentReader &Reader) {
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
  if (!readShape(S.Opcode[3], P))
    return std::nullopt;
  P.TypeA = S.Opcode[7].str();
  P.TypeB = S.Opcode[8].str();
  const ptx::Constraints OfCall =
      ptx::readConstraints(Asm->getConstraintString());
  for (auto [Number, Registers] : {std::pair(1, &P.A), std::pair(2, &P.B)})
    for (ptx::Tokens Element : ptx::elementsOf(S.Operands[Number])) {
      std::optional<FragmentRegister> R;
      if (Element.size() == 1 &&
          Element.front().Kind == ptx::TokenKind::Operand &&
          Element.front().Number < OfCall.Operands.size())
        if (auto N = OfCall.Operands[Element.front().Number].Argument)
          R = Reader.read(Call.getArgOperand(*N));
      Registers->push_back(R);
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
  const FragmentReader Reader(Accesses);
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
