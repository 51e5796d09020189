//===- ArrayRequests.cpp - The requests of an array's accesses ------------===//

#include "ArraySurveyor.h"
#include "llvm/ADT/ScopeExit.h"

using namespace llvm;
using namespace clang;

namespace warplint {

std::string blockOption(StringRef Kernel) {
  return "--block=" + Kernel.take_until([](char C) { return C == '<'; }).str() +
         ":XxYxZ";
}

/// Why the layouts are not known.
static std::string undecided(const UnlistedRequests &Unlisted,
                             StringRef Kernel) {
  using Reason = UnlistedRequests::Reason;
  const std::string &Name = Unlisted.Name;
  auto Because = [](const Twine &Why) {
    return ("an access is not decided: " + Why).str();
  };
  switch (Unlisted.Why) {
  case Reason::UnknownBlock:
    return Because("the shape of the block is not known; " +
                   blockOption(Kernel) + " gives it");
  case Reason::OpaqueIndex:
    return Because("its index is not known before the kernel runs" +
                   (Name.empty() ? "" : ": " + Name));
  case Reason::UnknownSymbol:
    return Because("its index depends on '" + Name +
                   "', whose value is not known");
  case Reason::EndedLoop:
    return Because("its index depends on a loop that has ended");
  case Reason::EndlessLoop:
    return Because("its index depends on a loop of unknown length");
  case Reason::UnknownEnd:
    return Because("the end of a loop around it can not be computed");
  case Reason::UnknownIndex:
    return Because("its index can not be computed");
  case Reason::LeavesArray:
    return Because("it leaves the array");
  case Reason::TooMany:
    return Because("it makes too many different requests to look at each");
  }
  llvm_unreachable("unknown reason");
}

/// Adds the requests that \p Problem makes under each launch, \p Times in every
/// \p Of runs of it.
std::optional<UnlistedRequests>
ArraySurveyor::addRequests(const JudgedKernel &In, const KernelAccess &Access,
                           const AccessProblem &Problem, uint64_t Times,
                           uint64_t Of, Joining When, Reading &To) {
  const uint64_t Bytes = To.Problem.Array.bytes();
  const unsigned ElementBytes = To.Problem.Array.ElementBytes;
  auto [At, New] = To.AccessOf.try_emplace(
      {Access.Source, Problem.Kind, Problem.BytesPerLane, When},
      To.Problem.Accesses.size());
  if (New) {
    To.Places.push_back(placeOf(Access));
    To.Problem.Accesses.push_back({});
    if (When != Joining::None)
      To.Problem.Accesses.back().ReadingOf =
          ReadingsOf
              .try_emplace({Access.Source, Problem.Kind}, ReadingsOf.size())
              .first->second;
  }
  ArrayAccess &Into = To.Problem.Accesses[At->second];
  Into.Kind = Problem.Kind;
  Into.When = When;
  Into.BytesPerLane = Problem.BytesPerLane;
  for (const auto &Launch : In.Launches) {
    AccessProblem P = Launch->known(Problem);
    auto Listed = casesOf(*In.Kernel->Context, P, Launch->nestOf(Access),
                          shapeOf(*Launch), Bytes, To.Budget);
    if (auto *Unlisted = std::get_if<UnlistedRequests>(&Listed))
      return *Unlisted;
    const auto *Cases = std::get_if<AccessCases>(&Listed);
    Result.Report.IsEstimate |= !Cases->IsExact;
    for (const OffsetCase &C : Cases->Cases) {
      AccessCase Case;
      Case.Active = C.Active;
      Case.Weight = std::max<uint64_t>(1, C.Weight * Times / Of);
      for (unsigned L = 0; L < WarpSize; ++L) {
        if (C.Active >> L & 1 && C.Offset[L] % ElementBytes) {
          block(placeOf(Access), "it touches parts of elements");
          return std::nullopt;
        }
        Case.Element[L] = C.Offset[L] / ElementBytes;
      }
      Into.Cases.push_back(Case);
    }
  }
  return std::nullopt;
}

/// The requests that the compiler issues for \p Access.
std::optional<UnlistedRequests>
ArraySurveyor::addIssued(const JudgedKernel &In, const KernelAccess &Access,
                         Reading &To) {
  const AccessProblem Problem = problemOf(Access);
  if (Options.AsWritten || !Access.Issue ||
      !(Access.Issue->IsCertain || To.IsJoined))
    return addRequests(In, Access, Problem, 1, 1, Joining::None, To);
  const AccessIssue &Issue = *Access.Issue;
  if (Issue.IsDropped || Issue.Copies == 0)
    return std::nullopt;
  uint64_t Alone = Issue.Copies - std::min(Issue.Copies, Issue.Repeated);
  uint64_t Joined = 0;
  for (const IssuedRequest &R : Issue.Requests) {
    AccessProblem Wide = Problem;
    Wide.BytesPerLane = R.BytesPerLane;
    Wide.Address = R.Address;
    Wide.Guard = R.Guard;
    Joined += R.Copies;
    if (R.Requests)
      if (auto Why = addRequests(In, Access, Wide, R.Requests, Issue.Copies,
                                 Joining::Joined, To))
        return Why;
  }
  Alone -= std::min(Alone, Joined);
  uint64_t Of = Issue.Copies * Issue.HoistedOutOf.value_or(1);
  if (Joined && Of)
    if (auto Why =
            addRequests(In, Access, Problem, Joined, Of, Joining::Apart, To))
      return Why;
  if (Alone && Of)
    return addRequests(In, Access, Problem, Alone, Of, Joining::None, To);
  return std::nullopt;
}

/// The same accesses where the compiler joins all that it may.
void ArraySurveyor::addIfJoined(ArrayInstance &To) {
  if (Options.AsWritten || none_of(Listed, [](const auto &Each) {
        const auto &Issue = Each.second->Issue;
        return Issue && !Issue->IsCertain;
      }))
    return;
  ArrayProblem Problem = To.Problem;
  Problem.Accesses.clear();
  std::vector<SourcePlace> Places;
  CaseBudget Own;
  Reading Joined = {Problem, Places, Own, /*IsJoined=*/true};
  for (auto [In, Access] : Listed)
    if (addIssued(*In, *Access, Joined))
      block(placeOf(*Access), "its requests are not known where the compiler "
                              "joins it with others, as it may");
  Joined.dropEmpty();
  for (const SurveyedAccess &A : To.Unlisted)
    Joined.addWhole(A);
  To.IfJoined = std::move(Problem);
}

void ArraySurveyor::Reading::dropEmpty() {
  for (size_t I = Problem.Accesses.size(); I-- > 0;)
    if (Problem.Accesses[I].Cases.empty()) {
      Problem.Accesses.erase(Problem.Accesses.begin() + I);
      Places.erase(Places.begin() + I);
    }
}

void ArraySurveyor::Reading::addWhole(const SurveyedAccess &A) {
  ArrayAccess Whole;
  Whole.Kind = A.Kind;
  Whole.BytesPerLane = A.BytesPerLane;
  Problem.Accesses.push_back(std::move(Whole));
  Places.push_back(A.Where);
}

/// Without its cases.
static SurveyedAccess asWritten(const JudgedKernel &In,
                                const KernelAccess &Access) {
  SurveyedAccess Written;
  Written.Where = {Access.Source->File, Access.Source->Line,
                   Access.Source->Column};
  Written.Kernel = In.Names.Name + In.Names.Arguments;
  Written.Verb = Access.Source->Verb;
  Written.Kind = Access.Kind;
  Written.BytesPerLane = Access.BytesPerLane;
  return Written;
}

/// The new place of an element is a function of its index, whatever that is:
/// such an access is rewritten as all others are, and costs nothing here.
void ArraySurveyor::addUnlisted(const JudgedKernel &In,
                                const KernelAccess &Access,
                                const UnlistedRequests &Why,
                                ArrayInstance &To) {
  using Reason = UnlistedRequests::Reason;
  if (Why.Why == Reason::UnknownBlock || Why.Why == Reason::LeavesArray ||
      Access.BytesPerLane % To.Problem.Array.ElementBytes)
    return block(placeOf(Access), undecided(Why, In.Names.Name));
  SurveyedAccess Written = asWritten(In, Access);
  Written.IsData = Why.Why == Reason::OpaqueIndex;
  To.Unlisted.push_back(std::move(Written));
  // The figures are then those of the other accesses.
  Result.LeavesOut = Result.Report.IsEstimate = true;
}

static bool holds(const SourcePlace &Outer, const SourcePlace &Inner) {
  auto Begin = [](const SourcePlace &P) { return std::pair(P.Line, P.Column); };
  return Outer.File == Inner.File && Begin(Outer) <= Begin(Inner) &&
         Begin(Inner) < std::pair(Outer.EndLine, Outer.EndColumn);
}

/// Finds the uses that the accesses without a list of requests are. Where they
/// are written by way of a function or an operator, it may be any.
void ArraySurveyor::markUnseen(ArrayUses &Uses) {
  for (const ArrayInstance &I : Result.Instances)
    for (const SurveyedAccess &A : I.Unlisted) {
      auto IsAt = [&](const IndexSite &Site) {
        return holds(Site.Where, A.Where);
      };
      const bool IsFound = any_of(Uses.Sites, IsAt);
      for (IndexSite &Site : Uses.Sites)
        Site.MayLeaveRow |= !IsFound || IsAt(Site);
    }
}

void ArraySurveyor::addAccess(const JudgedKernel &In,
                              const KernelAccess &Access, ArrayInstance &To,
                              Reading &AsTold) {
  SourcePlace Where = placeOf(Access);
  size_t Known = To.Accesses.size();
  llvm::scope_exit Note([&] {
    // The figures are then those of the other accesses.
    Result.LeavesOut |= To.Accesses.size() == Known;
    Result.Report.IsEstimate |= Result.LeavesOut;
  });
  if (!Access.Obstacle.empty() || !Access.Address)
    return block(Where, "an access is not decided" +
                            (Access.Obstacle.empty() ? Twine()
                                                     : ": " + Access.Obstacle));
  if (Access.Arrays.size() != 1)
    return block(Where, "an access goes to this array or to another");
  if (!Access.MayLeadElsewhere.empty())
    return block(Where, Access.MayLeadElsewhere);
  if (Access.Source->Verb == AccessVerb::Wmma)
    return block(Where, "wmma reads or writes whole rows of it");
  SurveyedAccess Written = asWritten(In, Access);
  for (const auto &Launch : In.Launches) {
    AccessProblem P = Launch->known(problemOf(Access));
    auto Listed = casesOf(*In.Kernel->Context, P, Launch->nestOf(Access),
                          shapeOf(*Launch), To.Problem.Array.bytes(), Budget);
    if (auto *Unlisted = std::get_if<UnlistedRequests>(&Listed))
      return addUnlisted(In, Access, *Unlisted, To);
    append_range(Written.Cases, std::get<AccessCases>(std::move(Listed)).Cases);
  }
  To.Accesses.push_back(std::move(Written));
  if (auto Why = addIssued(In, Access, AsTold))
    return addUnlisted(In, Access, *Why, To);
  Listed.push_back({&In, &Access});
}

} // namespace warplint
