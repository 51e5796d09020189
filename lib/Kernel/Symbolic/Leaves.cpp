//===- Leaves.cpp - Symbols and opaque values, and what they are called ---===//

#include "ExprBuilder.h"
#include "Kernel/Simplify/UnrollRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

const Instruction *sourceOf(const Instruction *I) {
  for (unsigned Steps = 0; Steps != 8; ++Steps) {
    if (!isa<CastInst, ExtractElementInst, ExtractValueInst, FreezeInst>(I) &&
        I->getOpcode() != Instruction::LShr)
      break;
    const auto *Operand = dyn_cast<Instruction>(I->getOperand(0));
    if (!Operand)
      break;
    I = Operand;
  }
  return I;
}

/// Source text on one line, cut where it gets too long for a sentence.
static std::string shortened(StringRef Text) {
  constexpr size_t Longest = 60;
  std::string Short;
  for (char Ch : Text) {
    bool IsBlank = isSpace(Ch);
    if (IsBlank && (Short.empty() || Short.back() == ' '))
      continue;
    Short += IsBlank ? ' ' : Ch;
  }
  if (Short.size() <= Longest)
    return Short;
  return Short.substr(0, Longest - 3) + "...";
}

/// "i" for the IR names "i.0", "i.addr.012" and "i402": LLVM numbers names that
/// are taken. Empty where the source has no such name.
std::string ExprBuilder::variableName(StringRef IrName) const {
  StringRef Name = IrName.take_until([](char Ch) { return Ch == '.'; });
  if (!Names.IsVariable)
    return Name.str();
  StringRef Stem = Name.rtrim("0123456789");
  for (; Name.size() > Stem.size(); Name = Name.drop_back())
    if (Names.IsVariable(Name))
      return Name.str();
  return Names.IsVariable(Stem) ? Stem.str() : std::string();
}

/// Whether \p Loc is in the file that \p F is in.
static bool isInFileOf(const DILocation &Loc, const Function &F) {
  return !F.getSubprogram() ||
         F.getSubprogram()->getFilename() == Loc.getFilename();
}

/// What the user calls \p V; never empty.
std::string ExprBuilder::nameOf(const Value *V) const {
  const auto *I = dyn_cast<Instruction>(V);
  if (I)
    if (std::string Text = Names.Load(*sourceOf(I)); any_of(Text, isAlnum))
      return shortened(Text);
  // Names of other instructions are LLVM's own ("add", "arrayidx").
  bool IsVariable = isa<Argument, PHINode, AllocaInst>(V);
  if (IsVariable)
    if (std::string Name = variableName(V->getName()); !Name.empty())
      return Name;
  if (const DILocation *Loc = I ? I->getDebugLoc().get() : nullptr;
      Loc && Loc->getLine())
    return "a value computed at " +
           (isInFileOf(*Loc, F)
                ? "line "
                : sys::path::filename(Loc->getFilename()).str() + ":") +
           std::to_string(Loc->getLine());
  return IsVariable ? "a variable" : "an unknown value";
}

UniformSymbol symbolOfWidth(std::string Name, SymbolKind Kind, unsigned Width) {
  UniformSymbol S;
  S.Name = std::move(Name);
  S.Kind = Kind;
  S.Width = Width;
  // The range of the type, as far as a signed 64-bit number holds it. Read so,
  // a truth value is -1 or 0.
  S.Lo = Width >= 64 ? INT64_MIN / 4 : -(int64_t(1) << (Width - 1));
  S.Hi = Width >= 64 ? INT64_MAX / 4 : (int64_t(1) << (Width - 1)) - 1;
  return S;
}

/// Where the value of \p I is the same from then on.
static const BasicBlock *originOf(const Instruction &I, const LoopInfo &LI) {
  const Loop *L = isa<LoadInst>(I) ? LI.getLoopFor(I.getParent()) : nullptr;
  return L && L->getLoopPredecessor() && boundLoadedBefore(*L) == &I
             ? L->getLoopPredecessor()
             : I.getParent();
}

const LaneExpr *ExprBuilder::opaque(OpaqueReason Reason, const Value *V,
                                    unsigned Width, std::string What,
                                    std::string Source, const LaneExpr *From) {
  if (What.empty() && V)
    What = nameOf(V);
  if (Source == What)
    Source.clear();
  unsigned Number =
      C.addOpaque({Reason, std::move(What), Width, std::move(Source), From});
  if (const auto *I = dyn_cast_or_null<Instruction>(V)) {
    OpaqueOrigin[Number] = originOf(*I, A.LI);
    OpaqueValues[Number] = V;
  }
  return C.opaque(Number);
}

const LaneExpr *ExprBuilder::unknownFor(const LaneExpr *Cause, const Value *V,
                                        unsigned Width) {
  OpaqueValue Why = C.opaqueAt(Cause->index());
  return opaque(Why.Reason, V, Width, {},
                Why.Source.empty() ? Why.What : Why.Source);
}

const LaneExpr *ExprBuilder::unknown(OpaqueReason Reason, const Value *V,
                                     unsigned Width, std::string What,
                                     SymbolKind Kind) {
  if (!Uniform.isUniform(V)) {
    bool MayHangOnData = Reason == OpaqueReason::FloatingPoint ||
                         Reason == OpaqueReason::DivergentLoop ||
                         isa_and_nonnull<PHINode>(V);
    const Instruction *Source = MayHangOnData ? dataBehind(V) : nullptr;
    if (!Source)
      return opaque(Reason, V, Width, std::move(What));
    return opaque(isa<LoadInst>(Source) ? OpaqueReason::LoadedFromMemory
                                        : OpaqueReason::AtomicResult,
                  V, Width, std::move(What), nameOf(Source));
  }
  if (What.empty())
    What = nameOf(V);
  const LaneExpr *E = freshSymbol(std::move(What), Width, V, Kind);
  if (const auto *I = dyn_cast<Instruction>(V);
      I && Width > 1 && I->getType()->isIntegerTy(Width)) {
    ConstantRange Range =
        A.SE.getSignedRange(A.SE.getSCEV(const_cast<Instruction *>(I)));
    UniformSymbol &S = C.symbolAt(E->index());
    if (!Range.isEmptySet()) {
      S.Lo = std::max(S.Lo, Range.getSignedMin().getSExtValue());
      S.Hi = std::min(S.Hi, Range.getSignedMax().getSExtValue());
    }
  }
  return E;
}

const LaneExpr *ExprBuilder::freshSymbol(std::string Name, unsigned Width,
                                         const Value *Origin, SymbolKind Kind,
                                         uint64_t MultipleOf) {
  UniformSymbol S = symbolOfWidth(std::move(Name), Kind, Width);
  S.MultipleOf = MultipleOf;
  unsigned Number = C.addSymbol(std::move(S));
  if (const auto *I = dyn_cast_or_null<Instruction>(Origin))
    SymbolOrigin[Number] = originOf(*I, A.LI);
  SymbolValues[Number] = Origin;
  return C.symbol(Number);
}

const LaneExpr *ExprBuilder::namedSymbol(const std::string &Key,
                                         UniformSymbol Symbol) {
  const LaneExpr *&E = Named[Key];
  if (!E)
    E = C.symbol(C.addSymbol(std::move(Symbol)));
  return E;
}

const LaneExpr *ExprBuilder::opaqueIn(const LaneExpr *E) const {
  const LaneExpr *Found = nullptr;
  auto IsData = [&](const LaneExpr *N) {
    return C.opaqueAt(N->index()).Reason == OpaqueReason::LoadedFromMemory;
  };
  forEachNode(C, E, [&](const LaneExpr *N) {
    if (N->op() == LaneOp::Opaque && (!Found || !IsData(Found)))
      Found = N;
  });
  return Found;
}

} // namespace warplint
