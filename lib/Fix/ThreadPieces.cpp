//===- ThreadPieces.cpp - Neighbouring elements for neighbouring lanes ----===//

#include "ThreadPieces.h"
#include "CommonLayout.h"
#include "Lane/Expr/AddressForm.h"
#include "warplint/Finding/AccessProof.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Layouts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <optional>

using namespace llvm;

namespace warplint {
namespace {

/// An address base + (threadIdx.x * length + round) * bytes.
struct Piece {
  /// In elements: a number, or a value that all lanes share.
  uint32_t Elements = 0;
  const LaneExpr *Length = nullptr;
  const LaneExpr *Thread = nullptr; ///< threadIdx.x
  const LaneExpr *Round = nullptr;
  AddressForm Base;

  bool isSame(const Piece &Other) const {
    return Elements == Other.Elements && Length == Other.Length &&
           Base.Terms == Other.Base.Terms && Base.Offset == Other.Base.Offset;
  }
};

bool isThreadX(const LaneExpr *E) {
  return E->op() == LaneOp::ThreadIdx && E->index() == 0;
}

/// Whether \p E is threadIdx.x times something that all lanes share.
bool addThread(const LaneExpr *E, uint32_t Factor, unsigned Bytes, Piece &To) {
  if (To.Thread || Bytes == 0 || Factor % Bytes)
    return false;
  if (isThreadX(E)) {
    To.Thread = E;
    To.Elements = Factor / Bytes;
    return To.Elements > 1;
  }
  if (E->op() != LaneOp::Mul || Factor != Bytes)
    return false;
  for (unsigned I = 0; I < 2; ++I)
    if (const LaneExpr *T = withoutCasts(E->operand(I)); isThreadX(T)) {
      To.Thread = T;
      To.Length = E->operand(1 - I);
      return !To.Length->isLaneVarying();
    }
  return false;
}

std::optional<Piece> pieceOf(const LaneExpr *Address, unsigned Bytes) {
  Piece Result;
  const AddressForm Form = formOf(Address);
  Result.Base.Offset = Form.Offset;
  for (const auto &[Atom, Factor] : Form.Terms) {
    if (Atom->isLaneVarying()) {
      if (!addThread(Atom, Factor, Bytes, Result))
        return std::nullopt;
    } else if (Atom->op() == LaneOp::Iteration && Factor == Bytes) {
      if (Result.Round)
        return std::nullopt;
      Result.Round = Atom;
    } else {
      Result.Base.Terms.push_back({Atom, Factor});
    }
  }
  if (!Result.Thread || !Result.Round)
    return std::nullopt;
  return Result;
}

/// (thread + 1) * length is thread * length + length.
const LaneExpr *distributed(LaneContext &C, const LaneExpr *E) {
  if (E->op() != LaneOp::Mul)
    return E;
  for (unsigned I = 0; I < 2; ++I) {
    const LaneExpr *Sum = E->operand(I), *Other = E->operand(1 - I);
    if (Sum->op() == LaneOp::Add)
      return C.binary(LaneOp::Add,
                      C.binary(LaneOp::Mul, Sum->operand(0), Other),
                      C.binary(LaneOp::Mul, Sum->operand(1), Other));
  }
  return E;
}

/// Whether \p Less < \p Bound says that the round is less than the length of
/// the piece.
bool staysBelow(LaneContext &C, const LaneExpr *Less, const LaneExpr *Bound,
                const Piece &P) {
  // Below the lesser of two is below both.
  if (Bound->op() == LaneOp::Select) {
    const LaneExpr *If = Bound->operand(0);
    const bool IsLesser =
        (If->op() == LaneOp::CmpSLt || If->op() == LaneOp::CmpULt) &&
        If->operand(0) == Bound->operand(1) &&
        If->operand(1) == Bound->operand(2);
    return IsLesser && (staysBelow(C, Less, Bound->operand(1), P) ||
                        staysBelow(C, Less, Bound->operand(2), P));
  }
  AddressForm Left = formOf(distributed(C, Bound));
  Left.add(Less, uint32_t(-1));
  Left.add(P.Round, 1);
  if (P.Length)
    Left.add(P.Length, uint32_t(-1));
  return Left.Terms.empty() && Left.Offset == P.Elements;
}

bool staysInside(LaneContext &C, const LaneExpr *Goes, const Piece &P) {
  if (Goes->op() == LaneOp::And)
    return staysInside(C, Goes->operand(0), P) ||
           staysInside(C, Goes->operand(1), P);
  return (Goes->op() == LaneOp::CmpSLt || Goes->op() == LaneOp::CmpULt) &&
         staysBelow(C, Goes->operand(0), Goes->operand(1), P);
}

/// No thread gets beyond its piece.
bool staysInside(LaneContext &C, const Piece &P) {
  const LaneLoop &Loop = C.loopAt(P.Round->index());
  if (Loop.TripCount && *Loop.TripCount <= P.Elements)
    return true;
  return Loop.Continue && staysInside(C, Loop.Continue, P);
}

/// The address with which lanes take turns.
const LaneExpr *byTurns(LaneContext &C, const Piece &P, unsigned Bytes,
                        unsigned Width) {
  auto Widened = [&](const LaneExpr *E, LaneOp How) {
    return C.cast(E->width() > Width ? LaneOp::Trunc : How, E, Width);
  };
  auto Times = [&](const LaneExpr *E, uint64_t Factor) {
    return C.binary(LaneOp::Mul, E, C.constant(Factor, Width));
  };
  const LaneExpr *Sum =
      C.constant(uint64_t(int64_t(int32_t(P.Base.Offset))), Width);
  for (const auto &[Atom, Factor] : P.Base.Terms)
    Sum = C.binary(
        LaneOp::Add, Sum,
        Times(Widened(Atom, LaneOp::SExt), uint64_t(int64_t(int32_t(Factor)))));
  const LaneExpr *Rounds = C.binary(LaneOp::Mul, Widened(P.Round, LaneOp::ZExt),
                                    Widened(C.blockDim(0), LaneOp::ZExt));
  const LaneExpr *Index =
      C.binary(LaneOp::Add, Widened(P.Thread, LaneOp::ZExt), Rounds);
  return C.binary(LaneOp::Add, Sum, Times(Index, Bytes));
}

/// Of a block with several rows no thread has a piece of its own.
bool isOneRow(const LaunchShape &Shape) {
  return Shape.Y.value_or(1) == 1 && Shape.Z.value_or(1) == 1;
}

/// Wavefronts of \p Access by turns under each launch; nothing where it is not
/// proven to be ideal.
std::optional<unsigned> costByTurns(const JudgedKernel &In,
                                    const KernelAccess &Access,
                                    const Piece &P) {
  LaneContext &C = *In.Kernel->Context;
  AccessProblem Problem = problemOf(Access);
  Problem.Address = byTurns(C, P, Access.BytesPerLane, Access.Address->width());
  // Neighbours cost no more where a condition leaves some out.
  Problem.Guard = nullptr;
  unsigned Most = 0;
  for (const auto &Launch : In.Launches) {
    const LaunchShape &Shape = Launch->Record.Shape;
    if (!isOneRow(Shape))
      return std::nullopt;
    const AccessVerdict V = proveAccess(C, Launch->known(Problem), Shape);
    if (V.Kind != VerdictKind::Clean)
      return std::nullopt;
    Most = std::max(Most, V.Worst.Cost.Predicted);
  }
  return Most;
}

std::string lengthText(const LaneContext &C, const Piece &P) {
  if (!P.Length)
    return utostr(P.Elements);
  std::string Text = C.print(P.Length);
  const bool IsName =
      llvm::all_of(Text, [](char L) { return isAlnum(L) || L == '_'; });
  return IsName ? Text : "(" + Text + ")";
}

constexpr char UnnamedRound[] = "round";

/// A name for the round: that of the counter, where that counts them.
std::string roundText(const LaneLoop &Loop) {
  return Loop.Counter.empty() || Loop.CounterValue ? UnnamedRound
                                                   : Loop.Counter;
}

/// The turns of one kernel.
struct Turns {
  std::string Length, Round;
  unsigned Wavefronts = 0; ///< The most of any access.
};

std::optional<Turns> turnsOf(ArrayRef<ElementAccess> Accesses) {
  constexpr unsigned Word = 4;
  if (llvm::none_of(Accesses,
                    [](const ElementAccess &A) { return A.HasConflict; }))
    return std::nullopt;
  std::optional<Piece> First;
  Turns Result;
  for (const auto &[In, Access, Bytes, HasConflict] : Accesses) {
    if (!Access->Address || !Access->Obstacle.empty() ||
        !Access->MayLeadElsewhere.empty() || Access->Arrays.size() != 1)
      return std::nullopt;
    // A place that all lanes share: another matter.
    if (!Access->Address->isLaneVarying())
      continue;
    const bool IsPlain = Access->Kind == RequestKind::SharedLoad ||
                         Access->Kind == RequestKind::SharedStore;
    // Small elements that are joined may cost less than by turns.
    const bool AreJoined = Access->Issue && !Access->Issue->Requests.empty();
    if (!IsPlain || Access->BytesPerLane != Bytes ||
        (AreJoined && Bytes < Word))
      return std::nullopt;
    LaneContext &C = *In->Kernel->Context;
    const auto P = pieceOf(Access->Address, Bytes);
    if (!P || !staysInside(C, *P) || !(First ? First : P)->isSame(*P))
      return std::nullopt;
    const auto Cost = costByTurns(*In, *Access, *P);
    if (!Cost)
      return std::nullopt;
    Result.Wavefronts = std::max(Result.Wavefronts, *Cost);
    const std::string Round = roundText(C.loopAt(P->Round->index()));
    if (!First)
      Result.Round = Round;
    else if (Result.Round != Round)
      Result.Round = UnnamedRound;
    Result.Length = lengthText(C, *P);
    First = P;
  }
  return First ? std::optional(std::move(Result)) : std::nullopt;
}

} // namespace

uint64_t ownPiece(const LaneExpr *Address, unsigned Bytes) {
  uint64_t Elements = 0;
  for (const auto &[Atom, Factor] : formOf(Address).Terms) {
    if (!isThreadX(withoutCasts(Atom)))
      continue;
    if (Elements || Factor % Bytes)
      return 0;
    Elements = Factor / Bytes;
  }
  return Elements > 1 ? Elements : 0;
}

std::string turnsText(ArrayRef<ElementAccess> Accesses) {
  // Nobody reads a long list.
  constexpr unsigned MostKernels = 3;
  std::string Text;
  for (unsigned Reported = 0; Reported < MostKernels && !Accesses.empty();) {
    const JudgedKernel &In = *Accesses.front().In;
    const auto Own = Accesses.take_while(
        [&](const ElementAccess &A) { return A.In == &In; });
    const bool IsOnly = Own.size() == Accesses.size() && Text.empty();
    Accesses = Accesses.drop_front(Own.size());
    const auto T = turnsOf(Own);
    Reported += T.has_value();
    if (T)
      Text +=
          (Text.empty() ? "" : "; ") +
          (IsOnly ? "" : "in '" + In.Names.Name + In.Names.Arguments + "' ") +
          messages::TurnsOfThreads(T->Round, T->Length,
                                   counted(T->Wavefronts, "wavefront"));
  }
  return Text;
}

bool ArraySurvey::spreadsData(ArrayRef<InstanceOutcome> Layouts) const {
  return all_of(zip(Instances, Layouts), [](const auto &Of) {
    const auto &[I, Outcome] = Of;
    const auto *Stripes = Outcome.To.template as<RowInterleave>();
    return all_of(I.Unlisted, [&](const SurveyedAccess &A) {
      // Smaller elements of different stripes share a bank.
      return !A.IsData || (A.OwnPiece && Stripes && Stripes->isStriped() &&
                           I.Problem.Array.ElementBytes >= BankBytes &&
                           Stripes->rowsApart() == A.OwnPiece &&
                           Stripes->Ways % WarpSize == 0);
    });
  });
}

bool mayGatherData(const CommonLayout &L, const ArraySurvey &Survey) {
  const Layout Own = inSource(L, Survey);
  const auto *Stripes = Own.as<RowInterleave>();
  return Stripes && Stripes->isStriped() &&
         (!Survey.spreadsData(L.Outcomes) ||
          any_of(Survey.Instances, [](const ArrayInstance &I) {
            return any_of(I.Unlisted, [](const SurveyedAccess &A) {
              return !A.IsData && !A.IsSampled;
            });
          }));
}

} // namespace warplint
