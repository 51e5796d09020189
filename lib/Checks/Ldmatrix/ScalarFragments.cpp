//===- ScalarFragments.cpp - Loads of fragments lane by lane --------------===//
//
// ldmatrix gives lane 4 * g + t the 32 bits at byte 4 * t of row g of a matrix,
// whose rows lie at any multiples of 16 bytes; with .trans 16 bits at byte 2 * g of
// row 2 * t, and those of row 2 * t + 1. Loads whose lanes have such addresses fill
// registers with the same bits.
//
//===----------------------------------------------------------------------===//

#include "LdmatrixFindings.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// Of the rows of ldmatrix.
constexpr uint64_t RowAlign = 16;

/// Of one load of a register, which lanes read what of the matrix's rows.
enum class LanesBy : uint8_t { Row, Column };

/// 0 where all lanes take part, and lanes of one row have their places in 16
/// bytes at a multiple of 16.
class RowEvaluator final : public CaseEvaluator {
public:
  explicit RowEvaluator(LanesBy By)
      : CaseEvaluator({.CommonPeriod = RowAlign,
                       .Period = RowAlign,
                       .Block = RowAlign,
                       .WhereLanesMeet = EvaluatorTraits::Meeting::IsNoWorse}),
        By(By) {}

  Outcome outcomeOf(const LaneAddresses &Address,
                    LaneMask Active) const override {
    if (Active == 0)
      return {};
    for (unsigned L = 0; L < WarpSize; ++L) {
      const unsigned First = By == LanesBy::Row ? L & ~3u : L % 4;
      const unsigned Place = By == LanesBy::Row ? L % 4 * 4 : L / 4 * 2;
      if (!(Active >> L & 1) || Address[L] % RowAlign != Place ||
          Address[L] / RowAlign != Address[First] / RowAlign)
        return {1, 0};
    }
    return {};
  }

private:
  LanesBy By;
};

/// The loads of all registers of an operand, in their order.
using OperandLoads = ArrayRef<FragmentRegister>;

class ScalarFragments {
public:
  ScalarFragments(const JudgedKernel &K, FileFacts &Facts, LdmatrixFindings &To)
      : K(K), Facts(Facts), To(To) {}

  void visit(const MatrixProduct &P, char Operand, OperandLoads Loads);

private:
  const KernelAccess &access(unsigned N) const { return K.Kernel->Accesses[N]; }
  bool isLoad(unsigned N) const;
  bool hasRows(unsigned Access, LanesBy By);
  std::optional<LanesBy> lanesOf(const FragmentRegister &R);
  std::optional<int64_t> distance(unsigned From, unsigned To) const;
  void report(const MatrixProduct &P, char Operand, OperandLoads Loads,
              LanesBy By);
  std::string addressText(OperandLoads Loads, LanesBy By) const;

  const JudgedKernel &K;
  FileFacts &Facts;
  LdmatrixFindings &To;
  std::map<std::pair<unsigned, LanesBy>, bool> Proven;
};

} // namespace

bool ScalarFragments::isLoad(unsigned N) const {
  const KernelAccess &A = access(N);
  return A.Kind == RequestKind::SharedLoad && A.Address && A.Obstacle.empty() &&
         A.Spaces.isOnly(MemorySpace::Shared) &&
         (!A.Guard || !A.Guard->isLaneVarying());
}

bool ScalarFragments::hasRows(unsigned Access, LanesBy By) {
  auto [It, IsNew] = Proven.try_emplace({Access, By});
  if (!IsNew)
    return It->second;
  const RowEvaluator Evaluator(By);
  const KernelAccess &A = access(Access);
  It->second = isProven(K, Facts, A,
                        {.Evaluator = &Evaluator,
                         .Alignment = A.BytesPerLane,
                         .BytesPerLane = A.BytesPerLane});
  return It->second;
}

std::optional<int64_t> ScalarFragments::distance(unsigned From,
                                                 unsigned To) const {
  return distanceOf(access(From), access(To));
}

/// How the lanes of the load of \p R lie in rows; nothing where that is not
/// proven.
std::optional<LanesBy> ScalarFragments::lanesOf(const FragmentRegister &R) {
  if (!isLoad(R.Access) || (R.UpperHalf && !isLoad(*R.UpperHalf)))
    return std::nullopt;
  if (!R.UpperHalf || distance(R.Access, *R.UpperHalf) == 2)
    return hasRows(R.Access, LanesBy::Row) ? std::optional(LanesBy::Row)
                                           : std::nullopt;
  if (hasRows(R.Access, LanesBy::Column) &&
      hasRows(*R.UpperHalf, LanesBy::Column))
    return LanesBy::Column;
  return std::nullopt;
}

void ScalarFragments::visit(const MatrixProduct &P, char Operand,
                            OperandLoads Loads) {
  if (!is_contained({1u, 2u, 4u}, Loads.size()))
    return;
  const auto &Runs = K.Kernel->Matrices.Runs;
  const auto By = lanesOf(Loads.front());
  if (By && all_of(Loads, [&](const FragmentRegister &R) {
        return Runs[R.Access] == Runs[Loads.front().Access] &&
               lanesOf(R) == By &&
               R.UpperHalf.has_value() == Loads.front().UpperHalf.has_value();
      }))
    report(P, Operand, Loads, *By);
}

/// How lanes give the addresses of the rows.
std::string ScalarFragments::addressText(OperandLoads Loads, LanesBy By) const {
  const unsigned First = Loads.front().Access;
  const bool IsByRow = By == LanesBy::Row;
  std::string Text = "address for ldmatrix.x" + utostr(Loads.size()) +
                     (IsByRow ? "" : ".trans") + ": '" +
                     shortText(K.Kernel->Context->print(access(First).Address),
                               3 * LongestName) +
                     "' of lane % 8 " + (IsByRow ? "* 4" : "/ 2");
  std::vector<int64_t> Distances;
  std::optional<int64_t> OddRow = 0;
  if (!IsByRow)
    OddRow = distance(First, *Loads.front().UpperHalf);
  for (const FragmentRegister &R : Loads) {
    const auto D = distance(First, R.Access);
    if (!D || !OddRow ||
        (!IsByRow && distance(R.Access, *R.UpperHalf) != OddRow))
      return Text + messages::NextRegister();
    Distances.push_back(*D);
  }
  const std::string Sum = distanceText(Distances, 1, *OddRow);
  return Sum.empty() && Loads.size() > 1
             ? Text + messages::NextRegister()
             : Text + (Sum.empty() ? "" : " plus '" + Sum + "'");
}

void ScalarFragments::report(const MatrixProduct &P, char Operand,
                             OperandLoads Loads, LanesBy By) {
  const std::optional<size_t> Number = K.Records[Loads.front().Access];
  if (!Number)
    return;
  const AccessRecord &Record = Facts.accesses()[*Number];
  const bool IsJoined = Loads.front().UpperHalf.has_value();
  const unsigned Count = Loads.size() * (IsJoined ? 2 : 1);
  Finding F = instructionFinding(
      Record, Count, 1,
      messages::ScalarFragment(
          counted(Count, IsJoined ? "16-bit load" : "32-bit load"),
          ofArray(Record.Array), Count == 1 ? "fills" : "fill",
          std::string(1, Operand), nameOf(P), Loads.size(),
          By == LanesBy::Row ? "" : ".trans"));
  F.Notes.push_back({Record.Where, addressText(Loads, By), NoteKind::Figure});
  for (const StaticArray &Array : K.Kernel->StaticArrays)
    if (Array.Align < RowAlign && Array.Declaration &&
        is_contained(access(Loads.front().Access).Arrays, Array.Declaration))
      F.Notes.push_back({Record.Where, messages::DeclareAligned(Record.Array),
                         NoteKind::Figure});
  addOrigin(Record, F);
  To.add(Record, std::move(F));
}

void findScalarFragments(const JudgedKernel &K, FileFacts &Facts,
                         LdmatrixFindings &To) {
  ScalarFragments Fragments(K, Facts, To);
  forEachFragment(
      *K.Kernel, [&](const MatrixProduct &P, char Operand, OperandLoads Loads) {
        Fragments.visit(P, Operand, Loads);
      });
}

} // namespace warplint
