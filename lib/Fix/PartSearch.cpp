//===- PartSearch.cpp - A layout for each part of a buffer ----------------===//

#include "CommonLayout.h"
#include "warplint/Layout/ArrayParts.h"
#include "warplint/Messages/Layouts.h"
#include "warplint/Rewrite/ArrayUses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

constexpr size_t MostParts = 4;

/// What the layout of a part has to save of the whole array's wavefronts, in
/// percent.
constexpr uint64_t LeastSavedByPart = 5;

std::vector<TouchedRange> partsOf(const ArrayInstance &I) {
  std::vector<TouchedRange> All;
  for (const ArrayProblem *P : {&I.Problem, &I.joined()})
    for (const ArrayAccess &A : P->Accesses)
      if (auto Touched = touchedBy(A, P->Array))
        All.push_back(*Touched);
  return warplint::partsOf(
      std::move(All),
      std::max<uint64_t>(1, BytesOfRow / I.Problem.Array.ElementBytes));
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

  bool isSplit();
  /// False where one part has no search.
  bool run(size_t Part);

  OfferedLayout All; ///< What was found, of all parts together.
  uint64_t Before = 0;

private:
  ArraySurvey surveyOf(size_t Part) const;

  const ArraySurvey &Survey;
  const ArrayUses &Uses;
  std::vector<std::vector<TouchedRange>> Parts; ///< By instance.
  int64_t Grown = 0;

public:
  size_t size() const { return Parts.front().size(); }
};

} // namespace

/// Every instance has as many parts, more than one.
bool PartSearch::isSplit() {
  for (const ArrayInstance &I : Survey.Instances) {
    if (I.Problem.Array.Extents.size() != 1 || I.Problem.Budget.IsStatic ||
        I.Problem.LeastRun != 1 || I.Problem.Fill != ArrayFill::Lanes)
      return false;
    Parts.push_back(partsOf(I));
  }
  return Parts.front().size() > 1 && Parts.front().size() <= MostParts &&
         all_of(Parts, [&](const auto &P) { return P.size() == size(); });
}

ArraySurvey PartSearch::surveyOf(size_t Part) const {
  ArraySurvey Own;
  Own.Members = Survey.Members;
  Own.Report = Survey.Report;
  Own.LeavesOut = true; // It is no array of its own: no columns go.
  std::vector<uint64_t> Begins;
  for (const auto &[I, Of] : zip(Survey.Instances, Parts)) {
    const TouchedRange &Here = Of[Part];
    Begins.push_back(Here.Begin);
    ArrayInstance &Mine = Own.Instances.emplace_back();
    Mine.Member = I.Member;
    if (!I.Accesses.empty())
      Mine.Accesses.push_back(I.Accesses.front()); // Has the kernel's name.
    Mine.Problem = restrictedTo(Here, I.Problem);
    for (const auto &[A, Place] : zip(I.Problem.Accesses, I.Places))
      if (auto Touched = touchedBy(A, I.Problem.Array);
          Touched && Touched->Begin >= Here.Begin && Touched->End <= Here.End)
        Mine.Places.push_back(Place);
    if (I.IfJoined)
      Mine.IfJoined = restrictedTo(Here, *I.IfJoined);
  }
  for (ArrayInstance &I : Own.Instances) {
    I.Problem.Budget.OtherBytes += Grown;
    if (I.IfJoined)
      I.IfJoined->Budget.OtherBytes += Grown;
  }
  Own.Report.Array = nameOf(Begins, Survey, Uses);
  return Own;
}

bool PartSearch::run(size_t Part) {
  ArraySurvey Own = surveyOf(Part);
  if (any_of(Own.Instances,
             [](const ArrayInstance &I) { return I.Problem.Accesses.empty(); }))
    return false;
  const auto Found = searchCommon(Own, Uses, std::nullopt);
  if (!Found)
    return false;
  const ArrayRemedy &R = Own.Report;
  Before += R.Wavefronts;
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
  All.ExtraBytes += O.ExtraBytes;
  All.Wavefronts += O.Wavefronts;
  if (All.WavefrontsIfJoined)
    *All.WavefrontsIfJoined += O.WavefrontsIfJoined.value_or(O.Wavefronts);
  All.Description += (All.Description.empty() ? "" : ", ") +
                     messages::LayoutOfPart(R.Array, O.Description);
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
  if (All.Description.empty() || Search.Before != Report.Wavefronts)
    return false;
  Report.Layouts.push_back(All);
  Survey.Members.front().Report.Layouts.push_back(All);
  Survey.OutcomesOf.push_back(
      std::vector<InstanceOutcome>(Survey.Instances.size()));
  Report.Blockers = {{Report.Declaration, messages::PartsDiffer()}};
  Survey.IndexBlockers.clear();
  Survey.Passed.clear();
  return true;
}

} // namespace warplint
