//===- Judge.h - A layout problem, looked at once ---------------*- C++ -*-===//

#ifndef WARPLINT_LIB_LAYOUT_SEARCH_JUDGE_H
#define WARPLINT_LIB_LAYOUT_SEARCH_JUDGE_H

#include "AccessPatterns.h"
#include "warplint/Layout/Remedy.h"
#include <memory>

namespace warplint {

/// A problem with the requests of one reading, numbered as before.
struct Reading {
  ArrayProblem Problem;
  AccessPatterns Patterns;

  Reading(const ArrayProblem &Of, Joining When)
      : Problem(restricted(Of, When)), Patterns(Problem) {}
  uint64_t requests() const;
  Reading(const Reading &) = delete;
  Reading &operator=(const Reading &) = delete;

private:
  static ArrayProblem restricted(ArrayProblem P, Joining When);
};

/// Everything about a problem that is the same for all layouts.
class Judge {
public:
  explicit Judge(const ArrayProblem &Problem);

  /// The requests under \p L.
  const Reading &reading(const Layout &L) const;
  const ArrayProblem &problem() const { return Joined.Problem; }
  /// Of layouts that change indices.
  const Reading &changed() const { return Apart ? *Apart : Joined; }
  const AccessPatterns &patterns(const Layout &L) const {
    return reading(L).Patterns;
  }
  uint64_t before() const { return Before; }
  /// Some launch pays more under \p L than before.
  bool worsensLaunch(const Layout &L) const;
  bool isWorthwhile(const Layout &L, uint64_t Total) const {
    return &reading(L) == &Joined ||
           isWorthTakingApart(Total, Before, takenApart());
  }
  /// Requests that there are only where nothing stays joined.
  uint64_t takenApart() const {
    return Apart->requests() - std::min(Apart->requests(), Joined.requests());
  }
  uint64_t floor() const {
    return std::min(Joined.Patterns.floor(), changed().Patterns.floor());
  }

  /// Of the array as declared.
  std::vector<AccessOutcome> outcomes() const { return withCosts(Costs); }

  Remedy remedy(const Layout &L) const;
  void fillIn(Remedy &R, const std::vector<uint64_t> &CostsAfter) const;

private:
  Reading Joined;
  std::unique_ptr<Reading> Apart; ///< Null where nothing is joined.
  /// Each launch by itself, where there are several.
  std::vector<std::unique_ptr<Judge>> Launches;
  std::vector<uint64_t> Costs, Floors;
  uint64_t Before = 0;

  void addLaunches(const ArrayProblem &Problem);
  std::vector<AccessOutcome>
  withCosts(const std::vector<uint64_t> &After) const;
};

} // namespace warplint

#endif // WARPLINT_LIB_LAYOUT_SEARCH_JUDGE_H
