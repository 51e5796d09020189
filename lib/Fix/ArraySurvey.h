//===- ArraySurvey.h - An array, its accesses, its layouts ------*- C++ -*-===//
//
// Gathers all that a layout of a shared array rests on while the AST and the
// expressions of a parse are alive, and searches for layouts: the requests of
// every access in every kernel, launch and instantiation; every use in the
// source; and for each layout the edits that it takes. What is left afterwards
// is plain, so that a second parse, of the edited text, can be held against it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FIX_ARRAYSURVEY_H
#define WARPLINT_LIB_FIX_ARRAYSURVEY_H

#include "Lane/Request/RequestEnumeration.h"
#include "warplint/Analysis/FileFacts.h"
#include "warplint/Layout/Search.h"
#include "warplint/Rewrite/ArrayUses.h"
#include <map>

namespace warplint {

/// An access as written, under each launch: what must stay the same.
struct SurveyedAccess {
  SourcePlace Where;
  /// Of a call of the toolkit's that makes it; invalid where the code at Where
  /// does.
  SourcePlace Call = {};
  SourcePlace Function = {}; ///< From where to where that goes which does.
  unsigned Loops = 0;        ///< Around it.
  std::string Kernel;
  AccessVerb Verb = AccessVerb::Load;
  RequestKind Kind = RequestKind::SharedLoad;
  unsigned BytesPerLane = 0;
  AccessEffect Effect = AccessEffect::Read;
  std::optional<unsigned> OutermostLoop = std::nullopt;
  /// Of a tile of wmma: see ArrayAccess, in bytes.
  uint64_t Pitch = 0, LineLength = 0;
  unsigned Instructions = 1;
  /// Each lane's index is data.
  bool IsData = false;
  /// Of data: elements of the thread's own piece (ownPiece) where neighbouring
  /// lanes have neighbouring pieces; else 0.
  uint64_t OwnPiece = 0;
  /// Every run of the kernel makes the requests of Cases, all of them.
  bool IsCertain = true;
  /// Some of its requests are among those of the instance's problem.
  bool IsSampled = false;
  SharedList<OffsetCase> Cases;
};

/// One declaration as one instantiation has it.
struct ArrayInstance {
  std::vector<SurveyedAccess> Accesses;
  /// Accesses of which not all requests can be listed. They have no cases.
  std::vector<SurveyedAccess> Unlisted;
  /// The requests that are issued: those of accesses that the compiler may
  /// join, but need not, as they are written.
  ArrayProblem Problem;
  /// Where the accesses of Problem are, and of IfJoined.
  std::vector<SourcePlace> Places, JoinedPlaces;
  /// Bytes that its size is a multiple of, where the size is not known.
  std::optional<uint64_t> SizeMultiple;
  size_t Member = 0; ///< Which of ArraySurvey::Members it is of.
  /// With all joined that may be, where that differs.
  std::optional<ArrayProblem> IfJoined;
  /// What layouts may leave out.
  DeadColumns Dead;

  const ArrayProblem &joined() const { return IfJoined ? *IfJoined : Problem; }

  /// \p L, a layout of Problem's elements, as one of the source's, of which each
  /// may be several.
  Layout inSource(const Layout &L) const { return L.ofRuns(Problem.LeastRun); }
  ArrayShape sourceShape() const {
    ArrayShape Shape = Problem.Array;
    Shape.Extents.back() /= Problem.LeastRun;
    Shape.ElementBytes *= Problem.LeastRun;
    return Shape;
  }
};

/// What a layout is to an instance under both readings.
struct InstanceOutcome : Remedy {
  uint64_t TotalIfJoined = 0; ///< Of ArrayInstance::joined().
  bool IsOptimalIfJoined = false;
};

/// A layout that every instantiation can take, put into the source.
struct FixCandidate {
  size_t Layout = 0; ///< Which of ArrayRemedy::Layouts.
  FixStyle Style = FixStyle::Expression;
  std::vector<InstanceOutcome> Outcomes; ///< By instance.
  std::vector<FileEdits> Edits;
  std::vector<std::string> Added; ///< LayoutEdits::Added.
  std::vector<NewName> Names;     ///< Of these.
};

/// An edit that was parsed and analysed.
struct ProvenEdit {
  FixStyle Style = FixStyle::Expression;
  size_t Layout = 0; ///< Which of ArrayRemedy::Layouts.
  std::vector<FileEdits> Edits;
};

/// Where a name is declared, the same for all instantiations.
struct DeclaredAt {
  std::string File; ///< As UsedFile::Name has it.
  unsigned Offset = 0;
  std::string Member = {}; ///< SharedArray::member
  friend auto operator<=>(const DeclaredAt &, const DeclaredAt &) = default;
};

/// The first letter of a line.
struct LineStart {
  DeclaredAt At;
  std::string Indent; ///< What stands before it.
  char First = ' ';
  friend bool operator==(const LineStart &, const LineStart &) = default;
};

/// One of the arrays that are laid out alike.
struct SurveyedArray {
  DeclaredAt At;
  /// Of it alone.
  ArrayRemedy Report;

  /// \p Access is of this array.
  bool isOf(const AccessRecord &Access) const {
    return Report.Declaration == Access.ArrayDeclaration &&
           Report.Array == Access.Array;
  }
};

/// One array, or several that share a function, a macro or a map.
struct ArraySurvey {
  std::vector<SurveyedArray> Members;
  /// Of all of them together, by the name of the first.
  ArrayRemedy Report;
  std::vector<ArrayInstance> Instances;
  /// Declared in a function: no other function names it.
  bool IsLocal = false;
  /// Where the definitions of the kernels that use it begin.
  std::vector<LineStart> KernelsAt;
  /// Some access is not among Instances: it could not be decided.
  bool LeavesOut = false;
  std::vector<IndexSite> Sites; ///< Of its uses.
  /// Where a layout was expected: why its uses do not follow that.
  std::string NotAsExpected;
  /// Of each of Report.Layouts, by instance.
  std::vector<std::vector<InstanceOutcome>> OutcomesOf;
  std::vector<FixCandidate> Candidates; ///< Best first.
  /// Layouts of that style that the source can not take.
  std::vector<FindingNote> Refused;
  /// Other arrays that its functions get, for the survey of all together.
  std::vector<DeclaredAt> Partners;
  /// Why there is no layout, where nothing stands in the way of one.
  std::vector<FindingNote> WhyNone;
  /// Why indices can not change, and where pointers to elements go.
  std::vector<FindingNote> IndexBlockers, Passed;
  /// Some layout pads the rows of the declaration and changes no index.
  bool CanPadRows = false;
  std::optional<ProvenEdit> Proven;
  /// Of several that only share a map: what there is if they do not go together.
  std::vector<ArraySurvey> Apart;

  const DeclaredAt &at() const { return Members.front().At; }
  /// \p Access is of one of them.
  bool isAbout(const AccessRecord &Access) const {
    return llvm::any_of(Members,
                        [&](const SurveyedArray &M) { return M.isOf(Access); });
  }
  bool hasUnlisted() const {
    return llvm::any_of(
        Instances, [](const ArrayInstance &I) { return !I.Unlisted.empty(); });
  }
  /// Some loop has an access whose index is data.
  bool hasDataInLoop() const {
    const bool HasData = llvm::any_of(Instances, [](const ArrayInstance &I) {
      return llvm::any_of(I.Unlisted,
                          [](const SurveyedAccess &A) { return A.IsData; });
    });
    return HasData && llvm::any_of(Sites, [](const IndexSite &S) {
             return S.MayLeaveRow && S.Loops > 0;
           });
  }
  /// All accesses whose index is data are to the thread's own piece, and the lanes
  /// of a warp use different banks under \p Layouts, one for each instance, whatever
  /// the data is.
  bool spreadsData(llvm::ArrayRef<InstanceOutcome> Layouts) const;
  /// Notes that the source can not take \p Layout; each reason once.
  void refuse(size_t Layout, const std::string &Why);
};

struct LayoutSurvey {
  /// The main file, and others that edits are about.
  std::vector<ParsedText> Files;
  std::vector<ArraySurvey> Arrays;
};

/// An array that an edit should have laid out anew.
struct ExpectedLayout {
  std::vector<IndexSite> Sites; ///< Before the edit.
  Layout To;
  ArrayShape Array;
};

/// Which arrays to look at: none for those whose accesses conflict, and what
/// each shares a function or a map with.
struct SurveyRequest {
  /// Arrays that are looked at together.
  std::vector<std::vector<DeclaredAt>> Arrays;
  /// Of the first of each of Arrays that has accesses whose requests can not be
  /// listed.
  std::map<DeclaredAt, ExpectedLayout> Expected;
  /// Of which files, beside the main one, the survey shall have the text.
  std::vector<std::string> Files;
};

/// Surveys the arrays of \p Facts. \p Report has the verdicts.
LayoutSurvey surveyArrays(const FileFacts &Facts,
                          const AnalysisOptions &Options,
                          const FileReport &Report,
                          const SurveyRequest &Request);

} // namespace warplint

#endif // WARPLINT_LIB_FIX_ARRAYSURVEY_H
