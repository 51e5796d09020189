//===- ArraySurveyor.cpp - An array, its accesses, its layouts ------------===//

#include "ArraySurveyor.h"
#include "warplint/Kernel/SourceText.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include <map>
#include <set>

using namespace llvm;
using namespace clang;

namespace warplint {

void ArraySurveyor::surveyInstance(const VarDecl &Array) {
  auto Shape = shapeOf(Array);
  if (!Shape)
    return;
  AccessOf.clear();
  ArrayInstance Instance;
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
    std::string Name = K.Names.Name + K.Names.Arguments;
    if (!is_contained(Result.Report.Kernels, Name))
      Result.Report.Kernels.push_back(Name);
    for (const auto &Launch : K.Launches)
      assumeShape(K, *Launch, Array, Shape->bytes());
    for (const KernelAccess &Access : K.Kernel->sharedAccesses())
      if (touches(Access, Array))
        addAccess(K, Access, Instance);
  }
  // Sources that no request is left of: all of it is joined with another.
  for (size_t I = Instance.Problem.Accesses.size(); I-- > 0;)
    if (Instance.Problem.Accesses[I].Cases.empty()) {
      Instance.Problem.Accesses.erase(Instance.Problem.Accesses.begin() + I);
      Instance.Places.erase(Instance.Places.begin() + I);
    }
  Result.Instances.push_back(std::move(Instance));
}

std::optional<ArraySurvey>
ArraySurveyor::survey(ArrayRef<const VarDecl *> Instances, SourceUses &Uses) {
  const VarDecl &First = *Instances.front();
  Result.Offset = Context.getSourceManager().getFileOffset(
      Context.getSourceManager().getFileLoc(First.getLocation()));
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
          "the shape of the block is not known, and pointers lead into it");
  Result.IndexBlockers = Found.IndexBlockers;
  Result.Passed = Found.Passed;
  if (Result.Instances.size() == Instances.size())
    searchLayouts(Result, Found, Options.Fix);
  return std::move(Result);
}

/// Declarations of shared arrays, all instantiations of one together, in the
/// order of the file.
static std::map<unsigned, std::vector<const VarDecl *>>
arraysByPlace(ASTContext &Context, ArrayRef<JudgedKernel> Kernels) {
  const SourceManager &SM = Context.getSourceManager();
  std::map<unsigned, std::vector<const VarDecl *>> Found;
  auto Add = [&](const VarDecl *V) {
    if (!V || !V->hasAttr<CUDASharedAttr>())
      return;
    auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(V->getLocation()));
    // Elsewhere: there is no edit, but a formula to be told.
    if (File != SM.getMainFileID())
      Offset = ~File.getHashValue() * 64 + Offset;
    auto &Here = Found[Offset];
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

LayoutSurvey surveyArrays(const FileFacts &Facts,
                          const AnalysisOptions &Options,
                          const FileReport &Report,
                          const SurveyRequest &Request) {
  LayoutSurvey All;
  ASTContext &Context = Facts.unit().ast();
  const SourceManager &SM = Context.getSourceManager();
  FileID Main = SM.getMainFileID();
  All.Text = SM.getBufferData(Main).str();
  if (auto File = SM.getFileEntryRefForID(Main))
    All.Path = File->getName().str();
  std::set<SourcePlace> Conflicting;
  for (const AccessRecord &A : Report.Accesses)
    if (A.Verdict.Kind == VerdictKind::Excess)
      Conflicting.insert(A.ArrayDeclaration);
  std::unique_ptr<SourceUses> Uses;
  CaseBudget Budget;
  for (const auto &[Offset, Instances] :
       arraysByPlace(Context, Facts.kernels())) {
    bool IsWanted = is_contained(Request.Offsets, Offset);
    bool Conflicts =
        Conflicting.contains(declarationPlace(Context, *Instances.front()));
    if (!IsWanted && (Request.OnlyThese || !Conflicts))
      continue;
    if (!Uses)
      Uses = std::make_unique<SourceUses>(Context);
    ArraySurveyor Surveyor(Context, Facts.kernels(), Options, Report, Budget);
    if (auto Survey = Surveyor.survey(Instances, *Uses))
      All.Arrays.push_back(std::move(*Survey));
  }
  return All;
}

} // namespace warplint
