//===- ArrayRequests.cpp - The requests of an array's accesses ------------===//

#include "ArraySurveyor.h"
#include "warplint/Messages/Layouts.h"
#include "llvm/ADT/ScopeExit.h"
#include <utility>

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

  switch (Unlisted.Why) {
  case Reason::UnknownBlock:
    return messages::UnknownBlock(blockOption(Kernel));
  case Reason::OpaqueIndex:
    return Name.empty() ? messages::IndexOfData()
                        : messages::IndexOfNamedData(Name);
  case Reason::UnknownSymbol:
    return Unlisted.IsParameter ? messages::IndexOfParameter(Name)
                                : messages::IndexOfUnknown(Name);
  case Reason::EndedLoop:
    return messages::IndexAfterLoop();
  case Reason::EndlessLoop:
    return messages::IndexOfOpenLoop();
  case Reason::UnknownEnd:
    return messages::OpenLoopAround();
  case Reason::UnknownIndex:
    return messages::IndexNotComputed();
  case Reason::LeavesArray:
    return messages::LeavesArray();
  case Reason::TooMany:
    return messages::TooManyRequests();
  }
  llvm_unreachable("unknown reason");
}

/// The requests of \p Problem under \p Launch, from the array's beginning.
std::variant<AccessCases, UnlistedRequests>
ArraySurveyor::listCases(const JudgedKernel &In, const KernelAccess &Access,
                         const AccessProblem &Problem, LaunchCase &Launch,
                         uint64_t Bytes, CaseBudget &Own) {
  auto Found = Listings.casesOf(*In.Kernel->Context, Launch.known(Problem),
                                Launch.nestOf(Access), shapeOf(Launch),
                                Array.isMember() ? VariableBytes : Bytes, Own);
  auto *Cases = std::get_if<AccessCases>(&Found);
  if (!Cases && TooManyFor.contains(&Launch) && !shapeOf(Launch).isKnown())
    return UnlistedRequests{UnlistedRequests::Reason::TooMany};
  if (!Cases || !Array.isMember())
    return Found;
  if (Cases->Sampled)
    return *Cases->Sampled;
  for (OffsetCase &C : Cases->Cases.edit())
    for (unsigned L = 0; L < WarpSize; ++L) {
      C.Offset[L] -= int64_t(Array.Offset);
      if (C.Active >> L & 1 && uint64_t(C.Offset[L]) >= Bytes)
        return UnlistedRequests{UnlistedRequests::Reason::LeavesArray, ""};
    }
  return Found;
}

/// The requests of \p Problem under all launches.
std::variant<OffsetCases, UnlistedRequests>
ArraySurveyor::listAll(const JudgedKernel &In, const KernelAccess &Access,
                       const AccessProblem &Problem, Reading &To) {
  OffsetCases All;
  for (const auto &Launch : In.Launches) {
    auto Found = listCases(In, Access, Problem, *Launch,
                           To.Problem.Array.bytes(), To.Budget);
    if (auto *Unlisted = std::get_if<UnlistedRequests>(&Found))
      return std::move(*Unlisted);
    auto &Cases = std::get<AccessCases>(Found);
    Result.Report.IsEstimate |= !Cases.IsExact;
    const unsigned Number =
        LaunchNumbers.try_emplace(Launch.get(), LaunchNumbers.size())
            .first->second;
    for (const OffsetCase &C : Cases.Cases)
      All.push_back({C, Number});
  }
  return All;
}

/// \p Times of \p Of runs of \p Cases. If they do not divide evenly, it is
/// unknown which copies these are: every Of / Times-th is taken.
OffsetCases ArraySurveyor::share(const OffsetCases &Cases, uint64_t Times,
                                 uint64_t Of) {
  OffsetCases Some;
  uint64_t Known = 0;
  unsigned Launch = 0;
  for (LaunchedCase C : Cases) {
    if (std::exchange(Launch, C.Launch) != C.Launch)
      Known = 0;
    Result.Report.IsEstimate |= C.Weight * Times % Of != 0;
    const uint64_t Before = Known;
    Known += C.Weight;
    C.Weight = Known * Times / Of - Before * Times / Of;
    if (C.Weight)
      Some.push_back(C);
  }
  return Some;
}

/// \p Part reaches a part of what \p Wide reaches, in each lane the same one.
static bool isPartOf(const LaunchedCase &Part, const LaunchedCase &Wide,
                     unsigned WideBytes) {
  if (Part.Launch != Wide.Launch || Part.Active != Wide.Active || !Part.Active)
    return false;
  const unsigned First = countr_zero(Part.Active);
  const int64_t Behind = Part.Offset[First] - Wide.Offset[First];
  if (Behind < 0 || Behind >= int64_t(WideBytes))
    return false;
  for (LaneMask Left = Part.Active; Left; Left &= Left - 1) {
    const unsigned L = countr_zero(Left);
    if (Part.Offset[L] - Wide.Offset[L] != Behind)
      return false;
  }
  return true;
}

/// Moves those of \p From that the requests \p Wide are made of; how many runs
/// these are.
static uint64_t takeParts(OffsetCases &From, const OffsetCases &Wide,
                          unsigned WideBytes, OffsetCases &To) {
  uint64_t Taken = 0;
  for (const LaunchedCase &W : Wide) {
    auto Part = find_if(From, [&](const LaunchedCase &C) {
      return C.Weight && isPartOf(C, W, WideBytes);
    });
    if (Part == From.end())
      continue;
    LaunchedCase Own = *Part;
    Own.Weight = std::min(Own.Weight, W.Weight);
    Part->Weight -= Own.Weight;
    Taken += Own.Weight;
    To.push_back(Own);
  }
  return Taken;
}

static uint64_t runsOf(const OffsetCases &Cases) {
  uint64_t Sum = 0;
  for (const LaunchedCase &C : Cases)
    Sum += C.Weight;
  return Sum;
}

/// Adds \p Cases, requests of \p Bytes a lane that \p Access makes.
void ArraySurveyor::addCases(const KernelAccess &Access, unsigned Bytes,
                             const OffsetCases &Cases, Joining When,
                             Reading &To) {
  const unsigned ElementBytes = To.Problem.Array.ElementBytes;
  auto [At, New] = To.AccessOf.try_emplace(
      {Access.Source, Access.Kind, Bytes, When}, To.Problem.Accesses.size());
  if (New) {
    To.Places.push_back(placeOf(Access));
    To.Problem.Accesses.push_back({});
    if (When != Joining::None)
      To.Problem.Accesses.back().ReadingOf =
          ReadingsOf
              .try_emplace({Access.Source, Access.Kind}, ReadingsOf.size())
              .first->second;
  }
  ArrayAccess &Into = To.Problem.Accesses[At->second];
  Into.Kind = Access.Kind;
  Into.When = When;
  Into.BytesPerLane = Bytes;
  Into.Instructions = Access.Instructions;
  Into.Pitch = Access.PitchBytes.value_or(0) / ElementBytes;
  Into.LineLength = Access.LineBytes / ElementBytes;
  for (const LaunchedCase &C : Cases) {
    AccessCase Case;
    Case.Launch = C.Launch;
    Case.Active = C.Active;
    Case.Weight = C.Weight;
    for (unsigned L = 0; L < WarpSize; ++L) {
      if (C.Active >> L & 1 && C.Offset[L] % ElementBytes)
        return leaveOut(placeOf(Access), messages::PartsOfElements());
      Case.Element[L] = C.Offset[L] / ElementBytes;
    }
    if (Case.Weight)
      Into.Cases.push_back(Case);
  }
}

/// \p Access as it is issued once, before a loop of unknown length that repeats
/// it. The loops inside of that are taken apart, and so have known lengths.
static KernelAccess beforeLoop(KernelAccess Access, const LaneContext &C) {
  auto Open = find_if(reverse(Access.Loops), [&](unsigned Number) {
    const LaneLoop &Loop = C.loopAt(Number);
    return !Loop.TripCount || Loop.IsUpperBound;
  });
  if (Open != Access.Loops.rend())
    Access.Loops.erase(std::next(Open).base());
  Access.IsInCondition = false;
  return Access;
}

/// \p Cases, of \p Bytes a lane, cross multiples of that from the array's beginning:
/// the compiler has put the array between two of them, which no layout keeps.
static bool areAcross(const OffsetCases &Cases, unsigned Bytes) {
  return any_of(Cases, [&](const LaunchedCase &C) {
    for (LaneMask Left = C.Active; Left; Left &= Left - 1)
      if (C.Offset[countr_zero(Left)] % Bytes)
        return true;
    return false;
  });
}

/// The compiler may issue requests of parts of elements, which move with the whole.
static bool mayBeSplit(const KernelAccess &Access) {
  return any_of(Access.Issue->Requests, [&](const IssuedRequest &R) {
    return R.BytesPerLane < Access.BytesPerLane;
  });
}

/// The requests that the compiler issues for \p Access.
std::optional<UnlistedRequests>
ArraySurveyor::addIssued(const JudgedKernel &In, const KernelAccess &Access,
                         Reading &To) {
  if (std::exchange(To.Of, &In) != &In)
    shareLists(To);
  const bool IsIssued = !Options.AsWritten && Access.Issue &&
                        (Access.Issue->IsCertain || To.IsJoined) &&
                        !mayBeSplit(Access);
  if (IsIssued && Access.Issue->HoistedOutOf == 0) {
    KernelAccess Before = beforeLoop(Access, *In.Kernel->Context);
    Before.Issue->HoistedOutOf.reset();
    return addIssued(In, Before, To);
  }
  const AccessProblem Problem = problemOf(Access);
  auto Found = listAll(In, Access, Problem, To);
  if (auto *Unlisted = std::get_if<UnlistedRequests>(&Found))
    return std::move(*Unlisted);
  auto &All = std::get<OffsetCases>(Found);
  auto Add = [&](const OffsetCases &Cases, Joining When) {
    addCases(Access, Problem.BytesPerLane, Cases, When, To);
  };
  if (!IsIssued) {
    Add(All, Joining::None);
    return std::nullopt;
  }
  const AccessIssue &Issue = *Access.Issue;
  if (Issue.IsDropped || Issue.Copies == 0)
    return std::nullopt;
  const uint64_t Hoisted = Issue.HoistedOutOf.value_or(1);
  OffsetCases Alone = All, Parts;
  uint64_t Joined = 0, Taken = 0;
  std::vector<OffsetCases> AllWide;
  if (auto Why = listWide(In, Access, To, AllWide))
    return Why;
  if (any_of(zip(Issue.Requests, AllWide), [](const auto &Wide) {
        return areAcross(std::get<1>(Wide), std::get<0>(Wide).BytesPerLane);
      })) {
    Result.Report.IsEstimate = true;
    Add(All, Joining::None);
    return std::nullopt;
  }
  for (const auto &[R, Cases] : zip(Issue.Requests, AllWide)) {
    if (R.Requests)
      addCases(Access, R.BytesPerLane,
               share(Cases, R.Requests, Issue.Copies * Hoisted),
               Joining::Joined, To);
    Joined += R.Copies;
    Taken += takeParts(Alone, share(Cases, R.Copies, Issue.Copies),
                       R.BytesPerLane, Parts);
  }
  Joined = std::min(Joined, Issue.Copies);
  // What the wide requests are made of was found, or as many as there are.
  if (Taken * Issue.Copies != runsOf(All) * Joined) {
    Alone = share(All, Issue.Copies - Joined, Issue.Copies);
    Parts = share(All, Joined, Issue.Copies);
  }
  if (Joined)
    Add(share(Parts, 1, Hoisted), Joining::Apart);
  const uint64_t Rest = Issue.Copies - Joined;
  if (Rest > Issue.Repeated)
    Add(share(Alone, Rest - Issue.Repeated, Rest * Hoisted), Joining::None);
  return std::nullopt;
}

/// The same accesses where the compiler joins all that it may.
void ArraySurveyor::addIfJoined(ArrayInstance &To) {
  if (Options.AsWritten || none_of(Listed, [](const auto &Each) {
        const KernelAccess &Access = *Each.second;
        return Access.Issue && !Access.Issue->IsCertain && !mayBeSplit(Access);
      }))
    return;
  ArrayProblem Problem = To.Problem;
  Problem.Accesses.clear();
  std::vector<SourcePlace> Places;
  CaseBudget Own;
  Reading Joined = {Problem, Places, Own, /*IsJoined=*/true};
  for (auto [In, Access] : Listed)
    if (addIssued(*In, *Access, Joined))
      leaveOut(placeOf(*Access), messages::JoinedUnknown());
  shareLists(Joined);
  Joined.dropEmpty();
  for (const SurveyedAccess &A : To.Unlisted)
    Joined.addWhole(A);
  To.IfJoined = std::move(Problem);
  To.JoinedPlaces = std::move(Places);
}

/// Without its cases.
static SurveyedAccess asWritten(const JudgedKernel &Of,
                                const KernelAccess &Access) {
  SurveyedAccess Written;
  Written.Where = {Access.Source->File, Access.Source->Line,
                   Access.Source->Column};
  const SourceFunction *In = Access.Source->Function;
  for (const CallFrame &Frame : Access.CallChain) {
    if (!In || !In->IsOfSystem)
      break;
    Written.Call = {Frame.File, Frame.Line, Frame.Column};
    In = Frame.Caller;
  }
  if (In)
    Written.Function = In->Extent;
  Written.Loops = Access.Loops.size();
  Written.Kernel = Of.Names.Name + Of.Names.Arguments;
  Written.Verb = Access.Source->Verb;
  Written.Kind = Access.Kind;
  Written.Effect = Access.Effect;
  if (!Access.Loops.empty())
    Written.OutermostLoop = Access.Loops.front();
  Written.Pitch = Access.PitchBytes.value_or(0);
  Written.LineLength = Access.LineBytes;
  Written.Instructions = Access.Instructions;
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
  if (Array.isMember())
    return leaveOut(placeOf(Access), messages::MayReachMember(
                                         Array.Variable->getNameAsString()));
  if (Why.Why == Reason::UnknownBlock || Why.Why == Reason::LeavesArray ||
      Access.BytesPerLane % To.Problem.Array.ElementBytes)
    return leaveOut(placeOf(Access), undecided(Why, In.Names.Name));
  SurveyedAccess Written = asWritten(In, Access);
  Written.IsData = Why.Why == Reason::OpaqueIndex;
  if (Written.IsData && all_of(In.Launches, [&](const auto &Launch) {
        return shapeOf(*Launch).X.value_or(1) % WarpSize == 0;
      }))
    Written.OwnPiece = ownPiece(Access.Address, To.Problem.Array.ElementBytes);
  if (conflicts(In, Access))
    addOnce(Result.WhyNone, {placeOf(Access), undecided(Why, In.Names.Name)});
  To.Unlisted.push_back(std::move(Written));
  // The figures are then those of the other accesses.
  Result.LeavesOut = Result.Report.IsEstimate = true;
}

bool isAt(const SurveyedAccess &A, const SourcePlace &At) {
  const bool IsPlain =
      A.Verb == AccessVerb::Load || A.Verb == AccessVerb::Store;
  return At.contains(A.Where) ||
         (IsPlain && At.File == A.Where.File && At.EndLine == A.Where.Line &&
          At.EndColumn <= A.Where.Column && A.Where.Column <= At.EndColumn + 1);
}

/// \p Site is in the statement of \p A, behind a cast or as an argument, and what
/// makes the access goes to no other element: the toolkit has no loop for it.
static bool isInStatement(const SurveyedAccess &A, const IndexSite &Site) {
  constexpr unsigned MostLines = 3;
  const SourcePlace &Begin = A.Call.Line ? A.Call : A.Where;
  if (Site.Macro)
    return true;
  return A.Function.contains(Site.Where) &&
         (!A.Call.Line || A.Loops <= Site.Loops) &&
         Site.Where.Line <= Begin.Line + MostLines &&
         std::pair(Begin.Line, Begin.Column) <=
             std::pair(Site.Where.Line, Site.Where.Column);
}

/// Finds the uses that the accesses without a list of requests are. Where they
/// are a part of a statement, it may be any; and where they are none, a pointer
/// leads to them, of which nobody has seen how far. A reference leads to its element
/// alone, whichever use that is.
void ArraySurveyor::markUnseen(ArrayUses &Uses) {
  for (const ArrayInstance &I : Result.Instances)
    for (const SurveyedAccess &A : I.Unlisted) {
      auto IsAt = [&](const IndexSite &Site) { return isAt(A, Site.Where); };
      auto IsByReference = [&](const IndexSite &Site) {
        return any_of(Site.SeenAt,
                      [&](const SourcePlace &At) { return isAt(A, At); });
      };
      const bool IsFound = any_of(Uses.Sites, IsAt);
      for (IndexSite &Site : Uses.Sites)
        Site.MayLeaveRow |= !IsFound || IsAt(Site);
      if (IsFound ||
          any_of(
              Uses.Sites,
              [&](const IndexSite &Site) { return isInStatement(A, Site); }) ||
          (Uses.Passed.empty() && any_of(Uses.Sites, IsByReference)))
        continue;
      for (const FindingNote &Note : Uses.Passed)
        addOnce(Result.IndexBlockers, Note);
      if (Uses.Passed.empty())
        addOnce(Result.IndexBlockers, {A.Where, messages::MayUseIt()});
    }
}

/// The lines of the tile that \p Access, listed as \p Written, loads or stores are
/// parts of rows.
static bool areRowsOf(const SurveyedAccess &Written, const KernelAccess &Access,
                      const ArrayShape &Array) {
  const uint64_t Pitch = Access.PitchBytes.value_or(0);
  return Pitch && Pitch % Array.ElementBytes == 0 && !Written.IsSampled &&
         Array.bytes() % Pitch == 0 &&
         (Array.Extents.size() == 1 ||
          Pitch == Array.rowLength() * Array.ElementBytes) &&
         all_of(Written.Cases, [&](const OffsetCase &C) {
           return C.Active & 1 &&
                  uint64_t(C.Offset[0]) % Pitch + Access.LineBytes <= Pitch;
         });
}

void ArraySurveyor::addAccess(const JudgedKernel &In,
                              const KernelAccess &Access, ArrayInstance &To,
                              Reading &AsCounted) {
  SourcePlace Where = placeOf(Access);
  size_t Known = To.Accesses.size();
  llvm::scope_exit Note([&] {
    // The figures are then those of the other accesses.
    Result.LeavesOut |= To.Accesses.size() == Known;
    Result.Report.IsEstimate |= Result.LeavesOut;
  });
  if (!Access.Obstacle.empty() || !Access.Address)
    return leaveOut(Where,
                    Access.Obstacle.empty()
                        ? messages::AccessNotAnalyzed()
                        : messages::AccessNotAnalyzedWhy(Access.Obstacle));
  if (Access.Arrays.size() != 1)
    return leaveOut(Where, messages::OneOfSeveral());
  if (!Access.MayLeadElsewhere.empty())
    return leaveOut(Where, Access.MayLeadElsewhere);
  SurveyedAccess Written = asWritten(In, Access);
  for (const auto &Launch : In.Launches) {
    auto Listed = listCases(In, Access, problemOf(Access), *Launch,
                            To.Problem.Array.bytes(), Budget);
    if (auto *Unlisted = std::get_if<UnlistedRequests>(&Listed))
      return addUnlisted(In, Access, *Unlisted, To);
    auto &Cases = std::get<AccessCases>(Listed);
    Written.IsSampled |= Cases.Sampled.has_value();
    Written.IsCertain &= Cases.IsExact;
    Written.Cases.append(Cases.Cases);
  }
  if (Access.Source->Verb == AccessVerb::Wmma &&
      !areRowsOf(Written, Access, To.Problem.Array))
    return leaveOut(Where, messages::AccessedByWmma());
  const bool IsSampled = Written.IsSampled;
  if (IsSampled)
    Written.Cases.clear();
  Written.Cases = Listings.shared(std::move(Written.Cases));
  (IsSampled ? To.Unlisted : To.Accesses).push_back(std::move(Written));
  if (auto Why = addIssued(In, Access, AsCounted)) {
    if (!IsSampled)
      addUnlisted(In, Access, *Why, To);
    return;
  }
  Listed.push_back({&In, &Access});
}

} // namespace warplint
