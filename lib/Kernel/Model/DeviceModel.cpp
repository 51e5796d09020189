//===- DeviceModel.cpp - From a parsed unit to its kernels' accesses ------===//

#include "AccessCollector.h"
#include "Barriers.h"
#include "Branches.h"
#include "Kernel/Issue/Fusion.h"
#include "Kernel/Simplify/Pipeline.h"
#include "Kernel/Source/VariableNames.h"
#include "Kernel/Symbolic/ExprBuilder.h"
#include "LayoutUses.h"
#include "warplint/Kernel/KernelModel.h"
#include "warplint/Kernel/SourceIndex.h"
#include "warplint/Kernel/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace warplint {
namespace {

/// The function analyses of one kernel, alive together.
struct Analyses {
  explicit Analyses(Function &F)
      : Names(F.getParent()->getTargetTriple()), Library(Names), DT(F), PDT(F),
        LI(DT), Assumptions(F), SE(F, Library, Assumptions, DT, LI) {}
  KernelAnalyses view() { return {DT, PDT, LI, SE}; }

  TargetLibraryInfoImpl Names;
  TargetLibraryInfo Library;
  DominatorTree DT;
  PostDominatorTree PDT;
  LoopInfo LI;
  AssumptionCache Assumptions;
  ScalarEvolution SE;
};

} // namespace

static std::string arrayName(DeviceUnit &Unit, const GlobalVariable &G) {
  if (const auto *D =
          dyn_cast_or_null<clang::NamedDecl>(Unit.declOf(G.getName())))
    return D->getNameAsString();
  return G.getName().str();
}

std::string KernelModel::name() const {
  return Declaration ? qualifiedName(*Declaration) : MangledName;
}

static KernelModel readKernel(DeviceUnit &Unit, AccessTags &Tags,
                              SourceIndex &Index, const StringSet<> &Variables,
                              const Needs &Wanted, Function &F) {
  KernelModel Kernel;
  Kernel.MangledName = F.getName().str();
  Kernel.Declaration =
      dyn_cast_or_null<clang::FunctionDecl>(Unit.declOf(F.getName()));
  Kernel.Context = std::make_unique<LaneContext>();
  Analyses A(F);
  SourceNames Names;
  Names.Array = [&](const GlobalVariable &G) { return arrayName(Unit, G); };
  // A value that a header of the toolkit loads (__ldg, __shfl_sync) is known to
  // the user by the call.
  const clang::SourceManager &SM = Unit.ast().getSourceManager();
  auto TextAt = [&](const clang::FunctionDecl *In, AccessQuery Query) {
    std::optional<AccessPlace> Place;
    if (In && !SM.isInSystemHeader(In->getLocation()))
      Place = Index.find(In, Query);
    return Place ? Place->Text : std::string();
  };
  Names.Load = [&, TextAt](const Instruction &I) -> std::string {
    const SourceAccess *Source = Tags.sourceOf(I);
    if (!Source)
      return {};
    AccessQuery Query;
    Query.Line = Source->Line;
    Query.Column = Source->Column;
    Query.Verb = Source->Verb;
    Query.Ordinal = Source->Ordinal;
    std::string Text = TextAt(Source->Function, Query);
    for (const CallFrame &Frame : Tags.callChainOf(I)) {
      if (!Text.empty())
        break;
      Query.Line = Frame.Line;
      Query.Column = Frame.Column;
      Query.Ordinal = 0;
      Text = TextAt(Frame.Caller, Query);
    }
    return Text;
  };
  Names.IsVariable = [&](StringRef Name) { return Variables.contains(Name); };
  ExprBuilder Exprs(F, A.view(), *Kernel.Context, std::move(Names));
  PointerAnalysis Pointers(F);
  Placement Places(F, A.view(), Tags, Exprs, *Kernel.Context);
  AccessCollector Collector(F, Unit, Tags, Exprs, Pointers, Places, Kernel);
  if (Wanted.Spaces.contains(MemorySpace::Shared)) {
    Collector.collectShared();
    findSharedUses(F, Unit, Tags, Kernel);
    findIssuedRequests(F, A.view(), Exprs, Kernel, Collector.origins());
  }
  if (!Wanted.Spaces.isOnly(MemorySpace::Shared))
    Collector.collectOthers(Wanted.Spaces, A.view());
  std::vector<const Instruction *> BarrierCalls;
  if (Wanted.Barriers)
    BarrierCalls = collectBarriers(Tags, Exprs, Places, Kernel);
  if (Wanted.Branches) {
    Branches All(A.view(), Tags, Exprs, Places, Kernel);
    for (auto [Access, I] : zip(Kernel.Accesses, Collector.origins()))
      Access.Branches = All.around(I->getParent());
    for (auto [Barrier, I] : zip(Kernel.Barriers, BarrierCalls))
      Barrier.Branches = All.around(I->getParent());
  }
  return Kernel;
}

DeviceModel buildDeviceModel(DeviceUnit &Unit, SourceIndex &Index,
                             const Needs &Wanted) {
  return buildDeviceModel(Unit, Index, ToolkitKernels::LeftOut, Wanted);
}

DeviceModel buildDeviceModel(DeviceUnit &Unit, SourceIndex &Index,
                             ToolkitKernels OfToolkit, const Needs &Wanted) {
  DeviceModel Model;
  AccessTags Tags(Unit, Model);
  runPipeline(
      Unit, Model, Tags,
      [&](const clang::FunctionDecl *F, unsigned Line, unsigned Column,
          uint64_t Size) -> unsigned {
        if (auto Copy = Index.recordCopyAt(F, Line, Column, Size))
          return Copy->AlignBytes;
        return 0;
      },
      OfToolkit);
  StringSet<> Variables = variableNames(Unit.ast());
  for (Function &F : Unit.module())
    if (F.getCallingConv() == CallingConv::PTX_Kernel && !F.isDeclaration())
      Model.Kernels.push_back(
          readKernel(Unit, Tags, Index, Variables, Wanted, F));
  return Model;
}

} // namespace warplint
