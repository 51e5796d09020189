//===- ArraySurveyor.cpp - An array, its accesses, its layouts ------------===//

#include "ArraySurveyor.h"
#include "Kernel/Source/SourceFiles.h"
#include "warplint/Frontend/Repository.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Rewrite/SiteCheck.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include <bit>
#include <map>
#include <set>

using namespace llvm;
using namespace clang;

namespace warplint {

/// Blocks of what is seen to be touched, or of what the size is known to be a
/// multiple of.
static void setMostBlock(ArrayInstance &To) {
  ArrayProblem &Problem = To.Problem;
  uint64_t Touched = 1;
  for (const ArrayAccess &A : Problem.Accesses)
    for (const AccessCase &C : A.Cases)
      for (unsigned L = 0; L < WarpSize; ++L)
        if (C.Active >> L & 1)
          Touched = std::max(Touched, C.Element[L] + 1);
  Problem.MostBlock = std::max(std::bit_ceil(Touched),
                               *To.SizeMultiple / Problem.Array.ElementBytes);
}

void ArraySurveyor::addKernel(const JudgedKernel &In) {
  const FunctionDecl *Definition = In.Kernel->Declaration;
  if (Definition && Definition->getTemplateInstantiationPattern())
    Definition = Definition->getTemplateInstantiationPattern();
  if (!Definition || !Definition->isDefined(Definition))
    return;
  const Decl *Whole = Definition;
  if (const auto *Template = Definition->getDescribedFunctionTemplate())
    Whole = Template;
  const SourceManager &SM = Context.getSourceManager();
  auto [File, Offset] =
      SM.getDecomposedLoc(SM.getFileLoc(Whole->getBeginLoc()));
  const StringRef Text = SM.getBufferData(File);
  const size_t Line = Text.take_front(Offset).rfind('\n') + 1;
  const size_t First = Text.find_first_not_of(" \t", Line);
  const LineStart Start = {{sourceFileName(SM, File), unsigned(First)},
                           Text.slice(Line, First).str(),
                           Text[First]};
  if (!is_contained(Result.KernelsAt, Start))
    Result.KernelsAt.push_back(Start);
}

void ArraySurveyor::surveyInstance(const VarDecl &Array) {
  ArrayInstance Instance;
  auto Shape = shapeOf(Array, Instance);
  if (!Shape)
    return;
  AccessOf.clear();
  Instance.Problem.Array = *Shape;
  setBudget(Array, Instance);
  if (any_of(Kernels, [&](const JudgedKernel &K) {
        return any_of(K.Kernel->Uses, [&](const SharedUse &U) {
          return U.Array == &Array && U.Kind == SharedUseKind::RegionCopy &&
                 StringRef(U.What).contains("tensor");
        });
      }))
    Instance.Problem.Fill = ArrayFill::TensorCopy;
  for (const JudgedKernel &K : Kernels) {
    if (!uses(K, Array))
      continue;
    addKernel(K);
    std::string Name = K.Names.Name + K.Names.Arguments;
    if (!is_contained(Result.Report.Kernels, Name))
      Result.Report.Kernels.push_back(Name);
    for (const auto &Launch : K.Launches)
      assumeShape(K, *Launch, Array, Shape->bytes());
    for (const KernelAccess &Access : K.Kernel->sharedAccesses())
      if (touches(Access, Array))
        addAccess(K, Access, Instance);
  }
  if (Instance.SizeMultiple)
    setMostBlock(Instance);
  // Sources that no request is left of: all of it is joined with another.
  for (size_t I = Instance.Problem.Accesses.size(); I-- > 0;)
    if (Instance.Problem.Accesses[I].Cases.empty()) {
      Instance.Problem.Accesses.erase(Instance.Problem.Accesses.begin() + I);
      Instance.Places.erase(Instance.Places.begin() + I);
    }
  // What they access at once stays together, too.
  for (const SurveyedAccess &A : Instance.Unlisted) {
    ArrayAccess Whole;
    Whole.Kind = A.Kind;
    Whole.BytesPerLane = A.BytesPerLane;
    Instance.Problem.Accesses.push_back(std::move(Whole));
    Instance.Places.push_back(A.Where);
  }
  Result.Instances.push_back(std::move(Instance));
}

std::optional<ArraySurvey>
ArraySurveyor::survey(ArrayRef<const VarDecl *> Instances, SourceUses &Uses) {
  const VarDecl &First = *Instances.front();
  Result.IsLocal = First.isLocalVarDecl();
  Result.Report.Array = First.getNameAsString();
  Result.Report.ArrayType = declaredType(Context, First);
  Result.Report.Declaration = declarationPlace(Context, First);
  Result.Report.UsesCute = !Context.getTranslationUnitDecl()
                                ->lookup(&Context.Idents.get("cute"))
                                .empty();
  ArrayUses Found = Uses.of(First);
  if (Found.MakesPointers)
    for (const LeftOut &Out : Report.Omitted)
      if (!Out.OnRequest)
        block(Out.Where, "'" + Out.Name +
                             "' is not analysed and may get a "
                             "pointer to it");
  for (const VarDecl *Array : Instances) {
    surveyInstance(*Array);
    for (const JudgedKernel &K : Kernels)
      if (uses(K, *Array))
        blockKernel(K, *Array, Found.MakesPointers);
  }
  // Behind what stands in the way of a search.
  for (const FindingNote &Note : Found.Blockers)
    block(Note.Where, Note.Message);
  if (!Result.Report.AssumedBlock.empty() && Found.MakesPointers)
    block(Result.Report.Declaration,
          "the shape of the block is not known, and pointers lead into it; " +
              blockOption(Result.Report.Kernels.front()) + " gives it");
  Result.IndexBlockers = Found.IndexBlockers;
  markUnseen(Found);
  Result.Sites = Found.Sites;
  Result.Passed = Found.Passed;
  if (Result.Instances.size() == Instances.size())
    searchLayouts(Result, Found, Options.Fix);
  return std::move(Result);
}

namespace {

/// The shared arrays of a parse, all instantiations of one together.
using ArraysByPlace = std::map<DeclaredAt, std::vector<const VarDecl *>>;

} // namespace

static ArraysByPlace arraysByPlace(ASTContext &Context,
                                   ArrayRef<JudgedKernel> Kernels) {
  const SourceManager &SM = Context.getSourceManager();
  ArraysByPlace Found;
  auto Add = [&](const VarDecl *V) {
    if (!V || !V->hasAttr<CUDASharedAttr>())
      return;
    auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(V->getLocation()));
    auto &Here = Found[{sourceFileName(SM, File), Offset}];
    if (!is_contained(Here, V))
      Here.push_back(V);
  };
  for (const JudgedKernel &K : Kernels) {
    for (const KernelAccess &A : K.Kernel->sharedAccesses())
      for (const VarDecl *V : A.Arrays)
        Add(V);
    for (const SharedUse &U : K.Kernel->Uses)
      Add(U.Array);
  }
  return Found;
}

/// Adds the text of \p File as it was parsed, once.
static void addText(LayoutSurvey &To, SourceManager &SM,
                    const std::string &File) {
  if (any_of(To.Files, [&](const ParsedText &T) { return T.File == File; }))
    return;
  if (auto Ref = SM.getFileManager().getOptionalFileRef(File))
    if (auto Buffer = SM.getMemoryBufferForFileOrNone(*Ref))
      To.Files.push_back({File, Buffer->getBuffer().str()});
}

LayoutSurvey surveyArrays(const FileFacts &Facts,
                          const AnalysisOptions &Options,
                          const FileReport &Report,
                          const SurveyRequest &Request) {
  LayoutSurvey All;
  ASTContext &Context = Facts.unit().ast();
  SourceManager &SM = Context.getSourceManager();
  const std::string Main = sourceFileName(SM, SM.getMainFileID());
  All.Files.push_back({Main, SM.getBufferData(SM.getMainFileID()).str()});
  for (const std::string &File : Request.Files)
    addText(All, SM, File);
  std::set<SourcePlace> Conflicting;
  for (const AccessRecord &A : Report.Accesses)
    if (A.Verdict.Kind == VerdictKind::Excess)
      Conflicting.insert(A.ArrayDeclaration);
  std::unique_ptr<SourceUses> Uses;
  CaseBudget Budget;
  ArraysByPlace Arrays = arraysByPlace(Context, Facts.kernels());
  auto Survey = [&](const DeclaredAt &At, ArrayRef<const VarDecl *> Instances) {
    bool IsWanted = is_contained(Request.Arrays, At);
    bool Conflicts =
        Conflicting.contains(declarationPlace(Context, *Instances.front()));
    if (!IsWanted && (Request.OnlyThese || !Conflicts))
      return;
    if (!Uses) {
      Repository *Project = Options.Parse.Files;
      std::string Root = Project ? Project->rootOf(Main) : "";
      Uses = std::make_unique<SourceUses>(Context, [&](StringRef File) {
        // A repository inside of another one is somebody else's.
        return Project && Project->rootOf(File) == Root &&
               Project->isInside(Root, File);
      });
    }
    ArraySurveyor Surveyor(Context, Facts.kernels(), Options, Report, Budget);
    auto Found = Surveyor.survey(Instances, *Uses);
    if (!Found)
      return;
    Found->At = At;
    if (auto E = Request.Expected.find(At); E != Request.Expected.end())
      Found->NotAsExpected = checkSites(Context, E->second.Sites, Found->Sites,
                                        E->second.To, E->second.Array);
    for (const FixCandidate &Candidate : Found->Candidates)
      for (const FileEdits &File : Candidate.Edits)
        addText(All, SM, File.File);
    All.Arrays.push_back(std::move(*Found));
  };
  // Those of the main file first.
  for (bool InMain : {true, false})
    for (const auto &[At, Instances] : Arrays)
      if ((At.File == Main) == InMain)
        Survey(At, Instances);
  return All;
}

} // namespace warplint
