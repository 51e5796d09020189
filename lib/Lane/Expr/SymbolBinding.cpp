//===- SymbolBinding.cpp - An access with some symbols known --------------===//

#include "warplint/Lane/SymbolBinding.h"
#include "LaneWalk.h"
#include "Substitution.h"
#include "warplint/Lane/LaneEvaluation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>
#include <numeric>

namespace warplint {

//===----------------------------------------------------------------------===//
// Sets of values
//===----------------------------------------------------------------------===//

/// The smallest number that is A.Residue modulo A.Modulus and B.Residue modulo
/// B.Modulus.
static std::optional<uint64_t>
commonResidue(const SymbolValues &A, const SymbolValues &B, uint64_t Modulus) {
  for (uint64_t R = A.Residue; R < Modulus; R += A.Modulus)
    if (R % B.Modulus == B.Residue)
      return R;
  return std::nullopt;
}

std::optional<SymbolValues>
SymbolValues::with(const SymbolValues &Other) const {
  SymbolValues Both = *this;
  // Nothing counts as less than every number.
  Both.Least = std::max(Least, Other.Least);
  if (!Most || (Other.Most && Other.Most < Most))
    Both.Most = Other.Most;
  constexpr uint64_t Limit = uint64_t(1) << 31;
  if (Modulus >= Limit || Other.Modulus >= Limit)
    return std::nullopt;
  uint64_t Common = std::lcm(Modulus, Other.Modulus);
  if (Common >= Limit)
    return std::nullopt;
  // Few steps: the larger modulus is walked in.
  bool Swap = Modulus < Other.Modulus;
  auto R = commonResidue(Swap ? Other : *this, Swap ? *this : Other, Common);
  if (!R)
    return std::nullopt;
  Both.Modulus = Common;
  Both.Residue = *R;
  if (Both.Least && Both.Most && *Both.Least > *Both.Most)
    return std::nullopt;
  return Both;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

bool SymbolBinding::restrict(unsigned Symbol, const SymbolValues &Values) {
  UniformSymbol S = C.symbolAt(Symbol);
  S.LeftBy.reset();
  int64_t Lo = std::max(S.Lo, Values.Least.value_or(S.Lo));
  int64_t Hi = std::min(S.Hi, Values.Most.value_or(S.Hi));
  if (Values.Least && Values.Least == Values.Most) {
    // A constant that only an unsigned type can hold reads as negative here.
    uint64_t Bits = static_cast<uint64_t>(*Values.Least);
    bool Fits = Values.Modulus == 1 || Bits % Values.Modulus == Values.Residue;
    if (Fits)
      Symbols[Symbol] = C.constant(Bits, S.Width);
    return Fits;
  }
  auto M = static_cast<int64_t>(Values.Modulus);
  auto R = static_cast<int64_t>(Values.Residue);
  if (R > 0)
    Lo = std::max(Lo, R);
  // The multiples of M, as value = M * Quotient + R.
  int64_t First = llvm::divideCeilSigned(Lo - R, M);
  int64_t Last = llvm::divideFloorSigned(Hi - R, M);
  if (Lo > Hi || First > Last)
    return false;
  if (First == Last) {
    Symbols[Symbol] = C.constant(static_cast<uint64_t>(First * M + R), S.Width);
    return true;
  }
  S.Lo = Lo;
  S.Hi = Hi;
  if (R == 0 && (M & (M - 1)) == 0) {
    S.MultipleOf = std::max<uint64_t>(S.MultipleOf, Values.Modulus);
    Symbols[Symbol] = C.symbol(C.addSymbol(std::move(S)));
    return true;
  }
  S.Name = "(" + S.Name + " / " + std::to_string(M) + ")";
  S.Lo = First;
  S.Hi = Last;
  S.MultipleOf = 1;
  unsigned Width = S.Width;
  const LaneExpr *Quotient = C.symbol(C.addSymbol(std::move(S)));
  const LaneExpr *Product =
      C.binary(LaneOp::Mul, Quotient, C.constant(Values.Modulus, Width), true);
  Symbols[Symbol] =
      C.binary(LaneOp::Add, Product, C.constant(Values.Residue, Width), true);
  return true;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Visits what the value of \p E depends on directly. A counter depends on the
/// condition under which its loop, and those around it, go on.
static void forEachSource(const LaneContext &C, const LaneExpr *E,
                          llvm::function_ref<void(const LaneExpr *)> Visit) {
  llvm::for_each(E->operands(), Visit);
  int Loop = -1;
  if (E->op() == LaneOp::Iteration)
    Loop = static_cast<int>(E->index());
  if (E->op() == LaneOp::Recurrence) {
    const LaneRecurrence &R = C.recurrenceAt(E->index());
    Loop = static_cast<int>(R.Loop);
    if (R.Init)
      Visit(R.Init);
    if (R.Next)
      Visit(R.Next);
  }
  if (E->op() == LaneOp::Symbol)
    if (const auto &Exit = C.symbolAt(E->index()).LeftBy) {
      Loop = static_cast<int>(Exit->Loop);
      Visit(Exit->Value);
    }
  for (; Loop >= 0; Loop = C.loopAt(Loop).Parent)
    if (const LaneExpr *Continue = C.loopAt(Loop).Continue)
      Visit(Continue);
}

/// Everything that \p E depends on and that is not in \p Known yet, itself
/// included; adds it there.
static std::vector<const LaneExpr *>
reachable(const LaneContext &C, const LaneExpr *E,
          llvm::DenseSet<const LaneExpr *> &Known) {
  std::vector<const LaneExpr *> Nodes;
  if (!Known.insert(E).second)
    return Nodes;
  Nodes.push_back(E);
  for (size_t I = 0; I != Nodes.size(); ++I)
    forEachSource(C, Nodes[I], [&](const LaneExpr *Source) {
      if (Known.insert(Source).second)
        Nodes.push_back(Source);
    });
  return Nodes;
}

/// Finds out which nodes below \p E change.
void SymbolBinding::settle(const LaneExpr *E) {
  std::vector<const LaneExpr *> Nodes = reachable(C, E, Settled);
  // Recurrences make cycles: until nothing is added. Sources come behind their
  // users, mostly.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const LaneExpr *N : llvm::reverse(Nodes)) {
      if (isAffected(N))
        continue;
      bool Changes = N->op() == LaneOp::Symbol && Symbols.contains(N->index());
      forEachSource(
          C, N, [&](const LaneExpr *Source) { Changes |= isAffected(Source); });
      if (Changes)
        Changed = Affected.insert(N).second;
    }
  }
}

const LaneExpr *SymbolBinding::operator()(const LaneExpr *E) {
  if (!E || Symbols.empty())
    return E;
  settle(E);
  return rebuild(E);
}

unsigned SymbolBinding::loop(unsigned Number) {
  if (Symbols.empty())
    return Number;
  if (auto Known = Loops.find(Number); Known != Loops.end())
    return Known->second;
  bool Changes = false;
  for (int L = static_cast<int>(Number); L >= 0; L = C.loopAt(L).Parent)
    if (const LaneExpr *Continue = C.loopAt(L).Continue) {
      settle(Continue);
      Changes |= isAffected(Continue);
    }
  if (!Changes)
    return Loops[Number] = Number;
  LaneLoop Copy = C.loopAt(Number);
  const LaneExpr *Continue = Copy.Continue;
  Copy.Continue = nullptr;
  if (Copy.Parent >= 0)
    Copy.Parent = static_cast<int>(loop(static_cast<unsigned>(Copy.Parent)));
  unsigned New = C.addLoop(std::move(Copy));
  Loops[Number] = New;
  const LaneExpr *Rebuilt = Continue ? rebuild(Continue) : nullptr;
  C.loopAt(New).Continue = Rebuilt;
  return New;
}

/// \p Value in the first iteration of \p Loop, all known, that does not begin; null
/// where something is not, or where that is far.
static const LaneExpr *leftBy(LaneContext &C, unsigned Loop,
                              const LaneExpr *Value) {
  constexpr uint64_t MostRounds = 64;
  const LaneLoop &L = C.loopAt(Loop);
  if (!L.Continue || !L.IsContinueExact)
    return nullptr;
  bool IsKnown = true;
  for (const LaneExpr *Root : {L.Continue, Value})
    forEachNode(C, Root, [&](const LaneExpr *N) {
      if (N->op() == LaneOp::Iteration)
        IsKnown &= N->index() == Loop;
      else if (N->op() == LaneOp::Recurrence)
        IsKnown &= C.recurrenceAt(N->index()).Loop == Loop;
      else
        IsKnown &= N->isConst() || N->numOperands() > 0;
    });
  LeafValues At;
  At.Iterations.resize(Loop + 1);
  for (uint64_t &N = At.Iterations[Loop]; IsKnown && N <= MostRounds; ++N) {
    const auto Goes = evaluate(C, L.Continue, At);
    if (!Goes)
      return nullptr;
    if (*Goes)
      continue;
    const auto Left = evaluate(C, Value, At);
    return Left ? C.constant(*Left, Value->width()) : nullptr;
  }
  return nullptr;
}

const LaneExpr *SymbolBinding::rebuildSymbol(const LaneExpr *E) {
  if (const LaneExpr *Known = Symbols.lookup(E->index()))
    return Known;
  const UniformSymbol::LeftValue Exit = *C.symbolAt(E->index()).LeftBy;
  const unsigned Loop = loop(Exit.Loop);
  const LaneExpr *Value = rebuild(Exit.Value);
  const LaneExpr *Left = Exit.IsBeforeBody ? leftBy(C, Loop, Value) : nullptr;
  return Left ? Left : E;
}

const LaneExpr *SymbolBinding::rebuild(const LaneExpr *E) {
  if (!isAffected(E))
    return E;
  if (const LaneExpr *Known = Rebuilt.lookup(E))
    return Known;
  if (E->op() == LaneOp::Recurrence) {
    // Known before its own values are rebuilt: they refer to it.
    LaneRecurrence R = C.recurrenceAt(E->index());
    unsigned Loop = loop(R.Loop);
    if (const LaneExpr *Known = Rebuilt.lookup(E))
      return Known;
    const LaneExpr *New = C.recurrence(Loop, E->width(), R.Name);
    Rebuilt[E] = New;
    const LaneExpr *Init = R.Init ? rebuild(R.Init) : nullptr;
    const LaneExpr *Next = R.Next ? rebuild(R.Next) : nullptr;
    C.setRecurrence(New, Init, Next, E->isLaneVarying());
    return New;
  }
  const LaneExpr *New = nullptr;
  if (E->op() == LaneOp::Symbol) {
    New = rebuildSymbol(E);
  } else if (E->op() == LaneOp::Iteration) {
    New = C.iteration(loop(E->index()));
  } else {
    llvm::SmallVector<const LaneExpr *, 3> Op;
    for (const LaneExpr *Operand : E->operands())
      Op.push_back(rebuild(Operand));
    New = rebuilt(C, E, Op);
  }
  return Rebuilt[E] = New;
}

llvm::SmallVector<unsigned, 4> SymbolBinding::symbolsIn(const LaneExpr *E) {
  llvm::SmallVector<unsigned, 4> Found;
  if (!E || Symbols.empty())
    return Found;
  llvm::DenseSet<const LaneExpr *> Seen;
  for (const LaneExpr *N : reachable(C, E, Seen))
    if (N->op() == LaneOp::Symbol && Symbols.contains(N->index()))
      Found.push_back(N->index());
  llvm::sort(Found);
  return Found;
}

} // namespace warplint
