//===- ArraySurveyor.cpp - An array, its accesses, its layouts ------------===//

#include "ArraySurveyor.h"
#include "Frontend/Text/SourceFiles.h"
#include "warplint/Frontend/Repository.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Messages/Layouts.h"
#include "warplint/Rewrite/SiteCheck.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include <bit>

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
  const SourceFunction *Kernel = In.Kernel->Declaration;
  if (!Kernel || !Kernel->Pattern->HasBody)
    return;
  const FunctionDecl *Definition = &ClangView::declOf(*Kernel->Pattern);
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

/// Whether \p Access, of the variable, is of another member of it.
bool ArraySurveyor::isElsewhere(const JudgedKernel &In,
                                const KernelAccess &Access) {
  if (!Array.isMember() || !Access.Obstacle.empty() || !Access.Address)
    return false;
  const uint64_t Begin = Array.Offset,
                 End = Begin +
                       Context.getTypeSizeInChars(Array.declaration().getType())
                           .getQuantity();
  for (const auto &Launch : In.Launches) {
    const auto Touched = touchedBytes(
        *In.Kernel->Context, Launch->known(problemOf(Access)),
        Launch->nestOf(Access), shapeOf(*Launch), VariableBytes, Budget);
    if (!Touched || (Touched->second > Begin && Touched->first < End))
      return false;
  }
  return true;
}

ArrayRef<const JudgedKernel *> ArraySurveyor::users() {
  if (UsersOf.empty())
    for (const JudgedKernel &K : Kernels) {
      auto Add = [&](const SourceVariable *V) {
        auto &Users = UsersOf[V];
        if (Users.empty() || Users.back() != &K)
          Users.push_back(&K);
      };
      for (const KernelAccess &A : K.Kernel->sharedAccesses())
        for_each(A.Arrays, Add);
      for (const SharedUse &U : K.Kernel->Uses)
        Add(U.Array);
    }
  return UsersOf[Variable];
}

void ArraySurveyor::surveyInstance(const SharedArray &Which, size_t Member) {
  Array = Which;
  Variable = View.variableOf(Array.Variable);
  ArrayInstance Instance;
  Instance.Member = Member;
  auto Shape = shapeOf(Instance);
  if (!Shape)
    return;
  VariableBytes =
      Array.isMember() ? bytesAround(Context, Array) : Shape->bytes();
  Own.clear();
  Listed.clear();
  LaunchNumbers.clear();
  Reading AsCounted = {Instance.Problem, Instance.Places, Budget};
  Instance.Problem.Array = *Shape;
  for (const JudgedKernel *User : users()) {
    const JudgedKernel &K = *User;
    for (const auto &Launch : K.Launches)
      assumeShape(K, *Launch, Instance.SizeMultiple.has_value());
    const size_t Before = Own.size();
    for (const KernelAccess &Access : K.Kernel->sharedAccesses())
      if (touches(Access) && !isElsewhere(K, Access))
        Own.push_back({&K, &Access});
    if (Array.isMember() && Own.size() == Before)
      continue;
    addKernel(K);
    std::string Name = K.Names.Name + K.Names.Arguments;
    for (ArrayRemedy *R : {&Result.Report, &Result.Members[Member].Report})
      if (!is_contained(R->Kernels, Name))
        R->Kernels.push_back(Name);
  }
  const bool IsFlat = !Array.isMember() && Shape->Extents.size() == 1;
  for (auto [In, Access] : Own)
    Touching.push_back({In, Access, IsFlat ? Shape->ElementBytes : 0,
                        conflicts(*In, *Access)});
  splitElements(Instance.Problem);
  setBudget(Instance);
  if (any_of(users(), [&](const JudgedKernel *K) {
        return any_of(K->Kernel->Uses, [&](const SharedUse &U) {
          return U.Array == Variable && U.Kind == SharedUseKind::RegionCopy &&
                 StringRef(U.What).contains("tensor");
        });
      }))
    Instance.Problem.Fill = ArrayFill::TensorCopy;
  for (auto [In, Access] : Own)
    addAccess(*In, *Access, Instance, AsCounted);
  shareLists(AsCounted);
  AsCounted.dropEmpty();
  if (Instance.SizeMultiple)
    setMostBlock(Instance);
  for (const SurveyedAccess &A : Instance.Unlisted)
    AsCounted.addWhole(A);
  addIfJoined(Instance);
  Result.Instances.push_back(std::move(Instance));
}

/// What \p Declared is called.
void ArraySurveyor::describe(const DeclaredArray &Declared) {
  const SharedArray &First = Declared.Instances.front();
  ArrayRemedy R;
  R.Array = First.name();
  R.ArrayType = declaredType(Context, First.declaration());
  R.Declaration = declarationPlace(Context, *First.Variable);
  R.UsesCute = !Context.getTranslationUnitDecl()
                    ->lookup(&Context.Idents.get("cute"))
                    .empty();
  if (Result.Members.empty())
    Result.Report = R;
  Result.Members.push_back({Declared.At, std::move(R)});
}

/// "load" of "ns::Tile<4>::load<float>", as calls have it; empty for an operator.
static std::string bareName(StringRef Name) {
  std::string Bare;
  unsigned Depth = 0;
  for (char C : Name) {
    Depth += C == '<';
    if (Depth == 0)
      Bare += C;
    Depth -= C == '>' && Depth;
  }
  const StringRef Last = StringRef(Bare).substr(Bare.rfind(':') + 1);
  return Last.starts_with("operator") ? "" : Last.str();
}

/// `tile[0][i]` goes through several rows where some i is behind the first: an index
/// of all of them.
static void joinRows(ArrayUses &Uses, ArrayRef<ArrayInstance> Instances) {
  auto LeavesRow = [&](const IndexSite &Site) {
    return any_of(Instances, [&](const ArrayInstance &I) {
      const ArrayShape &Array = I.Problem.Array;
      const uint64_t RowBytes = Array.rowLength() * Array.ElementBytes;
      return any_of(I.Accesses, [&](const SurveyedAccess &A) {
        return isAt(A, Site.Where) && any_of(A.Cases, [&](const OffsetCase &C) {
                 for (LaneMask Left = C.Active; Left; Left &= Left - 1)
                   if (uint64_t(C.Offset[countr_zero(Left)]) >= RowBytes)
                     return true;
                 return false;
               });
      });
    });
  };
  for (IndexSite &Site : Uses.Sites) {
    const size_t Rows = Site.Indices.size() - 1;
    if (Site.Indices.size() < 2 || Site.IsFolded || Site.Outer || Site.Hidden ||
        any_of(ArrayRef(Site.Indices).drop_back(),
               [](const WrittenIndex &I) { return I.Text != "0"; }) ||
        !LeavesRow(Site))
      continue;
    for (size_t I = 0; I < Rows; ++I)
      Site.Name += "[0]";
    Site.Indices.erase(Site.Indices.begin(), Site.Indices.end() - 1);
  }
}

ArraySurvey ArraySurveyor::survey(
    ArrayRef<DeclaredArray> Arrays, SourceUses &Uses,
    function_ref<ArrayRef<const LeftOut *>()> MayGetPointers) {
  std::vector<SharedArray> Firsts;
  for (const DeclaredArray &Declared : Arrays) {
    Firsts.push_back(Declared.Instances.front());
    describe(Declared);
  }
  Result.IsLocal = all_of(Firsts, [](const SharedArray &A) {
    return A.Variable->isLocalVarDecl();
  });
  ArrayUses Found = Uses.of(Firsts);
  if (Found.MakesPointers)
    for (const LeftOut *Out : MayGetPointers())
      if (Uses.isNamedIn(Found.Functions, bareName(Out->Name)))
        block(Out->Where, messages::SkippedMayPoint(Out->Name));
  size_t Instances = 0;
  for (const auto &[Member, Declared] : enumerate(Arrays))
    for (const SharedArray &Instance : Declared.Instances) {
      ++Instances;
      surveyInstance(Instance, Member);
      for (const JudgedKernel *K : users())
        blockKernel(*K, Found.MakesPointers);
    }
  // Behind what stands in the way of a search.
  for (const FindingNote &Note : Found.Blockers)
    block(Note.Where, Note.Message);
  if (!Result.Report.AssumedBlock.empty() && Found.MakesPointers)
    block(Result.Report.Declaration,
          messages::PointersInUnknownBlock(
              blockOption(Result.Report.Kernels.front())));
  Result.IndexBlockers = Found.IndexBlockers;
  for (const VarDecl *V : Found.Partners)
    if (auto At =
            warplint::placeOf(Context, SharedArray{V, Firsts.front().Path});
        !is_contained(Result.Partners, At))
      Result.Partners.push_back(std::move(At));
  joinRows(Found, Result.Instances);
  markUnseen(Found);
  Result.Sites = Found.Sites;
  Result.Passed = Found.Passed;
  Result.Report.LaneOrder = turnsText(Touching);
  if (Result.Instances.size() == Instances)
    searchLayouts(Result, Found, Options.Fix);
  return std::move(Result);
}

DeclaredAt placeOf(const ASTContext &Context, const SharedArray &Array) {
  const SourceManager &SM = Context.getSourceManager();
  auto [File, Offset] =
      SM.getDecomposedLoc(SM.getFileLoc(Array.Variable->getLocation()));
  return {sourceFileName(SM, File), Offset, Array.member()};
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

/// The lists of requests that \p Of has got are those of earlier instances and
/// kernels where they are equal.
void ArraySurveyor::shareLists(Reading &Of) {
  for (ArrayAccess &A : drop_begin(Of.Problem.Accesses, Of.NumShared))
    A.Cases = Lists.Issued.intern(std::move(A.Cases));
  Of.NumShared = Of.Problem.Accesses.size();
}

/// The requests that \p Access is joined with others to, each under all launches.
std::optional<UnlistedRequests>
ArraySurveyor::listWide(const JudgedKernel &In, const KernelAccess &Access,
                        Reading &To, std::vector<OffsetCases> &Into) {
  for (const IssuedRequest &R : Access.Issue->Requests) {
    AccessProblem Wide = problemOf(Access);
    Wide.BytesPerLane = R.BytesPerLane;
    Wide.Address = R.Address;
    Wide.Guard = R.Guard;
    auto Cases = listAll(In, Access, Wide, To);
    if (auto *Unlisted = std::get_if<UnlistedRequests>(&Cases))
      return std::move(*Unlisted);
    Into.push_back(std::get<OffsetCases>(std::move(Cases)));
  }
  return std::nullopt;
}

} // namespace warplint
