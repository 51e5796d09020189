//===- PartSearch.cpp - A layout for each part of a buffer ----------------===//

#include "CommonLayout.h"
#include "warplint/Layout/ArrayParts.h"
#include "warplint/Messages/Layouts.h"
#include "warplint/Rewrite/ArrayUses.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>
#include <utility>

using namespace llvm;

namespace warplint {
namespace {

constexpr size_t MostParts = 4;

/// What the layout of a part has to save of the whole array's wavefronts, in
/// percent.
constexpr uint64_t LeastSavedByPart = 5;

/// Some accesses of an instance, and the elements that they keep to.
struct BufferPart {
  std::set<SourcePlace> Places;
  TouchedRange Range;
  size_t Phase = 0;
};

void forEachRun(const SurveyedAccess &A,
                function_ref<void(uint64_t Begin, uint64_t End)> Do) {
  for (const OffsetCase &C : A.Cases)
    if (A.Pitch && A.LineLength) {
      const uint64_t Lines =
          uint64_t(A.BytesPerLane) * WarpSize * A.Instructions / A.LineLength;
      for (uint64_t N = 0; N < Lines; ++N)
        Do(C.Offset[0] + N * A.Pitch, C.Offset[0] + N * A.Pitch + A.LineLength);
    } else {
      for (LaneMask Left = C.Active; Left; Left &= Left - 1) {
        const uint64_t At = C.Offset[countr_zero(Left)];
        Do(At, At + A.BytesPerLane);
      }
    }
}

/// No value goes from an access of \p All before number \p Cut to a later one: what
/// these read, they have written before, in loops of their own.
bool isNewPhase(ArrayRef<SurveyedAccess> All, size_t Cut, uint64_t Bytes) {
  const auto Before = All.take_front(Cut), After = All.drop_front(Cut);
  for (const SurveyedAccess &A : After)
    if (any_of(Before, [&](const SurveyedAccess &B) {
          return B.Where == A.Where ||
                 (A.OutermostLoop && A.OutermostLoop == B.OutermostLoop);
        }))
      return false;
  BitVector Written(Bytes);
  // A round of a loop may read what only a later one writes.
  std::vector<const SurveyedAccess *> InLoop;
  std::optional<unsigned> Loop;
  for (const SurveyedAccess &A : After) {
    if (!A.OutermostLoop || A.OutermostLoop != Loop)
      for (const SurveyedAccess *Store : std::exchange(InLoop, {}))
        forEachRun(*Store, [&](uint64_t Begin, uint64_t End) {
          if (End <= Bytes)
            Written.set(Begin, End);
        });
    Loop = A.OutermostLoop;
    bool IsKnown = true;
    if (A.Effect != AccessEffect::Write)
      forEachRun(A, [&](uint64_t Begin, uint64_t End) {
        IsKnown &= End <= Bytes && Written.find_first_unset_in(Begin, End) < 0;
      });
    else if (A.IsCertain)
      InLoop.push_back(&A);
    if (!IsKnown)
      return false;
  }
  return true;
}

/// The places of the accesses of \p I, by phase. One launch of one kernel has an
/// order that is known.
std::vector<std::set<SourcePlace>> phasesOf(const ArrayInstance &I) {
  std::set<unsigned> Launches;
  for (const ArrayAccess &A : I.Problem.Accesses)
    for (const AccessCase &C : A.Cases)
      Launches.insert(C.Launch);
  const bool IsOrdered = Launches.size() == 1;
  std::vector<std::set<SourcePlace>> Phases(1);
  for (size_t N = 0; N < I.Accesses.size(); ++N) {
    if (N && IsOrdered && isNewPhase(I.Accesses, N, I.Problem.Array.bytes()))
      Phases.emplace_back();
    Phases.back().insert(I.Accesses[N].Where);
  }
  return Phases;
}

/// The accesses of \p Of at \p Places, of which the others are at \p All.
ArrayProblem ofPlaces(const std::set<SourcePlace> &Places, ArrayProblem Of,
                      ArrayRef<SourcePlace> All) {
  std::vector<ArrayAccess> Kept;
  for (auto [A, Place] : zip(Of.Accesses, All))
    if (Places.contains(Place))
      Kept.push_back(std::move(A));
  Of.Accesses = std::move(Kept);
  return Of;
}

/// What each access of \p I at \p Places touches, in elements. A function that is
/// called for several parts has an access for each call; \p ByPlace: these are one.
std::vector<TouchedRange> touchedAt(const std::set<SourcePlace> &Places,
                                    const ArrayInstance &I, bool ByPlace) {
  const uint64_t Bytes = I.Problem.Array.ElementBytes;
  std::vector<TouchedRange> Touched;
  std::map<SourcePlace, size_t> Known;
  for (const SurveyedAccess &A : I.Accesses) {
    if (A.Cases.empty() || !Places.contains(A.Where))
      continue;
    const auto [At, IsNew] = Known.try_emplace(A.Where, Touched.size());
    if (IsNew || !ByPlace) {
      At->second = Touched.size();
      Touched.push_back({~uint64_t(0), 0});
    }
    TouchedRange &Range = Touched[At->second];
    forEachRun(A, [&](uint64_t Begin, uint64_t End) {
      Range.Begin = std::min(Range.Begin, Begin / Bytes);
      Range.End = std::max(Range.End, divideCeil(End, Bytes));
    });
  }
  return Touched;
}

std::vector<BufferPart> partsOf(const ArrayInstance &I, bool ByPlace) {
  const uint64_t Row =
      std::max<uint64_t>(1, BytesOfRow / I.Problem.Array.ElementBytes);
  std::vector<BufferPart> Parts;
  for (const auto &[Phase, Places] : enumerate(phasesOf(I)))
    for (const TouchedRange &Range :
         warplint::partsOf(touchedAt(Places, I, ByPlace), Row))
      Parts.push_back({Places, Range, Phase});
  return Parts;
}

/// What the source calls the part that begins at an element of each instance, in
/// their order.
std::string nameOf(ArrayRef<uint64_t> Begins, const ArraySurvey &Survey,
                   const ArrayUses &Uses) {
  for (const RowPointer &P : Uses.RowPointers)
    if (!P.Offsets.empty() && all_of(Begins, [&](uint64_t Begin) {
          return is_contained(P.Offsets, Begin);
        }))
      return P.Name;
  if (Begins.front() == 0)
    return Survey.Report.Array;
  return "(" + Survey.Report.Array + " + " + utostr(Begins.front()) + ")";
}

/// The search of the parts of one array.
class PartSearch {
public:
  PartSearch(const ArraySurvey &Survey, const ArrayUses &Uses)
      : Survey(Survey), Uses(Uses) {}

  bool isSplit() { return isSplit(false) || isSplit(true); }
  size_t size() const { return Parts.front().size(); }
  bool hasPhases() const { return Parts.front().back().Phase > 0; }
  /// False where one part has no search.
  bool run(size_t Part);

  OfferedLayout All;    ///< What was found, of all parts together.
  std::string Declined; ///< What was not, of the first part that has some.
  uint64_t Before = 0, BeforeIfJoined = 0;

private:
  bool isSplit(bool ByPlace);
  ArraySurvey surveyOf(size_t Part) const;
  int64_t endOf(std::optional<size_t> Phase) const;
  std::string textOf(const ArraySurvey &Own, StringRef Description) const;

  const ArraySurvey &Survey;
  const ArrayUses &Uses;
  std::vector<std::vector<BufferPart>> Parts; ///< By instance.
  /// Bytes that the parts before one in its phase take more.
  int64_t Grown = 0;
};

} // namespace

/// Every instance has as many parts, more than one.
bool PartSearch::isSplit(bool ByPlace) {
  Parts.clear();
  for (const ArrayInstance &I : Survey.Instances) {
    if (I.Problem.Array.Extents.size() != 1 || I.Problem.Budget.IsStatic ||
        I.Problem.LeastRun != 1 || I.Problem.Fill != ArrayFill::Lanes)
      return false;
    Parts.push_back(partsOf(I, ByPlace));
  }
  return Parts.front().size() > 1 && Parts.front().size() <= MostParts &&
         all_of(Parts, [&](const auto &P) {
           return llvm::equal(P, Parts.front(),
                              [](const BufferPart &A, const BufferPart &B) {
                                return A.Phase == B.Phase;
                              });
         });
}

ArraySurvey PartSearch::surveyOf(size_t Part) const {
  ArraySurvey Own;
  Own.Members = Survey.Members;
  Own.Report = Survey.Report;
  Own.Report.Declined.clear();
  Own.LeavesOut = true; // It is no array of its own: no columns go.
  std::vector<uint64_t> Begins;
  for (const auto &[I, Of] : zip(Survey.Instances, Parts)) {
    const auto &[Places, Here, Phase] = Of[Part];
    Begins.push_back(Here.Begin);
    ArrayInstance &Mine = Own.Instances.emplace_back();
    Mine.Member = I.Member;
    if (!I.Accesses.empty())
      Mine.Accesses.push_back(I.Accesses.front()); // Has the kernel's name.
    Mine.Problem = restrictedTo(Here, ofPlaces(Places, I.Problem, I.Places));
    for (const auto &[A, Place] : zip(I.Problem.Accesses, I.Places))
      if (Places.contains(Place) && any_of(A.Cases, [&](const AccessCase &C) {
            const auto Touched = touchedBy(C, A, I.Problem.Array);
            return Touched && Here.contains(*Touched);
          }))
        Mine.Places.push_back(Place);
    Mine.Problem.Budget.OtherBytes += Grown;
    if (!I.IfJoined)
      continue;
    Mine.IfJoined =
        restrictedTo(Here, ofPlaces(Places, *I.IfJoined, I.JoinedPlaces));
    Mine.IfJoined->Budget.OtherBytes += Grown;
  }
  Own.Report.Array = nameOf(Begins, Survey, Uses);
  return Own;
}

/// Bytes up to the end of the last part of \p Phase, or of all, in the first
/// instance.
int64_t PartSearch::endOf(std::optional<size_t> Phase) const {
  uint64_t End = 0;
  for (const BufferPart &P : Parts.front())
    if (!Phase || P.Phase == *Phase)
      End = std::max(End, P.Range.End);
  return int64_t(End * Survey.Instances.front().Problem.Array.ElementBytes);
}

/// \p Description, of the layout of \p Own, and what it is for.
std::string PartSearch::textOf(const ArraySurvey &Own,
                               StringRef Description) const {
  if (!hasPhases())
    return messages::LayoutOfPart(Own.Report.Array, Description);
  const ArrayInstance &First = Own.Instances.front();
  std::set<unsigned> Lines;
  for (const SurveyedAccess &A : Survey.Instances.front().Accesses)
    if (is_contained(First.Places, A.Where))
      Lines.insert(A.Call.Line ? A.Call.Line : A.Where.Line);
  std::vector<std::string> Names;
  for (unsigned Line : Lines)
    Names.push_back(utostr(Line));
  return messages::LayoutOfPhase(Own.Report.Array, Description,
                                 join(Names, ", "));
}

bool PartSearch::run(size_t Part) {
  if (Part && Parts.front()[Part].Phase != Parts.front()[Part - 1].Phase)
    Grown = 0;
  ArraySurvey Own = surveyOf(Part);
  if (any_of(Own.Instances,
             [](const ArrayInstance &I) { return I.Problem.Accesses.empty(); }))
    return false;
  const auto Found = searchCommon(Own, Uses, std::nullopt);
  if (!Found)
    return false;
  const ArrayRemedy &R = Own.Report;
  if (Declined.empty())
    Declined = R.Declined;
  Before += R.Wavefronts;
  BeforeIfJoined += R.WavefrontsIfJoined.value_or(R.Wavefronts);
  const bool IsWorth =
      !Found->empty() && (R.Wavefronts - Found->front().Total) * 100 >=
                             LeastSavedByPart * Survey.Report.Wavefronts;
  if (!IsWorth) {
    All.Wavefronts += R.Wavefronts;
    if (All.WavefrontsIfJoined)
      *All.WavefrontsIfJoined += R.WavefrontsIfJoined.value_or(R.Wavefronts);
    return true;
  }
  const OfferedLayout O = offer(Own, Found->front());
  Grown += O.ExtraBytes;
  All.ExtraBytes = std::max(All.ExtraBytes, endOf(Parts.front()[Part].Phase) +
                                                Grown - endOf(std::nullopt));
  All.Wavefronts += O.Wavefronts;
  if (All.WavefrontsIfJoined)
    *All.WavefrontsIfJoined += O.WavefrontsIfJoined.value_or(O.Wavefronts);
  All.Description +=
      (All.Description.empty() ? "" : ", ") + textOf(Own, O.Description);
  All.Formula += (All.Formula.empty() ? "" : "', '") + O.Formula;
  All.Instance = O.Instance;
  append_range(All.Worsened, O.Worsened);
  if (!O.BudgetProblem.empty())
    All.BudgetProblem = O.BudgetProblem;
  return true;
}

bool offerParts(ArraySurvey &Survey, const ArrayUses &Uses) {
  ArrayRemedy &Report = Survey.Report;
  if (Survey.LeavesOut || Survey.hasUnlisted() || Survey.Members.size() != 1)
    return false;
  PartSearch Search(Survey, Uses);
  if (!Search.isSplit())
    return false;
  OfferedLayout &All = Search.All;
  All.Family = "parts";
  if (Report.WavefrontsIfJoined)
    All.WavefrontsIfJoined = 0;
  for (size_t Part = 0; Part < Search.size(); ++Part)
    if (!Search.run(Part))
      return false;
  if (All.Description.empty() && Report.Declined.empty())
    Report.Declined = Search.Declined;
  // A request that is in no part is in no figure.
  if (All.Description.empty() || Search.Before != Report.Wavefronts ||
      Search.BeforeIfJoined !=
          Report.WavefrontsIfJoined.value_or(Report.Wavefronts))
    return false;
  Report.Layouts.push_back(All);
  Survey.Members.front().Report.Layouts.push_back(All);
  Survey.OutcomesOf.push_back(
      std::vector<InstanceOutcome>(Survey.Instances.size()));
  Report.Blockers = {{Report.Declaration, Search.hasPhases()
                                              ? messages::PhasesDiffer()
                                              : messages::PartsDiffer()}};
  Survey.IndexBlockers.clear();
  Survey.Passed.clear();
  return true;
}

} // namespace warplint
