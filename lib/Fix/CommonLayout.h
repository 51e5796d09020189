//===- CommonLayout.h - One layout for all instantiations -------*- C++ -*-===//

#ifndef WARPLINT_LIB_FIX_COMMONLAYOUT_H
#define WARPLINT_LIB_FIX_COMMONLAYOUT_H

#include "ArraySurvey.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint {

/// A layout as each instance takes it.
struct CommonLayout {
  std::vector<InstanceOutcome> Outcomes;
  uint64_t Total = 0;
  uint64_t TotalIfJoined = 0;
  int64_t ExtraBytes = 0; ///< The most of any.
  unsigned Operators = 0;
  /// Bytes that the array's size has to be a multiple of, which is not seen; 1:
  /// nothing.
  uint64_t NeedsMultiple = 1;
  /// The instance that speaks for all: one that changes.
  size_t Shown = 0;
  /// Rows are padded by so many bytes, whatever the size of an element; 0: by
  /// elements.
  uint64_t PadBytes = 0;

  const Layout &first() const {
    static const Layout Same;
    return Outcomes.empty() ? Same : Outcomes[Shown].To;
  }
  bool isSame(const CommonLayout &Other) const {
    return llvm::equal(
        Outcomes, Other.Outcomes,
        [](const auto &A, const auto &B) { return A.To == B.To; });
  }
  /// Rows of even length are padded, those of odd length are not.
  bool padsToOdd() const {
    return first().as<Padding>() && llvm::any_of(Outcomes, [](const Remedy &R) {
             return R.To.isUnchanged();
           });
  }
  /// What it costs under both readings: none of them is more likely.
  uint64_t cost() const { return Total + TotalIfJoined; }
  bool isHarmless() const {
    return llvm::all_of(Outcomes,
                        [](const Remedy &R) { return R.Budget.isHarmless(); });
  }
  bool passesStaticLimit() const {
    return llvm::any_of(
        Outcomes, [](const Remedy &R) { return R.Budget.PassesStaticLimit; });
  }
  /// Requests more, since the compiler no longer joins accesses, where another
  /// padding may leave them joined.
  uint64_t takenApart() const {
    uint64_t Requests = 0;
    for (const Remedy &R : Outcomes)
      Requests += R.To.as<Padding>() ? R.TakenApart.value_or(0) : 0;
    return Requests;
  }
  bool worsens() const {
    return llvm::any_of(Outcomes,
                        [](const Remedy &R) { return !R.Worsened.empty(); });
  }
};

/// What an instance costs as declared.
struct CostBefore {
  uint64_t Total = 0, IfJoined = 0;
};

/// A layout, and the instance that it was searched for.
struct FoundLayout {
  const ArrayInstance *Of = nullptr;
  Layout To;
  /// Which of FoundLayouts::Found is the same, for the first instance like this
  /// one.
  size_t First = 0;
  /// It pads rows by as many bytes in all instances, not by as many elements.
  bool IsInBytes = false;
};

/// What layouts are to problems: each instance finds much the same ones, and all of
/// them are held against all instances.
class JudgedLayouts {
public:
  /// judge(), asked once. \p Problem stays as it is as long as this.
  std::optional<Remedy> judge(const ArrayProblem &Problem, const Layout &L);

private:
  struct OfProblem {
    ProblemJudge Judge;
    std::vector<std::pair<Layout, std::optional<Remedy>>> Known = {};
    explicit OfProblem(const ArrayProblem &Problem) : Judge(Problem) {}
  };
  std::map<const ArrayProblem *, OfProblem> Known;
};

struct FoundLayouts {
  std::vector<FoundLayout> Found;
  JudgedLayouts Judged;
  std::vector<CostBefore> Before;
  /// Of each instance the number of the first with the same problems.
  std::vector<size_t> Firsts;
};

/// The figures of \p Survey's report and layouts that may be offered; nothing
/// where one instance has none.
std::optional<FoundLayouts> searchInstances(ArraySurvey &Survey,
                                            const ArrayUses &Uses,
                                            std::optional<FixStyle> Style);

/// Lets dynamic memory grow, which is known to the launch alone; false where no
/// array is in any.
bool letGrow(ArraySurvey &Survey);

/// What a layout may do where the compiler joins accesses.
enum class IfJoined : uint8_t {
  IsNoWorse,
  TakesApart, ///< However many accesses are no longer joined.
  CostsMore,
};

/// \p To, one of \p Searched, for all instances; nothing where one of them would
/// pay more than before, under either reading but for what \p May be: then that is
/// \p Loser.
std::optional<CommonLayout> commonLayout(const ArraySurvey &Survey,
                                         FoundLayouts &Searched,
                                         const FoundLayout &Found,
                                         const ArrayInstance *&Loser,
                                         IfJoined May = IfJoined::IsNoWorse);

/// Layouts that all instances can take, the best first; nothing where one has no
/// search.
std::optional<std::vector<CommonLayout>>
searchCommon(ArraySurvey &Survey, const ArrayUses &Uses,
             std::optional<FixStyle> Style);

/// Where no layout of the whole of a buffer helps: suggests one for each part that
/// no access leaves, if that does.
bool offerParts(ArraySurvey &Survey, const ArrayUses &Uses);

/// Stripes may put into one bank what unknown indices spread over all of them.
bool mayGatherData(const CommonLayout &L, const ArraySurvey &Survey);

/// The array has a size of its own, or its launches can pass more: beyond the limit
/// of static memory, the host has raised it for as much as they pass.
bool mayGrowLaunch(const CommonLayout &L, const ArraySurvey &Survey,
                   const ArrayUses &Uses);

/// The layout that speaks for all, of the source's elements.
Layout inSource(const CommonLayout &L, const ArraySurvey &Survey);

/// \p L as reported for \p Member, or for all members together.
OfferedLayout offer(const ArraySurvey &Survey, const CommonLayout &L,
                    std::optional<size_t> Member = std::nullopt);

/// What another order of the lanes saves the wide loads of the array, in the
/// layout \p L.
std::string laneOrderText(const ArrayInstance &In, const Layout &L);

/// What a map of \p Operators costs in the loops of \p Survey's kernels, in
/// wavefronts of a block of each.
uint64_t arithmeticInLoops(const ArraySurvey &Survey, const ArrayUses &Uses,
                           unsigned Operators);

/// The edits of \p L for all instances, or why there are none.
llvm::Expected<LayoutEdits> commonEdits(const ArraySurvey &Survey,
                                        const ArrayUses &Uses,
                                        const CommonLayout &L,
                                        const EditOptions &Options);

/// Says above each kernel that uses the array what its size has to be.
bool addAssumption(const ArraySurvey &Survey, const ArrayUses &Uses,
                   const CommonLayout &L, std::vector<FileEdits> &Edits);

/// Padding keeps accesses side by side that the compiler joins.
bool mayKeepJoined(const ArraySurvey &Survey, const ArrayUses &Uses,
                   const CommonLayout &L);

} // namespace warplint

#endif // WARPLINT_LIB_FIX_COMMONLAYOUT_H
