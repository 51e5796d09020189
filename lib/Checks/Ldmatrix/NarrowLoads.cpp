//===- NarrowLoads.cpp - ldmatrix that wider ones could do ----------------===//
//
// ldmatrix.x1 takes the addresses of 8 rows from lanes 0 to 7, .x2 those of 16
// from lanes 0 to 15, .x4 those of 32 from all. Rows lie anywhere: two .x2 whose
// addresses differ by one distance D in all lanes are one .x4 to whose address
// lanes 16 to 31 add D.
//
//===----------------------------------------------------------------------===//

#include "Lane/Expr/AddressForm.h"
#include "Lane/Expr/LaneWalk.h"
#include "Lane/Expr/Substitution.h"
#include "LdmatrixFindings.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Layout/LaneOrder.h"
#include "warplint/Messages/Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// Other loads that notes show.
constexpr size_t ListedLoads = 3;

/// Loops of more iterations are left alone.
constexpr uint64_t MostIterations = 64;

/// Loads that differ in nothing but a distance. Expressions by their numbers, an
/// order that does not change from run to run.
struct AlikeKey {
  /// All iterations of a quiet loop, or a run in some block.
  std::optional<unsigned> Loop;
  unsigned Run = 0;
  RequestKind Kind = RequestKind::LdMatrixX1;
  bool IsTransposed = false;
  std::optional<unsigned> Guard;
  std::vector<std::pair<unsigned, uint32_t>> Terms;

  friend auto operator<=>(const AlikeKey &, const AlikeKey &) = default;
};

struct NarrowLoad {
  unsigned Iteration = 0;
  unsigned Position = 0;
  unsigned Access = 0; ///< Number in the kernel.
  uint32_t Offset = 0;
};

/// 0 where each lane has the address of lane % \p Lanes.
class RepetitionEvaluator final : public CaseEvaluator {
public:
  explicit RepetitionEvaluator(unsigned Lanes)
      : CaseEvaluator({.WhereLanesMeet = EvaluatorTraits::Meeting::IsNoWorse}),
        Lanes(Lanes) {}

  Outcome outcomeOf(const LaneAddresses &Address,
                    LaneMask Active) const override {
    for (unsigned L = 0; L < WarpSize; ++L)
      if (Active >> L & 1 && Address[L] != Address[L % Lanes])
        return {1, 0};
    return {};
  }

private:
  unsigned Lanes;
};

} // namespace

static unsigned matricesOf(RequestKind Kind) {
  return Kind == RequestKind::LdMatrixX1 ? 1 : 2;
}

/// "ldmatrix.x2", "2 ldmatrix.x4 and 1 ldmatrix.x2": the fewest that load
/// \p Matrices, and how many these are.
static std::pair<std::string, unsigned> fewest(unsigned Matrices,
                                               StringRef Suffix) {
  std::vector<std::string> Words;
  unsigned Sum = 0;
  for (unsigned Width : {4, 2, 1})
    if (const unsigned Count = Matrices / Width) {
      Words.push_back((Count == 1 ? "one" : utostr(Count)) + " ldmatrix.x" +
                      utostr(Width) + Suffix.str());
      Matrices %= Width;
      Sum += Count;
    }
  return {listed(Words), Sum};
}

std::string distanceText(ArrayRef<int64_t> Distances, unsigned Matrices,
                         int64_t OddRow) {
  std::array<int64_t, 5> Weights = {};
  Weights[0] = OddRow;
  if (Distances.size() == 4) {
    if (Distances[1] + Distances[2] != Distances[3])
      return "";
    Weights[3] = Distances[1];
    Weights[4] = Distances[2];
  } else if (Distances.size() == 2) {
    Weights[Matrices == 1 ? 3 : 4] = Distances[1];
  }
  if (any_of(Weights, [](int64_t W) { return W < 0; }))
    return "";
  return spellBits(Weights, "lane");
}

/// "the loop over 'j'".
static std::string loopText(const JudgedKernel &K, unsigned Loop) {
  const std::string &Counter = K.Kernel->Context->loopAt(Loop).Counter;
  return Counter.empty() ? "a loop" : "the loop over '" + Counter + "'";
}

/// How lanes give the addresses of the first wide load.
static std::string addressText(const JudgedKernel &K,
                               std::optional<unsigned> Loop,
                               const KernelAccess &First,
                               ArrayRef<NarrowLoad> Joined, FileFacts &Facts) {
  const unsigned Matrices = matricesOf(First.Kind);
  const unsigned Lanes = 8 * Matrices;
  const std::string Address =
      "'" +
      shortText(K.Kernel->Context->print(First.Address), 3 * LongestName) + "'";
  std::string Wide = "ldmatrix.x" + utostr(Matrices * Joined.size());
  if (const unsigned Turns = Joined.back().Iteration; Loop && Turns)
    Wide += std::string(" in every ") + (Turns == 1 ? "second" : "fourth") +
            " iteration of " + loopText(K, *Loop);
  const RepetitionEvaluator Evaluator(Lanes);
  const std::string Whose = isProven(K, Facts, First, {.Evaluator = &Evaluator})
                                ? Address
                                : Address + " of lane % " + utostr(Lanes);
  std::vector<int64_t> Distances;
  std::vector<std::string> Words;
  for (const NarrowLoad &Load : Joined) {
    Distances.push_back(int32_t(Load.Offset - Joined[0].Offset));
    Words.push_back(itostr(Distances.back()));
  }
  if (std::string Text = distanceText(Distances, Matrices); !Text.empty())
    return "address for " + Wide + ": " + Whose + " plus '" + Text + "'";
  return "address for " + Wide + ": " + Whose + " plus " + listed(Words) +
         " bytes in each group of " + utostr(Lanes) + " lanes";
}

static void reportNarrow(const JudgedKernel &K, std::optional<unsigned> Loop,
                         std::vector<NarrowLoad> Loads, FileFacts &Facts,
                         LdmatrixFindings &To) {
  sort(Loads, [](const NarrowLoad &A, const NarrowLoad &B) {
    return std::pair(A.Iteration, A.Position) <
           std::pair(B.Iteration, B.Position);
  });
  // What is loaded again is no other matrix.
  std::vector<NarrowLoad> Different;
  for (const NarrowLoad &Load : Loads)
    if (none_of(Different, [&](const NarrowLoad &Other) {
          return Other.Offset == Load.Offset;
        }))
      Different.push_back(Load);
  if (Different.size() < 2)
    return;
  const KernelAccess &First = K.Kernel->Accesses[Different.front().Access];
  const std::optional<size_t> Number = K.Records[Different.front().Access];
  if (!Number)
    return;
  const AccessRecord &Record = Facts.accesses()[*Number];
  const unsigned Matrices = matricesOf(First.Kind);
  const unsigned Count = Different.size();
  auto [Then, Fewer] =
      fewest(Count * Matrices, isTransposed(First) ? ".trans" : "");
  Finding F = instructionFinding(Record, Count, Fewer,
                                 "narrow ldmatrix: " + utostr(Count) + " " +
                                     First.Instruction + ofArray(Record.Array) +
                                     (Loop ? " in " + loopText(K, *Loop) : "") +
                                     " could be " + Then);
  const unsigned Wide = std::min(4u, Count * Matrices) == 4 ? 4 : 2;
  F.Notes.push_back(
      {Record.Where,
       addressText(K, Loop, First,
                   ArrayRef(Different).take_front(Wide / Matrices), Facts),
       NoteKind::Figure});
  std::vector<SourcePlace> Listed = {Record.Where};
  for (const NarrowLoad &Load : drop_begin(Different)) {
    const std::optional<size_t> Other = K.Records[Load.Access];
    if (!Other || is_contained(Listed, Facts.accesses()[*Other].Where) ||
        Listed.size() > ListedLoads)
      continue;
    Listed.push_back(Facts.accesses()[*Other].Where);
    F.Notes.push_back({Listed.back(), messages::BytesFurther(int32_t(
                                          Load.Offset - Different[0].Offset))});
  }
  addOrigin(Record, F);
  To.add(Record, std::move(F));
}

/// The innermost loop around \p A, where all its iterations are one run of loads
/// that the same lanes execute.
static std::optional<unsigned> quietLoopOf(const KernelModel &K,
                                           const KernelAccess &A) {
  if (A.Loops.empty() || A.IsInCondition)
    return std::nullopt;
  const unsigned Number = A.Loops.back();
  const LaneLoop &Loop = K.Context->loopAt(Number);
  if (!is_contained(K.Matrices.QuietLoops, Number) || !Loop.TripCount ||
      Loop.IsUpperBound || *Loop.TripCount > MostIterations)
    return std::nullopt;
  bool IsFixed = true;
  if (A.Guard)
    forEachBelow(A.Guard, [&](const LaneExpr *E, auto &) {
      IsFixed &= E->op() != LaneOp::Recurrence &&
                 !(E->op() == LaneOp::Iteration && E->index() == Number);
    });
  return IsFixed ? std::optional(Number) : std::nullopt;
}

void findNarrowLoads(const JudgedKernel &K, FileFacts &Facts,
                     LdmatrixFindings &To) {
  LaneContext &C = *K.Kernel->Context;
  std::map<AlikeKey, std::vector<NarrowLoad>> Alike;
  for (const auto &[Number, A] : enumerate(K.Kernel->sharedAccesses())) {
    if ((A.Kind != RequestKind::LdMatrixX1 &&
         A.Kind != RequestKind::LdMatrixX2) ||
        !A.Address || !loadsRowsOf16(A))
      continue;
    AlikeKey Key;
    Key.Loop = quietLoopOf(*K.Kernel, A);
    if (!Key.Loop)
      Key.Run = K.Kernel->Matrices.Runs[Number];
    Key.Kind = A.Kind;
    Key.IsTransposed = isTransposed(A);
    if (A.Guard)
      Key.Guard = A.Guard->id();
    const uint64_t Iterations = Key.Loop ? *C.loopAt(*Key.Loop).TripCount : 1;
    for (unsigned N = 0; N != Iterations; ++N) {
      const LaneExpr *Address = A.Address;
      if (Key.Loop) {
        const LaneExpr *Counter = C.iteration(*Key.Loop);
        Replacements By;
        By[Counter] = C.constant(N, Counter->width());
        Address = substitute(C, Address, By);
      }
      const AddressForm Form = formOf(Address);
      Key.Terms.clear();
      for (const auto &[Atom, Coefficient] : Form.Terms)
        Key.Terms.push_back({Atom->id(), Coefficient});
      Alike[Key].push_back({N, A.Position, unsigned(Number), Form.Offset});
    }
  }
  for (auto &[Key, Loads] : Alike)
    reportNarrow(K, Key.Loop, std::move(Loads), Facts, To);
}

} // namespace warplint
