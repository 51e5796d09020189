//===- FixProof.cpp - An edit is offered once it is proven ----------------===//

#include "FixProof.h"
#include "RequestPlaces.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Layouts.h"
#include "warplint/Rewrite/SourceFix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// A function that is not whole may use it.
bool isHidden(const ArraySurvey &A, const FileReport &Report) {
  return Report.HadErrors && !A.IsLocal;
}

class FixProof {
public:
  FixProof(LayoutSurvey &Survey, const FileReport &Report, Reanalysis Analyze,
           FurtherObjection Further)
      : Survey(Survey), Report(Report), Analyze(Analyze),
        Checks(Report, Further) {}

  void run();

private:
  static void giveNames(ArrayRef<ArraySurvey *> Together);
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
  void uniteRest(ArrayRef<size_t> Apart);
  bool unite(const std::vector<ArraySurvey *> &Alike);
  bool giveUp(ArraySurvey &A, const Objection &Why);
  void accept(ArraySurvey &A);

  LayoutSurvey &Survey;
  const FileReport &Report;
  Reanalysis Analyze;
  EditChecks Checks;
};

/// \p File as it was parsed.
const std::string &FixProof::textOf(StringRef File) const {
  return find_if(Survey.Files,
                 [&](const ParsedText &T) { return T.File == File; })
      ->Text;
}

/// No two of the edits of \p Together bring one name. Those that are proven keep
/// theirs.
void FixProof::giveNames(ArrayRef<ArraySurvey *> Together) {
  StringSet<> Given;
  for (const ArraySurvey *A : Together)
    if (A->Proven)
      for (const NewName &N : A->Candidates.front().Names)
        Given.insert(N.text());
  for (ArraySurvey *A : Together) {
    if (A->Proven)
      continue;
    FixCandidate &Edit = A->Candidates.front();
    for (NewName &N : Edit.Names) {
      const std::string Old = N.text();
      N.choose(Given);
      Given.insert(N.text());
      if (N.text() != Old)
        rename(Edit.Edits, Old, N.text());
    }
  }
}

std::vector<FileEdits>
FixProof::editsOf(ArrayRef<ArraySurvey *> Together) const {
  std::vector<FileEdits> Edits;
  for (const ArraySurvey *A : Together)
    for (const FileEdits &File : A->Candidates.front().Edits)
      addEdits(Edits, File);
  return Edits;
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
  giveNames(Together);
  std::vector<FileEdits> Edits = editsOf(Together);
  SurveyRequest Request;
  auto Edited = editedTexts(Edits, [&](StringRef File) {
    return std::optional<StringRef>(textOf(File));
  });
  if (!Edited)
    return toString(Edited.takeError());
  for (const FileEdits &File : Edits)
    Request.Files.push_back(File.File);
  for (const ArraySurvey *A : Together)
    expect(*A, Edits, Request);
  LayoutSurvey Again;
  FileReport ReportAgain = Analyze(*Edited, Again, Request);
  for (const ParsedText &Text : *Edited)
    if (!is_contained(Again.Files, Text))
      return messages::NotParsed();
  if (Objection O = Checks.ofOthers(Together, Again, ReportAgain); !O.empty())
    return O;
  for (ArraySurvey *A : Together)
    OfEach.push_back(Checks.ofArray(*A, Again, ReportAgain, Edits));
  return "";
}

/// Goes on to the next layout; false where there is none.
bool FixProof::giveUp(ArraySurvey &A, const Objection &Why) {
  A.refuse(A.Candidates.front().Layout, messages::InEditedSource(Why));
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
void restate(ArrayRemedy &R, const ArraySurvey &A, const FixCandidate &Found,
             std::optional<size_t> Member = std::nullopt) {
  OfferedLayout &L = R.Layouts[Found.Layout];
  const uint64_t Promised = L.Wavefronts;
  L.Wavefronts = 0;
  if (L.WavefrontsIfJoined)
    L.WavefrontsIfJoined = 0;
  for (auto [Instance, Outcome] : zip(A.Instances, Found.Outcomes))
    if (!Member || Instance.Member == *Member) {
      L.Wavefronts += Outcome.Total;
      if (L.WavefrontsIfJoined)
        *L.WavefrontsIfJoined += Outcome.TotalIfJoined;
    }
  L.IsOptimal &= L.Wavefronts <= Promised;
}

void FixProof::accept(ArraySurvey &A) {
  const FixCandidate &Found = A.Candidates.front();
  A.Proven = {Found.Style, Found.Layout, editsOf(&A)};
  restate(A.Report, A, Found);
  for (const auto &[Number, Member] : enumerate(A.Members))
    restate(Member.Report, A, Found, Number);
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
  uniteRest(New);
}

/// Puts one survey of all of \p Alike in place of the first, and nothing in that
/// of the others, where their edits hold together.
bool FixProof::unite(const std::vector<ArraySurvey *> &Alike) {
  SurveyRequest Request;
  auto &Places = Request.Arrays.emplace_back();
  for (const ArraySurvey *A : Alike)
    for (const SurveyedArray &Member : A->Members)
      Places.push_back(Member.At);
  llvm::sort(Places);
  LayoutSurvey Again;
  Analyze({}, Again, Request);
  if (Again.Arrays.size() != 1 || Again.Arrays.front().Candidates.empty())
    return false;
  ArraySurvey &United = Again.Arrays.front();
  std::vector<ArraySurvey *> Together = {&United};
  for (ArraySurvey &A : Survey.Arrays)
    if (A.Proven && !is_contained(Alike, &A))
      Together.push_back(&A);
  std::vector<Objection> OfEach;
  if (!tryTogether(Together, OfEach).empty() ||
      any_of(OfEach, [](const Objection &O) { return !O.empty(); }))
    return false;
  accept(United);
  *Alike.front() = std::move(United);
  llvm::erase_if(Survey.Arrays, [&](const ArraySurvey &A) {
    return is_contained(ArrayRef(Alike).drop_front(), &A);
  });
  return true;
}

/// Those of \p Apart that took the same map get one function for it: not all of
/// them went together, these do.
void FixProof::uniteRest(ArrayRef<size_t> Apart) {
  for (size_t I : Apart) {
    if (I >= Survey.Arrays.size() || !Survey.Arrays[I].Proven)
      continue;
    const ArraySurvey &First = Survey.Arrays[I];
    const auto &Added = First.Candidates.front().Added;
    std::vector<ArraySurvey *> Alike;
    for (ArraySurvey &A : Survey.Arrays)
      if (A.Proven && !Added.empty() && A.at().File == First.at().File &&
          A.Candidates.front().Added == Added)
        Alike.push_back(&A);
    // Others move up when some are taken out.
    if (Alike.size() > 1 && unite(Alike))
      return;
  }
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
                Reanalysis Analyze, FurtherObjection Further) {
  FixProof(Survey, Report, Analyze, Further).run();
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

/// A library goes on from a pointer in a loop of its own: its steps stay, however
/// indices change.
static bool isWalkedByLibrary(const ArraySurvey &A, const FileReport &Report) {
  return any_of(Report.Accesses, [&](const AccessRecord &R) {
    return R.IsInLibrary && R.CallChain.empty() && A.isAbout(R) &&
           any_of(A.Sites, [&](const IndexSite &S) {
             return S.Where.File == R.Where.File &&
                    S.Where.Line == R.Where.Line &&
                    S.Where.Column > R.Where.Column && S.Loops < R.LoopDepth;
           });
  });
}

/// Puts layout \p First of \p A before the others.
static void putFirst(ArraySurvey &A, size_t First) {
  auto Rotate = [First](auto &Of) {
    std::rotate(Of.begin(), Of.begin() + First, Of.begin() + First + 1);
  };
  Rotate(A.Report.Layouts);
  Rotate(A.OutcomesOf);
  for (SurveyedArray &Member : A.Members)
    if (!Member.Report.Layouts.empty())
      Rotate(Member.Report.Layouts);
}

void preferLikelyFix(LayoutSurvey &Survey) {
  for (ArraySurvey &A : Survey.Arrays) {
    if (A.Candidates.empty())
      continue;
    putFirst(A, A.Candidates.front().Layout);
    A.Candidates.clear(); // By their old numbers.
  }
}

/// Puts longer rows first if the indices cannot express another layout.
static void preferRows(ArraySurvey &A, const FileReport &Report) {
  if (A.Proven || !isWalkedByLibrary(A, Report))
    return;
  auto Rows = find_if(A.OutcomesOf, [&](const auto &Outcomes) {
    return changesDeclarationOnly(Outcomes.front().To,
                                  A.Instances.front().Problem.Array);
  });
  if (Rows != A.OutcomesOf.end())
    putFirst(A, Rows - A.OutcomesOf.begin());
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
    preferRows(A, Report);
    placeRequests(A, Report);
    if (A.Proven)
      addFix(A, Report);
    // Without a layout there is no edit to block.
    const bool HasNone = A.Report.IsSearched && A.Report.Layouts.empty();
    if (!HasNone)
      addIndexBlockers(A);
    if (HasNone || (A.Report.Layouts.empty() && A.Report.Blockers.empty()))
      A.Report.Blockers = std::move(A.WhyNone);
    if (!HasNone && isHidden(A, Report))
      A.Report.Blockers.push_back(
          {A.Report.Declaration, messages::UsesMissed()});
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
