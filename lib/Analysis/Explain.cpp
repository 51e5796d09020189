//===- Explain.cpp - The names in an address and what is known of them ----===//

#include "Explain.h"
#include "Lane/Expr/LaneWalk.h"
#include "warplint/Finding/AccessProof.h"
#include "warplint/Support/EnumNames.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;

namespace warplint {

std::vector<EnclosingLoop> enclosingLoops(const LaneContext &Context,
                                          const KernelAccess &Access) {
  std::vector<EnclosingLoop> Loops;
  for (unsigned Number : Access.Loops) {
    const LaneLoop &Loop = Context.loopAt(Number);
    Loops.push_back({Loop.Counter, Loop.TripCount, Loop.IsUpperBound,
                     Loop.Continue ? Context.print(Loop.Continue) : ""});
  }
  return Loops;
}

namespace {

/// Finds the leaves of an expression, those of its loops' values too.
class LeafCollector {
public:
  LeafCollector(const LaneContext &Context, const AccessVerdict &Verdict,
                Explanation &Into)
      : Context(Context), Verdict(Verdict), Into(Into) {}

  void collect(const LaneExpr *Root, bool IsGuard) {
    forEachNode(Context, Root, [&](const LaneExpr *E) {
      if (E->op() == LaneOp::Symbol)
        (IsGuard ? symbol(*E).InGuard : symbol(*E).InAddress) = true;
      if (E->op() == LaneOp::Opaque)
        (IsGuard ? opaque(*E).InGuard : opaque(*E).InAddress) = true;
    });
  }

private:
  ExplainedSymbol &symbol(const LaneExpr &E) {
    auto [At, IsNew] = Symbols.try_emplace(E.index(), Into.Symbols.size());
    if (IsNew) {
      const UniformSymbol &S = Context.symbolAt(E.index());
      Into.Symbols.push_back({S.Name, S.Kind, S.Width, S.Lo, S.Hi, S.MultipleOf,
                              /*InAddress=*/false, /*InGuard=*/false,
                              shownValue(E)});
    }
    return Into.Symbols[At->second];
  }

  ExplainedOpaque &opaque(const LaneExpr &E) {
    auto [At, IsNew] = Opaques.try_emplace(E.index(), Into.Opaques.size());
    if (IsNew) {
      const OpaqueValue &V = Context.opaqueAt(E.index());
      Into.Opaques.push_back(
          {V.What, opaquePhrase(V.Reason, /*IsIndex=*/false).str()});
    }
    return Into.Opaques[At->second];
  }

  /// A place in memory is not shown: which one it is does not matter.
  std::optional<int64_t> shownValue(const LaneExpr &E) const {
    LaneMask Active = Verdict.Worst.Active;
    if (!Active || Verdict.Witness.size() != WarpSize ||
        Context.symbolAt(E.index()).Kind == SymbolKind::ArrayBase)
      return std::nullopt;
    const LeafValues &Leaves = Verdict.Witness[llvm::countr_zero(Active)];
    if (E.index() >= Leaves.Symbols.size())
      return std::nullopt;
    return SignExtend64(Leaves.Symbols[E.index()], E.width());
  }

  const LaneContext &Context;
  const AccessVerdict &Verdict;
  Explanation &Into;
  std::map<unsigned, size_t> Symbols, Opaques;
};

} // namespace

Explanation explainAccess(const LaneContext &Context,
                          const KernelAccess &Access,
                          const AccessVerdict &Verdict) {
  Explanation Result;
  LeafCollector Leaves(Context, Verdict, Result);
  if (Access.Address) {
    Result.Address = Context.print(Access.Address);
    Leaves.collect(Access.Address, /*IsGuard=*/false);
  }
  if (Access.Guard) {
    Result.Guard = Context.print(Access.Guard);
    Leaves.collect(Access.Guard, /*IsGuard=*/true);
  }
  return Result;
}

} // namespace warplint
