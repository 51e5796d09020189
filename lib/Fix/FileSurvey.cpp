//===- FileSurvey.cpp - The arrays of a file, and which go together -------===//

#include "ArraySurveyor.h"
#include "Frontend/Templates/KernelPattern.h"
#include "Frontend/Text/SourceFiles.h"
#include "Frontend/Text/SourceMarks.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Frontend/Repository.h"
#include "warplint/Kernel/ClangView.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Messages/Skipped.h"
#include "warplint/Rewrite/SiteCheck.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include <set>

using namespace llvm;
using namespace clang;

namespace warplint {

/// Adds the text of \p File as it was parsed, once.
static void addText(LayoutSurvey &To, SourceManager &SM,
                    const std::string &File) {
  if (any_of(To.Files, [&](const ParsedText &T) { return T.File == File; }))
    return;
  if (auto Ref = SM.getFileManager().getOptionalFileRef(File))
    if (auto Buffer = SM.getMemoryBufferForFileOrNone(*Ref))
      To.Files.push_back({File, Buffer->getBuffer().str()});
}

namespace {

/// The surveys of one parse.
class FileSurvey {
public:
  FileSurvey(const FileFacts &Facts, const AnalysisOptions &Options,
             const FileReport &Report);

  /// Those that conflict, and what each shares a function or a map with.
  void surveyConflicts();
  void survey(const SurveyRequest &Request);

  LayoutSurvey All;

private:
  const DeclaredArray *arrayAt(const DeclaredAt &At) const;
  std::optional<ArraySurvey> surveyTogether(ArrayRef<DeclaredAt> Places);
  void unite(size_t Number, std::vector<DeclaredAt> Places);
  void uniteByFunctions();
  void uniteByMaps();
  bool haveOneShape(ArrayRef<DeclaredAt> Places) const;
  ArrayRef<const LeftOut *> mayGetPointers();

  const FileFacts &Facts;
  const AnalysisOptions &Options;
  const FileReport &Report;
  ClangView &View;
  ASTContext &Context;
  SourceManager &SM;
  const std::string Main;
  std::vector<DeclaredArray> Arrays; ///< Those of the main file first.
  std::unique_ptr<SourceUses> Uses;
  std::optional<std::vector<const LeftOut *>> PointersTo;
  CaseBudget Budget;
  KnownLists Lists;
};

} // namespace

FileSurvey::FileSurvey(const FileFacts &Facts, const AnalysisOptions &Options,
                       const FileReport &Report)
    : Facts(Facts), Options(Options), Report(Report), View(*Facts.clang()),
      Context(View.ast()), SM(Context.getSourceManager()),
      Main(sourceFileName(SM, SM.getMainFileID())) {
  All.Files.push_back({Main, SM.getBufferData(SM.getMainFileID()).str()});
  auto Add = [&](const SourceVariable *Of) {
    const VarDecl *V = Of ? &ClangView::declOf(*Of) : nullptr;
    if (!V || !V->hasAttr<CUDASharedAttr>())
      return;
    std::vector<SharedArray> All = memberArrays(Context, *V);
    All.push_back({V});
    for (SharedArray &A : All) {
      DeclaredAt At = placeOf(Context, A);
      auto Known = find_if(
          Arrays, [&](const DeclaredArray &Array) { return Array.At == At; });
      if (Known == Arrays.end())
        Known = Arrays.insert(Known, {std::move(At), {}});
      if (!is_contained(Known->Instances, A))
        Known->Instances.push_back(std::move(A));
    }
  };
  for (const JudgedKernel &K : Facts.kernels()) {
    for (const KernelAccess &A : K.Kernel->sharedAccesses())
      for (const SourceVariable *V : A.Arrays)
        Add(V);
    for (const SharedUse &U : K.Kernel->Uses)
      Add(U.Array);
  }
  llvm::sort(Arrays, [&](const DeclaredArray &A, const DeclaredArray &B) {
    return std::tuple(A.At.File != Main, A.At) <
           std::tuple(B.At.File != Main, B.At);
  });
}

const DeclaredArray *FileSurvey::arrayAt(const DeclaredAt &At) const {
  auto Found = find_if(
      Arrays, [&](const DeclaredArray &Array) { return Array.At == At; });
  return Found == Arrays.end() ? nullptr : &*Found;
}

/// The functions without figures that an array's address may go to: no kernel,
/// which has other arrays, and nothing that no kernel runs.
ArrayRef<const LeftOut *> FileSurvey::mayGetPointers() {
  if (PointersTo)
    return *PointersTo;
  PointersTo.emplace();
  for (const LeftOut &Out : Report.Omitted)
    if (!Out.OnRequest && Out.Why != StringRef(messages::NotReached) &&
        Out.Why != StringRef(messages::NotInstantiated))
      PointersTo->push_back(&Out);
  if (PointersTo->empty())
    return *PointersTo;
  std::set<SourcePlace> Harmless;
  forEachFunctionIn(Context, [&](const FunctionDecl &F) {
    const FunctionTemplateDecl *Template = F.getDescribedFunctionTemplate();
    if (F.hasAttr<CUDAGlobalAttr>() || (Template && !isInstantiated(*Template)))
      Harmless.insert(warplint::placeOf(SM, F.getLocation()));
  });
  erase_if(*PointersTo,
           [&](const LeftOut *Out) { return Harmless.contains(Out->Where); });
  return *PointersTo;
}

std::optional<ArraySurvey>
FileSurvey::surveyTogether(ArrayRef<DeclaredAt> Places) {
  std::vector<DeclaredArray> Together;
  for (const DeclaredAt &At : Places)
    if (const DeclaredArray *Array = arrayAt(At))
      Together.push_back(*Array);
  if (Together.size() != Places.size())
    return std::nullopt;
  if (!Uses) {
    Repository *Project = Options.Parse.Files;
    std::string Root = Project ? Project->rootOf(Main) : "";
    Uses = std::make_unique<SourceUses>(Context, [&](StringRef File) {
      // A repository inside of another one is somebody else's.
      return Project && Project->rootOf(File) == Root &&
             Project->isInside(Root, File);
    });
  }
  // What was looked at for each of several is not paid for again.
  CaseBudget OfSeveral;
  ArraySurvey Found =
      ArraySurveyor(View, Facts.kernels(), Options, Report,
                    Together.size() > 1 ? OfSeveral : Budget, Lists)
          .survey(Together, *Uses, [this] { return mayGetPointers(); });
  for (const FixCandidate &Candidate : Found.Candidates)
    for (const FileEdits &File : Candidate.Edits)
      addText(All, SM, File.File);
  return Found;
}

/// Of different variables, in the same instantiations, elements of one size and
/// the same extents.
bool FileSurvey::haveOneShape(ArrayRef<DeclaredAt> Places) const {
  std::vector<std::set<std::pair<std::vector<uint64_t>, uint64_t>>> Shapes;
  std::set<const VarDecl *> Variables;
  for (const DeclaredAt &At : Places) {
    const DeclaredArray *Array = arrayAt(At);
    if (!Array || !Variables.insert(Array->Instances.front().Variable).second)
      return false;
    Shapes.emplace_back();
    for (const SharedArray &Of : Array->Instances) {
      std::vector<uint64_t> Extents;
      QualType Type = Of.declaration().getType();
      while (const clang::ArrayType *A = Context.getAsArrayType(Type)) {
        const auto *C = dyn_cast<ConstantArrayType>(A);
        Extents.push_back(C ? C->getZExtSize() : 0);
        Type = A->getElementType();
      }
      if (Extents.empty() || Type->isArrayType() || Type->isIncompleteType())
        return false;
      Shapes.back().insert(
          {std::move(Extents), Context.getTypeSizeInChars(Type).getQuantity()});
    }
  }
  return all_equal(Shapes);
}

/// Looks at \p Places together, in place of the survey \p Number and of those
/// of the others, where that has an edit.
void FileSurvey::unite(size_t Number, std::vector<DeclaredAt> Places) {
  llvm::sort(Places);
  if (Places.size() < 2 || !haveOneShape(Places))
    return;
  auto Found = surveyTogether(Places);
  if (!Found || Found->Candidates.empty()) {
    // What stands in the way of all of them does so for this one.
    if (Found && Found->Report.Blockers.empty() &&
        !Found->IndexBlockers.empty())
      All.Arrays[Number].IndexBlockers = Found->IndexBlockers;
    return;
  }
  std::vector<ArraySurvey> Others;
  for (ArraySurvey &Survey : All.Arrays)
    if (!is_contained(Places, Survey.at()))
      Others.push_back(std::move(Survey));
    else if (!Survey.Candidates.empty())
      Found->Apart.push_back(std::move(Survey));
  Others.insert(Others.begin() + std::min(Number, Others.size()),
                std::move(*Found));
  All.Arrays = std::move(Others);
}

/// Arrays that one function gets are laid out alike, or not at all.
void FileSurvey::uniteByFunctions() {
  for (size_t I = 0; I < All.Arrays.size(); ++I) {
    if (!All.Arrays[I].Candidates.empty() || All.Arrays[I].Partners.empty())
      continue;
    std::vector<DeclaredAt> Together = {All.Arrays[I].at()};
    // Grows while it is walked.
    for (size_t Known = 0; Known < Together.size(); ++Known) {
      auto Survey = find_if(All.Arrays, [&](const ArraySurvey &S) {
        return S.at() == Together[Known];
      });
      std::optional<ArraySurvey> Own;
      if (Survey == All.Arrays.end())
        Own = surveyTogether(Together[Known]);
      if (Survey == All.Arrays.end() && !Own)
        break;
      for (const DeclaredAt &At : Own ? Own->Partners : Survey->Partners)
        if (!is_contained(Together, At))
          Together.push_back(At);
    }
    unite(I, std::move(Together));
  }
}

/// Arrays whose index goes through a function, or a macro, of the same text get
/// one: those of one kernel, then those of one name.
void FileSurvey::uniteByMaps() {
  auto AddedFor = [](const ArraySurvey &S) {
    return S.Candidates.empty() ? std::vector<std::string>()
                                : S.Candidates.front().Added;
  };
  auto NamesOf = [](const ArraySurvey &S) {
    std::set<std::string> Names;
    for (const SurveyedArray &Member : S.Members)
      Names.insert(Member.Report.Array);
    return Names;
  };
  auto Unite = [&](auto AreAlike) {
    for (size_t I = 0; I < All.Arrays.size(); ++I) {
      const auto Added = AddedFor(All.Arrays[I]);
      std::vector<DeclaredAt> Together;
      for (const ArraySurvey &S : All.Arrays)
        if (!Added.empty() && AddedFor(S) == Added &&
            AreAlike(S, All.Arrays[I]))
          for (const SurveyedArray &Member : S.Members)
            Together.push_back(Member.At);
      if (Together.size() > All.Arrays[I].Members.size())
        unite(I, std::move(Together));
    }
  };
  Unite([](const ArraySurvey &A, const ArraySurvey &B) {
    return A.Members.size() == 1 && A.Report.Kernels == B.Report.Kernels;
  });
  Unite([&](const ArraySurvey &A, const ArraySurvey &B) {
    return any_of(NamesOf(A), [Names = NamesOf(B)](const std::string &Name) {
      return Names.contains(Name);
    });
  });
}

void FileSurvey::surveyConflicts() {
  std::set<std::pair<SourcePlace, std::string>> Conflicting;
  for (const AccessRecord &A : Report.Accesses)
    if (A.Verdict.Kind == VerdictKind::Excess)
      Conflicting.insert({A.ArrayDeclaration, A.Array});
  for (const DeclaredArray &Array : Arrays)
    if (const SharedArray &First = Array.Instances.front();
        Conflicting.contains(
            {declarationPlace(Context, *First.Variable), First.name()}))
      All.Arrays.push_back(*surveyTogether(Array.At));
  if (!Options.Fix)
    return;
  uniteByFunctions();
  uniteByMaps();
}

void FileSurvey::survey(const SurveyRequest &Request) {
  for (const std::string &File : Request.Files)
    addText(All, SM, File);
  for (const std::vector<DeclaredAt> &Together : Request.Arrays) {
    auto Found = surveyTogether(Together);
    if (!Found)
      continue;
    if (auto E = Request.Expected.find(Found->at());
        E != Request.Expected.end())
      Found->NotAsExpected = checkSites(Context, E->second.Sites, Found->Sites,
                                        E->second.To, E->second.Array);
    All.Arrays.push_back(std::move(*Found));
  }
}

LayoutSurvey surveyArrays(const FileFacts &Facts,
                          const AnalysisOptions &Options,
                          const FileReport &Report,
                          const SurveyRequest &Request) {
  if (!Facts.clang())
    return {};
  FileSurvey Survey(Facts, Options, Report);
  if (Request.Arrays.empty())
    Survey.surveyConflicts();
  else
    Survey.survey(Request);
  return std::move(Survey.All);
}

} // namespace warplint
