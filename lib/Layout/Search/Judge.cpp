//===- Judge.cpp - A layout problem, looked at once -----------------------===//

#include "Judge.h"
#include "warplint/Layout/AlikeProblems.h"
#include "warplint/Layout/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>
#include <utility>

namespace warplint {

static BudgetOutcome budgetOutcome(const ArrayProblem &Problem,
                                   int64_t ExtraBytes) {
  const MemoryBudget &Budget = Problem.Budget;
  const SharedLimits Limits = sharedLimits(Budget.On);
  const uint64_t Before = Budget.OtherBytes + Problem.Array.bytes();
  const uint64_t After = Before + ExtraBytes;
  BudgetOutcome Outcome;
  Outcome.PassesStaticLimit = Budget.IsStatic && !Budget.IsOfLaunch &&
                              ExtraBytes > 0 && After > Limits.StaticBytes;
  Outcome.BlocksBefore = Limits.blocksPerSM(Before, Budget.ThreadsPerBlock);
  Outcome.BlocksAfter = Limits.blocksPerSM(After, Budget.ThreadsPerBlock);
  return Outcome;
}

uint64_t Reading::requests() const {
  uint64_t Sum = 0;
  for (const ArrayAccess &A : Problem.Accesses)
    for (const AccessCase &C : A.Cases)
      Sum += C.Weight;
  return Sum;
}

ArrayProblem Reading::restricted(ArrayProblem P, Joining When) {
  for (ArrayAccess &A : P.Accesses) {
    if (A.When != Joining::None && A.When != When) {
      A.Cases.clear();
      A.BytesPerLane = P.Array.ElementBytes;
    }
    A.When = Joining::None;
  }
  return P;
}

Judge::Judge(const ArrayProblem &Problem)
    : Joined(Problem, Joining::Joined),
      Costs(Joined.Patterns.costsByAccess(Layout())),
      Floors(Problem.Accesses.size()) {
  if (llvm::any_of(Problem.Accesses, [](const ArrayAccess &A) {
        return A.When != Joining::None;
      }))
    Apart = std::make_unique<Reading>(Problem, Joining::Apart);
  addLaunches(Problem);
  for (const PatternGroup &G : Joined.Patterns.groups())
    Floors[G.Access] += G.Floor;
  for (uint64_t Cost : Costs)
    Before += Cost;
}

const Reading &Judge::reading(const Layout &L) const {
  bool StaysJoined = (L.as<Unchanged>() || L.as<Padding>()) &&
                     L.keepsWhole(wholeRun(Joined.Problem));
  return Apart && !StaysJoined ? *Apart : Joined;
}

bool Judge::worsensLaunch(const Layout &L) const {
  return llvm::any_of(Launches, [&](const auto &Own) {
    return !Own->patterns(L).total(L, Own->before());
  });
}

Remedy Judge::remedy(const Layout &L) const {
  Remedy R;
  R.To = L;
  const ArrayProblem &Problem = Joined.Problem;
  const ArrayShape &Array = Problem.Array;
  R.ExtraBytes =
      (int64_t(L.places(Array.elements())) - int64_t(Array.elements())) *
      Array.ElementBytes;
  R.Operators = operatorsOf(L, Array);
  R.Budget = budgetOutcome(Problem, R.ExtraBytes);
  R.Tensor = tensorCopyMode(L, Array);
  if (&reading(L) != &Joined)
    R.TakenApart = takenApart();
  return R;
}

void Judge::fillIn(Remedy &R, const std::vector<uint64_t> &CostsAfter) const {
  R.Accesses = withCosts(CostsAfter);
  R.Total = 0;
  std::map<unsigned, int64_t> ChangeOf; // By readings of one access.
  for (unsigned A = 0; A < R.Accesses.size(); ++A) {
    const AccessOutcome &O = R.Accesses[A];
    R.Total += O.After;
    if (auto Of = problem().Accesses[A].ReadingOf)
      ChangeOf[*Of] += int64_t(O.After) - int64_t(O.Before);
  }
  for (unsigned A = 0; A < R.Accesses.size(); ++A) {
    auto Of = problem().Accesses[A].ReadingOf;
    if (Of ? std::exchange(ChangeOf[*Of], 0) > 0
           : R.Accesses[A].After > R.Accesses[A].Before)
      R.Worsened.push_back(A);
  }
  R.IsOptimal = !R.Lanes && R.Total == floor();
}

void Judge::addLaunches(const ArrayProblem &Problem) {
  std::set<unsigned> Numbers;
  for (const ArrayAccess &A : Problem.Accesses)
    for (const AccessCase &C : A.Cases)
      Numbers.insert(C.Launch);
  if (Numbers.size() < 2)
    return;
  // What one launch pays, another that makes the same requests does, too.
  std::vector<ArrayProblem> Different;
  for (unsigned Number : Numbers) {
    ArrayProblem Own = Problem;
    for (ArrayAccess &A : Own.Accesses) {
      std::vector<AccessCase> Kept;
      llvm::copy_if(A.Cases, std::back_inserter(Kept),
                    [&](const AccessCase &C) { return C.Launch == Number; });
      A.Cases = std::move(Kept);
    }
    if (llvm::any_of(Different, [&](const ArrayProblem &Known) {
          return areAlike(Known, Own);
        }))
      continue;
    Launches.push_back(std::make_unique<Judge>(Own));
    Different.push_back(std::move(Own));
  }
}

std::vector<AccessOutcome>
Judge::withCosts(const std::vector<uint64_t> &After) const {
  std::vector<AccessOutcome> Outcomes;
  for (unsigned A = 0; A < Costs.size(); ++A)
    Outcomes.push_back({Costs[A], After[A], Floors[A]});
  return Outcomes;
}

} // namespace warplint
