//===- FixProof.cpp - An edit is offered once it is proven ----------------===//

#include "FixProof.h"
#include "RequestPlaces.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Rewrite/SourceFix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// Empty where all is well, else why not.
using Objection = std::string;

/// Where \p At is after \p Edits.
DeclaredAt shifted(DeclaredAt At, ArrayRef<FileEdits> Edits) {
  int64_t Shift = 0;
  for (const FileEdits &File : Edits) {
    if (File.File != At.File)
      continue;
    for (const SourceEdit &E : File.Edits)
      if (E.Offset + E.Length <= At.Offset && E.Offset < At.Offset)
        Shift += int64_t(E.Text.size()) - int64_t(E.Length);
      else if (E.Offset == At.Offset && E.Length == 0)
        Shift += E.Text.size();
  }
  At.Offset += Shift;
  return At;
}

/// Each request touches what \p L makes of what it touched.
Objection compareCases(const SurveyedAccess &Before,
                       const SurveyedAccess &After, const Layout &L,
                       unsigned ElementBytes) {
  if (Before.Kernel != After.Kernel || Before.Verb != After.Verb ||
      Before.Kind != After.Kind || Before.BytesPerLane != After.BytesPerLane ||
      Before.Cases.size() != After.Cases.size())
    return "other accesses are made than before";
  for (auto [B, A] : zip(Before.Cases, After.Cases)) {
    if (B.Active != A.Active || B.Weight != A.Weight)
      return "other lanes access it, or at other times";
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
      if (!(B.Active >> Lane & 1))
        continue;
      uint64_t Element = B.Offset[Lane] / ElementBytes;
      uint64_t Part = B.Offset[Lane] % ElementBytes;
      if (uint64_t(A.Offset[Lane]) != L.place(Element) * ElementBytes + Part)
        return "the access in line " + std::to_string(Before.Where.Line) +
               " does not reach the element that it reached";
    }
  }
  return "";
}

/// The worst request of \p Access.
std::optional<unsigned> worstOf(const ArrayAccess &Access,
                                const ArrayShape &Array) {
  unsigned Worst = 0;
  for (const AccessCase &C : Access.Cases) {
    auto Cost = costOf(requestOf(Array, Access, C, Layout()));
    if (!Cost)
      return std::nullopt;
    Worst = std::max(Worst, Cost->Predicted);
  }
  return Worst;
}

/// What the figures of two reports have in common, but for the places.
bool isSameFigure(const AccessRecord &A, const AccessRecord &B) {
  auto Total = [](const AccessRecord &R) {
    return R.PerBlock ? std::pair(R.PerBlock->Predicted, R.PerBlock->Ideal)
                      : std::pair<uint64_t, uint64_t>(~0ull, ~0ull);
  };
  return A.Kernel == B.Kernel && A.TemplateArguments == B.TemplateArguments &&
         A.Verb == B.Verb && A.BytesPerLane == B.BytesPerLane &&
         A.Array == B.Array && A.Verdict.Kind == B.Verdict.Kind &&
         A.Verdict.Worst.Cost.Predicted == B.Verdict.Worst.Cost.Predicted &&
         A.Verdict.Worst.Cost.Ideal == B.Verdict.Worst.Cost.Ideal &&
         Total(A) == Total(B);
}

/// A function that is not whole may use it.
bool isHidden(const ArraySurvey &A, const FileReport &Report) {
  return Report.HadErrors && !A.IsLocal;
}

class FixProof {
public:
  FixProof(LayoutSurvey &Survey, const FileReport &Report,
           IntrusiveRefCntPtr<vfs::FileSystem> FS, Reanalysis Analyze,
           FurtherObjection Further)
      : Survey(Survey), Report(Report), FS(std::move(FS)), Analyze(Analyze),
        Further(Further) {}

  void run();

private:
  /// The edits of the candidates at hand: the first of each array.
  std::vector<FileEdits> editsOf(ArrayRef<ArraySurvey *> Together) const;
  const std::string &textOf(StringRef File) const;
  static void expect(const ArraySurvey &A, ArrayRef<FileEdits> Edits,
                     SurveyRequest &Request);
  Objection tryTogether(ArrayRef<ArraySurvey *> Together,
                        std::vector<Objection> &OfEach);
  bool settleTogether(std::vector<ArraySurvey *> &Live);
  void settleOneByOne(ArrayRef<ArraySurvey *> Live,
                      std::vector<ArraySurvey *> Accepted = {});
  void settleApart();
  bool giveUp(ArraySurvey &A, const Objection &Why);
  Objection checkArray(ArraySurvey &A, const LayoutSurvey &Again,
                       const FileReport &ReportAgain,
                       ArrayRef<FileEdits> Edits) const;
  Objection checkVerdicts(ArraySurvey &A, const ArraySurvey &Again,
                          const FileReport &ReportAgain) const;
  Objection checkOthers(ArrayRef<ArraySurvey *> Together,
                        const LayoutSurvey &Again,
                        const FileReport &ReportAgain) const;
  void accept(ArraySurvey &A);

  LayoutSurvey &Survey;
  const FileReport &Report;
  IntrusiveRefCntPtr<vfs::FileSystem> FS;
  Reanalysis Analyze;
  FurtherObjection Further;
};

/// \p File as it was parsed.
const std::string &FixProof::textOf(StringRef File) const {
  return find_if(Survey.Files,
                 [&](const ParsedText &T) { return T.File == File; })
      ->Text;
}

std::vector<FileEdits>
FixProof::editsOf(ArrayRef<ArraySurvey *> Together) const {
  std::vector<FileEdits> Edits;
  for (const ArraySurvey *A : Together)
    for (const FileEdits &File : A->Candidates.front().Edits)
      addEdits(Edits, File);
  if (any_of(Together, [](const ArraySurvey *A) {
        return A->Candidates.front().Style == FixStyle::Helper;
      }))
    for (FileEdits &File : Edits)
      append_range(File.Edits, includeEdit(File.File, textOf(File.File),
                                           "warplint/swizzle.h"));
  return Edits;
}

/// An edit that makes some access cost more has to save this many times as much
/// in the same kernel.
constexpr uint64_t LeastGainForLoss = 4;

/// What a block pays at most for an access that was promised to cost less.
struct Loss {
  uint64_t Wavefronts = 0;
  Objection Why;
};

/// What \p R costs a block beyond requests of \p Promised wavefronts; nothing
/// where nobody knows how often it runs.
std::optional<uint64_t> beyond(const AccessRecord &R, unsigned Promised) {
  if (!R.ExecutionsPerWarp)
    return std::nullopt;
  return uint64_t(R.Verdict.Worst.Cost.Predicted - Promised) *
         *R.ExecutionsPerWarp * R.Instances *
         std::max(1u, R.Verdict.WarpsInBlock);
}

/// Takes the losses of kernels, by their names, from what \p A saves in them.
Objection takeLosses(ArraySurvey &A,
                     const std::map<std::string, Loss> &Losses) {
  for (const auto &[Kernel, Lost] : Losses) {
    auto Found = find_if(A.Instances, [&](const ArrayInstance &I) {
      return !I.Accesses.empty() && I.Accesses.front().Kernel == Kernel;
    });
    if (Found == A.Instances.end())
      return Lost.Why;
    InstanceOutcome &Outcome =
        A.Candidates.front().Outcomes[Found - A.Instances.begin()];
    auto Before = judge(Found->Problem, Layout());
    if (!Before ||
        Before->Total < Outcome.Total + LeastGainForLoss * Lost.Wavefronts)
      return Lost.Why;
    Outcome.Total += Lost.Wavefronts;
    Outcome.TotalIfJoined += Lost.Wavefronts;
  }
  return "";
}

/// The verdicts, which are proven another way, agree with the requests that
/// were counted; of those that could not be listed, few cost more than before.
Objection FixProof::checkVerdicts(ArraySurvey &A, const ArraySurvey &Again,
                                  const FileReport &ReportAgain) const {
  auto RecordsOf = [](const FileReport &In, const ArraySurvey &Of) {
    std::vector<const AccessRecord *> Records;
    for (const AccessRecord &R : In.Accesses)
      if (Of.isAbout(R))
        Records.push_back(&R);
    return Records;
  };
  const auto Before = RecordsOf(Report, A),
             After = RecordsOf(ReportAgain, Again);
  if (Before.size() != After.size())
    return "other accesses are made than before";
  std::map<std::string, Loss> Losses;
  for (auto [Was, Is] : zip(Before, After)) {
    const AccessRecord &R = *Is;
    const bool WasDecided = Was->Verdict.Kind != VerdictKind::Unproven;
    if (R.Verdict.Kind == VerdictKind::Unproven && WasDecided)
      return "an access is not decided any more";
    if (R.Verdict.Kind == VerdictKind::NeverRuns ||
        R.Verdict.Kind == VerdictKind::Unproven)
      continue;
    // Of requests that can not all be listed there is the verdict alone.
    const bool IsEstimate = A.hasUnlisted() || A.Report.IsEstimate;
    unsigned Worst = 0;
    if (IsEstimate)
      Worst = WasDecided ? Was->Verdict.Worst.Cost.Predicted : WarpSize;
    for (const ArrayInstance &I : Again.Instances)
      for (const ArrayAccess &A : I.Problem.Accesses)
        if (A.Kind == R.Request && A.When != Joining::Apart) {
          auto Here = worstOf(A, I.Problem.Array);
          if (!Here)
            return "the cost of an access is not known";
          Worst = std::max(Worst, *Here);
        }
    if (R.Verdict.Worst.Cost.Predicted <= Worst)
      continue;
    const Objection Why =
        "an access in line " + std::to_string(R.Where.Line) + " costs " +
        std::to_string(R.Verdict.Worst.Cost.Predicted) +
        " wavefronts, not at most " + std::to_string(Worst) + " as promised";
    auto More = beyond(R, Worst);
    if (!IsEstimate || !More)
      return Why;
    Loss &Lost = Losses[R.Kernel + R.TemplateArguments];
    Lost.Wavefronts += *More;
    Lost.Why = Why;
  }
  return takeLosses(A, Losses);
}

/// Where all is well, the promise of the candidate is what the edited source
/// costs.
Objection FixProof::checkArray(ArraySurvey &A, const LayoutSurvey &Again,
                               const FileReport &ReportAgain,
                               ArrayRef<FileEdits> Edits) const {
  const DeclaredAt At = shifted(A.at(), Edits);
  auto Found =
      find_if(Again.Arrays, [&](const ArraySurvey &S) { return S.at() == At; });
  if (Found == Again.Arrays.end() || !Found->Report.IsSearched ||
      Found->Instances.size() != A.Instances.size())
    return "its accesses are not decided any more";
  for (auto [Before, After, Outcome] :
       zip(A.Instances, Found->Instances, A.Candidates.front().Outcomes)) {
    if (Before.Accesses.size() != After.Accesses.size() ||
        Before.Unlisted.size() != After.Unlisted.size())
      return "other accesses are made than before";
    for (auto [B, C] : zip(Before.Accesses, After.Accesses))
      if (Objection O =
              compareCases(B, C, Outcome.To, Before.Problem.Array.ElementBytes);
          !O.empty())
        return O;
    auto Cost = judge(After.Problem, Layout());
    if (!Cost || Cost->Total > Outcome.Total)
      return "it costs " +
             (Cost ? std::to_string(Cost->Total) : std::string("unknown")) +
             " wavefronts a block, not " + std::to_string(Outcome.Total) +
             " as promised: the compiler joins other accesses";
    // As they are written none is joined: that is promised, too.
    auto Joined = judge(After.joined(), Layout());
    if (!Joined ||
        Joined->Total > std::max(Outcome.TotalIfJoined, Outcome.Total))
      return "it costs more than " + std::to_string(Outcome.TotalIfJoined) +
             " wavefronts a block where the compiler joins what it may";
    Outcome.Total = Cost->Total;
    Outcome.TotalIfJoined = Joined->Total;
  }
  if (any_of(Found->Candidates, [&](const FixCandidate &C) {
        return C.Style == A.Candidates.front().Style;
      }))
    return "another fix would follow it";
  const FixCandidate &Made = A.Candidates.front();
  if (A.hasUnlisted() &&
      any_of(zip(A.Instances, Made.Outcomes), [&](const auto &Of) {
        const auto &[Instance, Outcome] = Of;
        return !(Outcome.To == Made.Outcomes.front().To) ||
               Instance.Problem.Array.Extents !=
                   A.Instances.front().Problem.Array.Extents;
      }))
    return "an access whose requests can not be listed is of instantiations "
           "that differ";
  if (!Found->NotAsExpected.empty())
    return Found->NotAsExpected;
  if (Objection O = Further(A, *Found); !O.empty())
    return O;
  return checkVerdicts(A, *Found, ReportAgain);
}

Objection FixProof::checkOthers(ArrayRef<ArraySurvey *> Together,
                                const LayoutSurvey &Again,
                                const FileReport &ReportAgain) const {
  auto ErrorsOf = [](const FileReport &R) {
    return R.HadErrors + StringRef(R.ParseErrors).count(" error: ");
  };
  if (ErrorsOf(ReportAgain) > ErrorsOf(Report))
    return "something does not compile";
  std::vector<const AccessRecord *> Before, After;
  for (const AccessRecord &R : Report.Accesses)
    if (none_of(Together, [&](const ArraySurvey *A) { return A->isAbout(R); }))
      Before.push_back(&R);
  // Again has the arrays of these attempts alone.
  for (const AccessRecord &R : ReportAgain.Accesses)
    if (none_of(Again.Arrays,
                [&](const ArraySurvey &A) { return A.isAbout(R); }))
      After.push_back(&R);
  bool Same = Before.size() == After.size() &&
              Report.Kernels == ReportAgain.Kernels &&
              Report.Omitted.size() == ReportAgain.Omitted.size() &&
              Report.Uses.size() == ReportAgain.Uses.size();
  for (size_t I = 0; Same && I < Before.size(); ++I)
    Same = isSameFigure(*Before[I], *After[I]);
  return Same ? "" : "accesses of other arrays change";
}

/// Asks for \p A as it is declared after \p Edits.
void FixProof::expect(const ArraySurvey &A, ArrayRef<FileEdits> Edits,
                      SurveyRequest &Request) {
  auto &Together = Request.Arrays.emplace_back();
  for (const SurveyedArray &Member : A.Members)
    Together.push_back(shifted(Member.At, Edits));
  if (!A.hasUnlisted())
    return;
  const auto &Outcomes = A.Candidates.front().Outcomes;
  const ArrayInstance &First = A.Instances.front();
  Request.Expected[Together.front()] = {
      A.Sites, First.inSource(Outcomes.front().To), First.sourceShape()};
}

/// What speaks against the edits of \p Together as a whole; else \p OfEach has
/// what speaks against each.
Objection FixProof::tryTogether(ArrayRef<ArraySurvey *> Together,
                                std::vector<Objection> &OfEach) {
  OfEach.clear();
  std::vector<FileEdits> Edits = editsOf(Together);
  SurveyRequest Request;
  std::vector<ParsedText> Edited;
  auto Files = FS;
  for (const FileEdits &File : Edits) {
    auto Text = applyEdits(textOf(File.File), File.Edits);
    if (!Text)
      return toString(Text.takeError());
    Files = withFile(Files, File.File, *Text);
    Request.Files.push_back(File.File);
    Edited.push_back({File.File, std::move(*Text)});
  }
  for (const ArraySurvey *A : Together)
    expect(*A, Edits, Request);
  LayoutSurvey Again;
  FileReport ReportAgain = Analyze(Files, Again, Request);
  for (const ParsedText &Text : Edited)
    if (!is_contained(Again.Files, Text))
      return "the edited source could not be parsed";
  if (Objection O = checkOthers(Together, Again, ReportAgain); !O.empty())
    return O;
  for (ArraySurvey *A : Together)
    OfEach.push_back(checkArray(*A, Again, ReportAgain, Edits));
  return "";
}

/// Goes on to the next layout; false where there is none.
bool FixProof::giveUp(ArraySurvey &A, const Objection &Why) {
  A.refuse(A.Candidates.front().Layout, "in the edited source, " + Why);
  A.Candidates.erase(A.Candidates.begin());
  return !A.Candidates.empty();
}

/// One parse proves many arrays. False where their edits do not go together.
bool FixProof::settleTogether(std::vector<ArraySurvey *> &Live) {
  std::vector<Objection> OfEach;
  while (!Live.empty()) {
    if (!tryTogether(Live, OfEach).empty())
      return false;
    if (all_of(OfEach, [](const Objection &O) { return O.empty(); })) {
      for (ArraySurvey *A : Live)
        accept(*A);
      return true;
    }
    std::vector<ArraySurvey *> Next;
    for (auto [A, O] : zip(Live, OfEach))
      if (O.empty() || giveUp(*A, O))
        Next.push_back(A);
    Live = std::move(Next);
  }
  return true;
}

/// The edits of one array are added to those that hold.
void FixProof::settleOneByOne(ArrayRef<ArraySurvey *> Live,
                              std::vector<ArraySurvey *> Accepted) {
  std::vector<Objection> OfEach;
  for (ArraySurvey *A : Live) {
    do {
      std::vector<ArraySurvey *> Together = Accepted;
      Together.push_back(A);
      Objection O = tryTogether(Together, OfEach);
      for (const Objection &Own : OfEach)
        if (O.empty())
          O = Own;
      if (O.empty()) {
        accept(*A);
        Accepted.push_back(A);
        break;
      }
      if (!giveUp(*A, O))
        break;
    } while (true);
  }
}

/// The figures of \p R's layout \p Number are those of \p Found, for \p Member or
/// all.
void retell(ArrayRemedy &R, const ArraySurvey &A, const FixCandidate &Found,
            std::optional<size_t> Member = std::nullopt) {
  OfferedLayout &L = R.Layouts[Found.Layout];
  L.Wavefronts = 0;
  if (L.WavefrontsIfJoined)
    L.WavefrontsIfJoined = 0;
  for (auto [Instance, Outcome] : zip(A.Instances, Found.Outcomes))
    if (!Member || Instance.Member == *Member) {
      L.Wavefronts += Outcome.Total;
      if (L.WavefrontsIfJoined)
        *L.WavefrontsIfJoined += Outcome.TotalIfJoined;
    }
}

void FixProof::accept(ArraySurvey &A) {
  const FixCandidate &Found = A.Candidates.front();
  A.Proven = {Found.Style, Found.Layout, editsOf(&A)};
  retell(A.Report, A, Found);
  for (const auto &[Number, Member] : enumerate(A.Members))
    retell(Member.Report, A, Found, Number);
  const OfferedLayout &L = A.Report.Layouts[Found.Layout];
  tellGain(A.Proven->Edits, gainPhrase(A.Report, L));
}

/// Of arrays that do not go together each may go by itself.
void FixProof::settleApart() {
  std::vector<ArraySurvey> All;
  std::vector<size_t> New;
  for (ArraySurvey &A : Survey.Arrays) {
    if (A.Proven || A.Apart.empty() || isHidden(A, Report)) {
      All.push_back(std::move(A));
      continue;
    }
    for (ArraySurvey &Own : A.Apart) {
      New.push_back(All.size());
      All.push_back(std::move(Own));
    }
  }
  Survey.Arrays = std::move(All);
  std::vector<ArraySurvey *> Accepted, Live;
  for (ArraySurvey &A : Survey.Arrays)
    if (A.Proven)
      Accepted.push_back(&A);
  for (size_t I : New)
    Live.push_back(&Survey.Arrays[I]);
  std::vector<ArraySurvey *> Together = Accepted;
  append_range(Together, Live);
  if (!Live.empty() && !settleTogether(Together))
    settleOneByOne(Live, std::move(Accepted));
}

void FixProof::run() {
  std::vector<ArraySurvey *> Live;
  for (ArraySurvey &A : Survey.Arrays)
    if (!A.Candidates.empty() && !isHidden(A, Report))
      Live.push_back(&A);
  if (!settleTogether(Live))
    settleOneByOne(Live);
  settleApart();
}

} // namespace

void proveFixes(LayoutSurvey &Survey, const FileReport &Report, FixStyle Style,
                IntrusiveRefCntPtr<vfs::FileSystem> FS, Reanalysis Analyze,
                FurtherObjection Further) {
  FixProof(Survey, Report, std::move(FS), Analyze, Further).run();
  for (ArraySurvey &A : Survey.Arrays) {
    if (A.Proven || A.Refused.empty())
      continue;
    // What was tried and failed says more than what was not tried.
    if (Style == FixStyle::Pad)
      A.IndexBlockers.clear();
    append_range(A.IndexBlockers, A.Refused);
    append_range(A.IndexBlockers, A.Passed);
  }
}

/// Why the indices of \p A stay, and whether padding needs them to change.
static void addIndexBlockers(ArraySurvey &A) {
  ArrayRemedy &R = A.Report;
  if (A.Proven || A.IndexBlockers.empty())
    return;
  R.MayBePadded = R.Blockers.empty() && A.CanPadRows;
  append_range(R.Blockers, A.IndexBlockers);
}

/// Makes the proven edit of \p A one of the file's fixes.
static void addFix(ArraySurvey &A, FileReport &Report) {
  ArrayRemedy &R = A.Report;
  const OfferedLayout &Layout = R.Layouts[A.Proven->Layout];
  R.Fix = {A.Proven->Style, A.Proven->Layout, Report.Fixes.size()};
  std::vector<std::string> Names;
  for (const SurveyedArray &Member : A.Members)
    Names.push_back("'" + Member.Report.Array + "'");
  Fix F;
  F.Title = join(Names, ", ") + ": " + Layout.Description + ", " +
            gainPhrase(R, Layout);
  F.Subject = "array";
  F.NeedsIncluders = true;
  F.Condition = Layout.Condition;
  F.Files = std::move(A.Proven->Edits);
  Report.Fixes.push_back(std::move(F));
}

/// Of each of several arrays its own figures, beside what they have in common.
static void addReports(ArraySurvey &A, FileReport &Report) {
  if (A.Members.size() == 1) {
    Report.Layouts.push_back(std::move(A.Report));
    return;
  }
  for (const SurveyedArray &Member : A.Members) {
    ArrayRemedy R = Member.Report;
    R.IsSearched = A.Report.IsSearched;
    R.IsEstimate = A.Report.IsEstimate;
    R.IsAssumed = A.Report.IsAssumed;
    R.AssumedBlock = A.Report.AssumedBlock;
    R.Blockers = A.Report.Blockers;
    R.Fix = A.Report.Fix;
    R.MayBePadded = A.Report.MayBePadded;
    for (const SurveyedArray &Other : A.Members)
      if (Other.At != Member.At)
        R.LaidOutWith.push_back(Other.Report.Array);
    Report.Layouts.push_back(std::move(R));
  }
}

void takeLayouts(LayoutSurvey &Survey, FileReport &Report) {
  for (ArraySurvey &A : Survey.Arrays) {
    placeRequests(A, Report);
    if (A.Proven)
      addFix(A, Report);
    addIndexBlockers(A);
    if (isHidden(A, Report))
      A.Report.Blockers.push_back(
          {A.Report.Declaration,
           "the file has errors: not every use of it may have been seen"});
    addReports(A, Report);
  }
  for (ParsedText &File : Survey.Files)
    if (any_of(Report.Fixes, [&](const Fix &F) {
          return any_of(F.Files, [&](const FileEdits &Edits) {
            return Edits.File == File.File;
          });
        }))
      Report.addText(File.File, std::move(File.Text));
}

} // namespace warplint
