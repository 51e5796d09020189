//===- RemediesSurvey.cpp - An array, its accesses, its layouts -----------===//

#include "RemediesSurvey.h"
#include "RemediesLayouts.h"
#include "RemediesShape.h"
#include "warplint/Kernel/AsWritten.h"
#include "warplint/Report/Wording.h"
#include "warplint/Rewrite/ArrayUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>
#include <set>

using namespace llvm;
using namespace clang;

namespace warplint {
namespace {

/// All declarations that stand at one place, and what is known of them.
class ArraySurveyor {
public:
  ArraySurveyor(ASTContext &Context, const std::vector<JudgedKernel> &Kernels,
                const AnalysisOptions &Options, const FileReport &Report)
      : Context(Context), Kernels(Kernels), Options(Options), Report(Report) {}

  std::optional<ArraySurvey> survey(ArrayRef<const VarDecl *> Instances,
                                    SourceUses &Uses, CaseBudget &Budget);

private:
  void surveyInstance(const VarDecl &Array, CaseBudget &Budget);
  const LaunchShape &shapeOf(const LaunchCase &Launch) const {
    auto Assumed = AssumedShapes.find(&Launch);
    return Assumed == AssumedShapes.end() ? Launch.Record.Shape
                                          : Assumed->second;
  }
  void assumeShapes(const JudgedKernel &In, const VarDecl &Array,
                    uint64_t Bytes, CaseBudget &Budget);
  void addAccesses(const JudgedKernel &In, const VarDecl &Array,
                   ArrayInstance &To, CaseBudget &Budget);
  void addAccess(const JudgedKernel &In, const KernelAccess &Access,
                 ArrayInstance &To, CaseBudget &Budget);
  void addIssued(const JudgedKernel &In, const KernelAccess &Access,
                 ArrayInstance &To, CaseBudget &Budget);
  void addRequests(const JudgedKernel &In, const KernelAccess &Access,
                   const AccessProblem &Problem, uint64_t Times, uint64_t Of,
                   ArrayInstance &To, CaseBudget &Budget);
  void blockKernel(const JudgedKernel &In, const VarDecl &Array,
                   bool MakesPointers);
  void blockUses(const JudgedKernel &In, const VarDecl &Array,
                 bool MakesPointers);
  std::optional<ArrayShape> shapeOf(const VarDecl &Array);
  std::optional<uint64_t> dynamicBytes(const VarDecl &Array);
  void setBudget(const VarDecl &Array, ArrayInstance &To);
  void block(SourcePlace Where, const Twine &Why) {
    FindingNote Note{std::move(Where), Why.str()};
    auto &Blockers = Result.Report.Blockers;
    if (none_of(Blockers, [&](const FindingNote &N) {
          return N.Where == Note.Where && N.Message == Note.Message;
        }))
      Blockers.push_back(std::move(Note));
  }
  static SourcePlace placeOf(const KernelAccess &Access) {
    return {Access.Source->File, Access.Source->Line, Access.Source->Column};
  }
  static bool touches(const KernelAccess &Access, const VarDecl &Array) {
    return is_contained(Access.Arrays, &Array);
  }
  static bool uses(const JudgedKernel &In, const VarDecl &Array) {
    return any_of(In.Kernel->Accesses,
                  [&](const KernelAccess &A) { return touches(A, Array); }) ||
           any_of(In.Kernel->Uses,
                  [&](const SharedUse &U) { return U.Array == &Array; });
  }

  ASTContext &Context;
  const std::vector<JudgedKernel> &Kernels;
  const AnalysisOptions &Options;
  const FileReport &Report;
  ArraySurvey Result;
  /// Of the instance at hand: which of its problem's accesses a source access
  /// is, by verb and width.
  std::map<std::tuple<const SourceAccess *, RequestKind, unsigned>, size_t>
      AccessOf;
  /// Of launches that do not give the block's shape.
  std::map<const LaunchCase *, LaunchShape> AssumedShapes;
};

bool isDynamic(const VarDecl &Array) {
  return Array.getType()->isIncompleteArrayType();
}

/// Bytes that every launch of the kernels that use \p Array gives it.
std::optional<uint64_t> ArraySurveyor::dynamicBytes(const VarDecl &Array) {
  std::optional<uint64_t> Bytes;
  for (const JudgedKernel &K : Kernels) {
    if (!uses(K, Array))
      continue;
    for (const auto &Case : K.Launches) {
      std::optional<uint64_t> Here = Case->Record.DynamicSharedBytes;
      if (!Here || (Bytes && Bytes != Here))
        return std::nullopt;
      Bytes = Here;
    }
  }
  return Bytes;
}

std::optional<ArrayShape> ArraySurveyor::shapeOf(const VarDecl &Array) {
  ArrayShape Shape;
  QualType Type = Array.getType();
  SourcePlace Where = declarationPlace(Context, Array);
  std::optional<uint64_t> Bytes;
  while (const clang::ArrayType *A = Context.getAsArrayType(Type)) {
    if (const auto *C = dyn_cast<ConstantArrayType>(A)) {
      Shape.Extents.push_back(C->getZExtSize());
    } else {
      Bytes = dynamicBytes(Array);
      if (!Bytes) {
        block(Where, "the launches do not give one size of dynamic shared "
                     "memory that is known here");
        return std::nullopt;
      }
      Shape.Extents.push_back(0);
    }
    Type = A->getElementType();
  }
  if (Shape.Extents.empty() || Type->isIncompleteType()) {
    block(Where, "it is no array");
    return std::nullopt;
  }
  Shape.ElementBytes = Context.getTypeSizeInChars(Type).getQuantity();
  if (Bytes) {
    uint64_t Rest = Shape.ElementBytes;
    for (uint64_t E : ArrayRef(Shape.Extents).drop_front())
      Rest *= E;
    Shape.Extents[0] = Rest ? *Bytes / Rest : 0;
  }
  bool IsMeasuredSize = is_contained({1u, 2u, 4u, 8u, 16u}, Shape.ElementBytes);
  if (!IsMeasuredSize || is_contained(Shape.Extents, 0u)) {
    block(Where, !IsMeasuredSize ? "its elements have " +
                                       Twine(Shape.ElementBytes) + " bytes"
                                 : Twine("it has no elements"));
    return std::nullopt;
  }
  return Shape;
}

/// The block beside the array: what it has as well, and its threads.
void ArraySurveyor::setBudget(const VarDecl &Array, ArrayInstance &To) {
  MemoryBudget &Budget = To.Problem.Budget;
  if (auto On = lookupTarget(Report.Architecture))
    Budget.On = *On;
  Budget.IsStatic = !isDynamic(Array);
  if (isDynamic(Array))
    Budget.MostBytes = To.Problem.Array.bytes();
  for (const JudgedKernel &K : Kernels) {
    if (!uses(K, Array))
      continue;
    SmallPtrSet<const VarDecl *, 8> Others;
    uint64_t Bytes = 0;
    for (const KernelAccess &A : K.Kernel->Accesses)
      for (const VarDecl *V : A.Arrays)
        if (V != &Array && Others.insert(V).second &&
            !V->getType()->isIncompleteType())
          Bytes += Context.getTypeSizeInChars(V->getType()).getQuantity();
    Budget.OtherBytes = std::max(Budget.OtherBytes, Bytes);
    for (const auto &Case : K.Launches) {
      const LaunchShape &S = Case->Record.Shape;
      if (S.X && S.Y && S.Z)
        Budget.ThreadsPerBlock =
            std::max(Budget.ThreadsPerBlock, *S.X * *S.Y * *S.Z);
    }
  }
}

/// Adds the requests that \p Problem makes under each launch, \p Times in every
/// \p Of runs of it.
void ArraySurveyor::addRequests(const JudgedKernel &In,
                                const KernelAccess &Access,
                                const AccessProblem &Problem, uint64_t Times,
                                uint64_t Of, ArrayInstance &To,
                                CaseBudget &Budget) {
  const uint64_t Bytes = To.Problem.Array.bytes();
  const unsigned ElementBytes = To.Problem.Array.ElementBytes;
  auto [At, New] =
      AccessOf.try_emplace({Access.Source, Problem.Kind, Problem.BytesPerLane},
                           To.Problem.Accesses.size());
  if (New) {
    To.Places.push_back(placeOf(Access));
    To.Problem.Accesses.push_back({});
  }
  ArrayAccess &Into = To.Problem.Accesses[At->second];
  Into.Kind = Problem.Kind;
  Into.BytesPerLane = Problem.BytesPerLane;
  for (const auto &Launch : In.Launches) {
    AccessProblem P = Problem;
    P.Address = Launch->Known(Problem.Address);
    P.Guard = Launch->Known(Problem.Guard);
    LoopNest Nest;
    for (unsigned Loop : Access.Loops)
      Nest.Loops.push_back(Launch->Known.loop(Loop));
    Nest.IsInCondition = Access.IsInCondition;
    auto Cases =
        casesOf(*In.Kernel->Context, P, Nest, shapeOf(*Launch), Bytes, Budget);
    if (!Cases) {
      block(placeOf(Access),
            "an access is not decided: " + toString(Cases.takeError()));
      return;
    }
    Result.Report.IsEstimate |= !Cases->IsExact;
    for (const OffsetCase &C : Cases->Cases) {
      AccessCase Case;
      Case.Active = C.Active;
      Case.Weight = std::max<uint64_t>(1, C.Weight * Times / Of);
      for (unsigned L = 0; L < WarpSize; ++L) {
        if (C.Active >> L & 1 && C.Offset[L] % ElementBytes) {
          block(placeOf(Access), "it touches parts of elements");
          return;
        }
        Case.Element[L] = C.Offset[L] / ElementBytes;
      }
      Into.Cases.push_back(std::move(Case));
    }
  }
}

/// The requests that the compiler issues for \p Access.
void ArraySurveyor::addIssued(const JudgedKernel &In,
                              const KernelAccess &Access, ArrayInstance &To,
                              CaseBudget &Budget) {
  AccessProblem Problem;
  Problem.Kind = Access.Kind;
  Problem.BytesPerLane = Access.BytesPerLane;
  Problem.Address = Access.Address;
  Problem.Guard = Access.Guard;
  if (Options.AsWritten || !Access.Issue || !Access.Issue->IsCertain)
    return addRequests(In, Access, Problem, 1, 1, To, Budget);
  const AccessIssue &Issue = *Access.Issue;
  if (Issue.IsDropped || Issue.Copies == 0)
    return;
  uint64_t Alone = Issue.Copies - std::min(Issue.Copies, Issue.Repeated);
  for (const IssuedRequest &R : Issue.Requests) {
    AccessProblem Wide = Problem;
    Wide.BytesPerLane = R.BytesPerLane;
    Wide.Address = R.Address;
    Wide.Guard = R.Guard;
    Alone -= std::min(Alone, R.Copies);
    if (R.Requests)
      addRequests(In, Access, Wide, R.Requests, Issue.Copies, To, Budget);
  }
  uint64_t Of = Issue.Copies * Issue.HoistedOutOf.value_or(1);
  if (Alone && Of)
    addRequests(In, Access, Problem, Alone, Of, To, Budget);
}

void ArraySurveyor::addAccess(const JudgedKernel &In,
                              const KernelAccess &Access, ArrayInstance &To,
                              CaseBudget &Budget) {
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
  SurveyedAccess Written;
  Written.Kernel = In.Names.Name + In.Names.Arguments;
  Written.Verb = Access.Source->Verb;
  Written.Kind = Access.Kind;
  Written.BytesPerLane = Access.BytesPerLane;
  for (const auto &Launch : In.Launches) {
    AccessProblem P;
    P.Kind = Access.Kind;
    P.BytesPerLane = Access.BytesPerLane;
    P.Address = Launch->Known(Access.Address);
    P.Guard = Launch->Known(Access.Guard);
    LoopNest Nest;
    for (unsigned Loop : Access.Loops)
      Nest.Loops.push_back(Launch->Known.loop(Loop));
    Nest.IsInCondition = Access.IsInCondition;
    auto Cases = casesOf(*In.Kernel->Context, P, Nest, shapeOf(*Launch),
                         To.Problem.Array.bytes(), Budget);
    if (!Cases)
      return block(Where,
                   "an access is not decided: " + toString(Cases.takeError()));
    append_range(Written.Cases, std::move(Cases->Cases));
  }
  To.Accesses.push_back(std::move(Written));
  addIssued(In, Access, To, Budget);
}

void ArraySurveyor::addAccesses(const JudgedKernel &In, const VarDecl &Array,
                                ArrayInstance &To, CaseBudget &Budget) {
  for (const KernelAccess &Access : In.Kernel->Accesses)
    if (touches(Access, Array))
      addAccess(In, Access, To, Budget);
}

StringRef useText(SharedUseKind Kind) {
  switch (Kind) {
  case SharedUseKind::RegionCopy:
    return "the copy engine fills or reads it";
  case SharedUseKind::Descriptor:
    return "a matrix descriptor is made of it";
  case SharedUseKind::Barrier:
    return "it holds a barrier";
  case SharedUseKind::Copy:
    return "it is copied as a block of memory";
  case SharedUseKind::Call:
    return "its address goes to a function that is not followed";
  case SharedUseKind::Stored:
    return "its address is stored";
  case SharedUseKind::Distributed:
    return "other blocks of the cluster reach it";
  case SharedUseKind::Assembly:
    return "inline assembly gets its address";
  }
  return "";
}

void ArraySurveyor::blockUses(const JudgedKernel &In, const VarDecl &Array,
                              bool MakesPointers) {
  for (const SharedUse &Use : In.Kernel->Uses) {
    if (Use.Array != &Array && (Use.Array || !MakesPointers))
      continue;
    SourcePlace Where;
    if (Use.Source)
      Where = {Use.Source->File, Use.Source->Line, Use.Source->Column};
    block(Where,
          useText(Use.Kind) + (Use.What.empty() ? "" : " (" + Use.What + ")"));
  }
}

/// What else \p In may do with the array.
void ArraySurveyor::blockKernel(const JudgedKernel &In, const VarDecl &Array,
                                bool MakesPointers) {
  blockUses(In, Array, MakesPointers);
  Result.Report.IsAssumed |= In.IsAssumed;
  if (In.IsAssumed)
    block(declarationPlace(Context, Array),
          "the template arguments of '" + In.Names.Name + In.Names.Arguments +
              "' are assumed");
  for (const KernelAccess &Access : In.Kernel->Accesses) {
    if (MakesPointers && Access.Arrays.empty())
      block(placeOf(Access), "this access may go to it");
    if (isDynamic(Array))
      for (const VarDecl *Other : Access.Arrays)
        if (Other != &Array && isDynamic(*Other))
          block(declarationPlace(Context, *Other),
                "'" + Other->getNameAsString() + "' is the same memory");
  }
}

void ArraySurveyor::assumeShapes(const JudgedKernel &In, const VarDecl &Array,
                                 uint64_t Bytes, CaseBudget &Budget) {
  for (const auto &Launch : In.Launches) {
    auto Shape = assumedShape(In, *Launch, Array, Bytes, Budget);
    if (!Shape)
      continue;
    AssumedShapes[&*Launch] = *Shape;
    Result.Report.AssumedBlock = std::to_string(*Shape->X) + " x " +
                                 std::to_string(*Shape->Y) + " x " +
                                 std::to_string(*Shape->Z);
  }
}

void ArraySurveyor::surveyInstance(const VarDecl &Array, CaseBudget &Budget) {
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
    assumeShapes(K, Array, Shape->bytes(), Budget);
    addAccesses(K, Array, Instance, Budget);
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
ArraySurveyor::survey(ArrayRef<const VarDecl *> Instances, SourceUses &Uses,
                      CaseBudget &Budget) {
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
    surveyInstance(*Array, Budget);
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
std::map<unsigned, std::vector<const VarDecl *>>
arraysByPlace(ASTContext &Context, const std::vector<JudgedKernel> &Kernels) {
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
    for (const KernelAccess &A : K.Kernel->Accesses)
      for (const VarDecl *V : A.Arrays)
        Add(V);
    for (const SharedUse &U : K.Kernel->Uses)
      Add(U.Array);
  }
  return Found;
}

} // namespace

RemedySurvey surveyArrays(DeviceUnit &Unit,
                          const std::vector<JudgedKernel> &Kernels,
                          const AnalysisOptions &Options,
                          const FileReport &Report,
                          const SurveyRequest &Request) {
  RemedySurvey All;
  ASTContext &Context = Unit.ast();
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
  for (const auto &[Offset, Instances] : arraysByPlace(Context, Kernels)) {
    bool IsWanted = is_contained(Request.Offsets, Offset);
    bool Conflicts =
        Conflicting.count(declarationPlace(Context, *Instances.front()));
    if (!IsWanted && (Request.OnlyThese || !Conflicts))
      continue;
    if (!Uses)
      Uses = std::make_unique<SourceUses>(Context);
    ArraySurveyor Surveyor(Context, Kernels, Options, Report);
    if (auto Survey = Surveyor.survey(Instances, *Uses, Budget))
      All.Arrays.push_back(std::move(*Survey));
  }
  return All;
}

} // namespace warplint
