//===- KernelLaunches.cpp - Under which launches a kernel is judged -------===//

#include "KernelLaunches.h"
#include "Kernel/Source/SourceFiles.h"
#include "KernelSymbols.h"
#include "warplint/Basic/BlobStore.h"
#include "warplint/Kernel/ProjectLaunches.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Messages/Accesses.h"
#include "warplint/Support/Archive.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <set>

using namespace clang;
using llvm::StringRef;

namespace warplint {

KernelLaunches::KernelLaunches(DeviceUnit &Unit, const AnalysisOptions &Options)
    : Unit(Unit), Context(Unit.ast()), Options(Options),
      Launches(collectLaunches(Context, Unit.ErrorPlaces)), Comments(Context) {
  Comments.read(Context.getSourceManager().getMainFileID());
}

void KernelLaunches::addError(const SourcePlace &Where,
                              const llvm::Twine &Message) {
  Finding F;
  F.Check = AnnotationCheck;
  F.Level = Severity::Error;
  F.Where = Where;
  F.Message = Message.str();
  // Every instantiation of a template meets the same one.
  if (llvm::none_of(Errors, [&](const Finding &Known) {
        return Known.Where == F.Where && Known.Message == F.Message;
      }))
    Errors.push_back(std::move(F));
}

std::vector<Finding> KernelLaunches::takeErrors() {
  std::vector<Finding> All = Comments.takeErrors();
  llvm::append_range(All, Errors);
  Errors.clear();
  return All;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Whether an option that names \p Wanted is about the kernel; "" is about all.
static bool isAbout(StringRef Wanted, const KernelNames &Names) {
  return Wanted.empty() || Wanted == Names.Name ||
         Wanted == Names.Name + Names.Arguments;
}

/// What \p Said has of the kernel: of its instance, its name, or all kernels.
template <typename Value>
static std::optional<Value> saidOf(const std::map<std::string, Value> &Said,
                                   const KernelNames &Names) {
  for (const std::string &Name :
       {Names.Name + Names.Arguments, Names.Name, std::string()})
    if (auto It = Said.find(Name); It != Said.end())
      return It->second;
  return std::nullopt;
}

/// __launch_bounds__ rules out blocks with more threads: such a launch fails.
static void dropTooLarge(std::vector<LaunchRecord> &Records,
                         const FunctionDecl &Kernel) {
  std::optional<unsigned> Maximum = maximumThreads(Kernel);
  if (!Maximum)
    return;
  llvm::erase_if(Records, [&](const LaunchRecord &R) {
    return uint64_t(R.Shape.X.value_or(1)) * R.Shape.Y.value_or(1) *
               R.Shape.Z.value_or(1) >
           *Maximum;
  });
}

namespace {

/// The bodies of functions that the device alone runs.
class DeviceBodies : public DynamicRecursiveASTVisitor {
public:
  explicit DeviceBodies(ASTContext &Context) : SM(Context.getSourceManager()) {
    for (Decl *D : Context.getTranslationUnitDecl()->decls())
      if (D->getLocation().isValid() && !SM.isInSystemHeader(D->getLocation()))
        TraverseDecl(D);
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    const bool IsOfDevice =
        (F->hasAttr<CUDAGlobalAttr>() || F->hasAttr<CUDADeviceAttr>()) &&
        !F->hasAttr<CUDAHostAttr>() && !F->isConstexpr();
    if (!IsOfDevice || !F->doesThisDeclarationHaveABody() ||
        F->getDeclaredReturnType()->getContainedDeducedType())
      return true;
    const SourceRange Range = F->getBody()->getSourceRange();
    if (Range.getBegin().isFileID() && Range.getEnd().isFileID())
      Of[SM.getFileID(Range.getBegin())].insert(
          {SM.getFileOffset(Range.getBegin()),
           SM.getFileOffset(Range.getEnd())});
    return true;
  }

  /// All of \p File's text, but for them. One with directives may have
  /// something for the host.
  void appendOther(FileID File, std::string &To) {
    const StringRef Text = SM.getBufferData(File);
    size_t Begin = 0;
    for (auto [First, Last] : Of[File]) {
      if (First < Begin || Last < First ||
          Text.slice(First, Last).contains('#'))
        continue;
      To += Text.slice(Begin, First);
      Begin = Last;
    }
    To += Text.substr(Begin);
  }

private:
  const SourceManager &SM;
  std::map<FileID, std::set<std::pair<unsigned, unsigned>>> Of;
};

} // namespace

/// The question what launches the host side has: what of the user's files it is
/// compiled from, which edits of anything else leave as it is.
static std::string hostSideQuestion(ASTContext &Context) {
  DeviceBodies Bodies(Context);
  std::string Text = HostSideQuestion.str();
  for (FileID File : userFiles(Context.getSourceManager()))
    Bodies.appendOther(File, Text);
  return Text;
}

/// The launches of the file as its host side is compiled; null where that has
/// errors.
const UnitLaunches *KernelLaunches::compiled() {
  if (!Compiled) {
    const std::string Question =
        Options.Proofs ? hostSideQuestion(Context) : "";
    if (Options.Proofs)
      if (std::optional<StringRef> Known = Options.Proofs->find(Question))
        Compiled = readValue<UnitLaunches>(*Known);
    if (Compiled)
      return Compiled->IsCompiled ? &*Compiled : nullptr;
    Compiled.emplace();
    if (std::unique_ptr<HostUnit> Host =
            Unit.ParseHost ? Unit.ParseHost() : nullptr)
      Compiled = launchesIn(*Host, [&](const FunctionDecl &F) {
        return Options.Elsewhere && Options.Elsewhere->isClosed(F);
      });
    std::string Bytes;
    writeValue(Bytes, *Compiled);
    if (Options.Proofs)
      Options.Proofs->keep(Question, std::move(Bytes));
  }
  return Compiled->IsCompiled ? &*Compiled : nullptr;
}

/// Parameter number \p N is one whose value a launch may tell: no pointer.
static bool isNumber(const FunctionDecl &Kernel, unsigned N) {
  return N < Kernel.getNumParams() &&
         !Kernel.getParamDecl(N)->getType()->isPointerType();
}

/// Whether \p Records, which the text has of \p Kernel's launches, are all that
/// there are, and have all that its addresses depend on.
bool KernelLaunches::isSpelledOut(const KernelModel &Kernel,
                                  llvm::ArrayRef<LaunchRecord> Records) const {
  if (Launches.isOfDevice() || Launches.escapes(*Kernel.Declaration) ||
      !Launches.unresolved().empty())
    return false;
  for (const LaunchRecord &R : Records) {
    if (!R.Shape.isKnown() || !R.DynamicSharedBytes)
      return false;
    for (unsigned I = 0; I != Kernel.Context->numSymbols(); ++I) {
      const UniformSymbol &S = Kernel.Context->symbolAt(I);
      if ((S.Kind == SymbolKind::GridDim || S.Kind == SymbolKind::BlockIdx) &&
          !R.Grid.isKnown())
        return false;
      if (S.Kind == SymbolKind::Parameter &&
          isNumber(*Kernel.Declaration, S.Parameter.value_or(0)) &&
          llvm::none_of(R.Arguments, [&](const LaunchArgument &A) {
            return A.Parameter == S.Parameter && A.Path.empty();
          }))
        return false;
    }
  }
  return true;
}

std::vector<LaunchRecord>
KernelLaunches::launchesOf(const KernelModel &Kernel) {
  const FunctionDecl &Function = *Kernel.Declaration;
  std::vector<LaunchRecord> Written = Launches.of(&Function).vec();
  if (Written.empty())
    Written = Launches.byTemplate(&Function).vec();
  std::vector<LaunchRecord> Records = Written;
  const UnitLaunches *Host =
      isSpelledOut(Kernel, Written) ? nullptr : compiled();
  if (Host)
    if (auto Found = Host->of(identityOf(Function)); !Found.empty())
      Records = std::move(Found);
  if (!Host && Launches.escapes(Function))
    llvm::append_range(Records, Launches.unresolved());
  if (Function.getDeclName().isIdentifier())
    llvm::append_range(Records, Launches.lostOf(Function.getName()));
  if (Options.Elsewhere)
    llvm::append_range(Records, Options.Elsewhere->of(Function));
  return Records;
}

std::vector<LaunchRecord> KernelLaunches::records(const KernelModel &Kernel,
                                                  const KernelNames &Names,
                                                  const Annotation *Annotated) {
  if (std::optional<LaunchShape> Shape = saidOf(Options.Blocks, Names))
    return {{*Shape, "option", {}}};
  std::vector<LaunchRecord> Records;
  if (Annotated)
    for (const AnnotatedBlock &Block : Annotated->Blocks)
      Records.push_back({Block.Shape, "annotation", Block.Where});
  if (!Records.empty())
    return Records;
  if (const FunctionDecl *Function = Kernel.Declaration) {
    if (std::optional<LaunchRecord> Required = requiredBlock(*Function))
      return {*Required};
    // What is no kernel is launched nowhere.
    if (Function->hasAttr<CUDAGlobalAttr>())
      Records = launchesOf(Kernel);
    dropTooLarge(Records, *Function);
  }
  if (!Records.empty())
    return Records;
  LaunchRecord Assumed;
  Assumed.Source = "assumed";
  if (Kernel.Declaration)
    Assumed.Where = declarationPlace(Context, *Kernel.Declaration);
  return {Assumed};
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// What the user promises of the kernel: of one name by the option for this
/// kernel, else by that for all kernels, else by the annotation.
std::vector<Assumption> KernelLaunches::promises(const KernelModel &Kernel,
                                                 const KernelNames &Names,
                                                 const Annotation *Annotated) {
  std::vector<Assumption> Found;
  std::set<std::string> Settled;
  auto AddOptions = [&](bool Specific) {
    std::set<std::string> Here;
    for (const KernelAssumption &Option : Options.Assumptions)
      if (Option.Kernel.empty() != Specific && isAbout(Option.Kernel, Names) &&
          !Settled.contains(Option.Promise.Name) &&
          !promiseProblem(Kernel, Names, Option.Promise)) {
        Found.push_back(Option.Promise);
        Here.insert(Option.Promise.Name);
      }
    Settled.insert(Here.begin(), Here.end());
  };
  AddOptions(true);
  AddOptions(false);
  if (!Annotated)
    return Found;
  for (const Assumption &Promise : Annotated->Assumptions) {
    if (std::optional<std::string> Why = promiseProblem(Kernel, Names, Promise))
      addError(Promise.Where, *Why);
    else if (!Settled.contains(Promise.Name))
      Found.push_back(Promise);
  }
  return Found;
}

/// What C makes of a condition on an unsigned value. Values of 2^31 and more
/// read as negative here: bounds there are not kept.
static SymbolValues forUnsigned(SymbolValues Values) {
  if (Values.Least && Values.Least == Values.Most)
    return Values;
  if (Values.Most && *Values.Most > INT32_MAX)
    Values.Most.reset();
  if (Values.Least && (*Values.Least > INT32_MAX || *Values.Least < 0))
    Values.Least.reset();
  if (Values.Most)
    Values.Least = std::max<int64_t>(0, Values.Least.value_or(0));
  return Values;
}

void KernelLaunches::addPromise(LaunchCase &Case, const KernelModel &Kernel,
                                const Assumption &Promise,
                                std::map<unsigned, SymbolValues> &Values) {
  std::optional<ParameterPart> Part = partNamed(Kernel, Promise.Name);
  SymbolValues Promised = Promise.Values;
  if (Part && Part->Type->isUnsignedIntegerOrEnumerationType())
    Promised = forUnsigned(Promised);
  auto Add = [&](StringRef Name, const SymbolValues &Restriction) {
    for (unsigned Symbol : symbolsNamed(Kernel, Name)) {
      auto [It, New] = Values.try_emplace(Symbol, Restriction);
      if (!New) {
        std::optional<SymbolValues> Both = It->second.with(Restriction);
        if (!Both)
          return addError(Promise.Where, "no value of '" + Promise.Name +
                                             "' satisfies all conditions");
        It->second = *Both;
      }
      Case.Sources[Symbol].Promises.push_back(
          {Promise.Where,
           messages::AssumingFrom(Promise.Text, Promise.Option.empty()
                                                    ? "this comment"
                                                    : Promise.Option)});
    }
  };
  Add(Promise.Name, Promised);
  StringRef Axis = Promise.Name;
  if (Axis.consume_front("gridDim") && Promised.Most)
    Add(("blockIdx" + Axis).str(), {{}, *Promised.Most - 1});
}

/// The constants that the launch passes, for symbols of which nothing is known
/// otherwise.
void KernelLaunches::addConstants(LaunchCase &Case, const KernelModel &Kernel,
                                  std::map<unsigned, SymbolValues> &Values) {
  auto Add = [&](llvm::ArrayRef<unsigned> Symbols,
                 const SymbolValues &Restriction, const std::string &Text) {
    for (unsigned Symbol : Symbols)
      if (Values.try_emplace(Symbol, Restriction).second)
        Case.Sources[Symbol].Value = Text;
  };
  const LaunchShape &Grid = Case.Record.Grid;
  const std::optional<unsigned> Blocks[] = {Grid.X, Grid.Y, Grid.Z};
  for (auto [Count, Axis] : llvm::zip(Blocks, AxisNames)) {
    if (!Count)
      continue;
    std::string Name = std::string("gridDim") + Axis;
    std::string Text = Name + " = " + std::to_string(*Count);
    Add(symbolsNamed(Kernel, Name), SymbolValues::exactly(*Count), Text);
    Add(symbolsNamed(Kernel, (StringRef("blockIdx") + Axis).str()),
        {0, int64_t(*Count) - 1}, Text);
  }
  const FunctionDecl *Function = definitionOf(Kernel);
  for (const LaunchArgument &Argument : Case.Record.Arguments) {
    if (!Function || Argument.Parameter >= Function->getNumParams())
      continue;
    std::string Name =
        Function->getParamDecl(Argument.Parameter)->getNameAsString() +
        Argument.Path;
    if (auto Part = partOf(*Function, Argument.Parameter,
                           StringRef(Argument.Path).ltrim('.')))
      Add(symbolsWhere(
              Kernel,
              [&](const UniformSymbol &S) { return isSymbolOf(S, *Part); }),
          SymbolValues::exactly(Argument.Value),
          Name + " = " + std::to_string(Argument.Value));
  }
}

void KernelLaunches::apply(LaunchCase &Case, const KernelModel &Kernel,
                           const std::vector<Assumption> &Promises) {
  std::map<unsigned, SymbolValues> Values;
  for (const Assumption &Promise : Promises)
    addPromise(Case, Kernel, Promise, Values);
  addConstants(Case, Kernel, Values);
  for (const auto &[Symbol, Restriction] : Values) {
    if (Case.Known.restrict(Symbol, Restriction))
      continue;
    LaunchCase::Source Source = Case.Sources[Symbol];
    Case.Sources.erase(Symbol);
    if (!Source.Promises.empty())
      addError(Source.Promises.front().Where,
               "no value of '" + Kernel.Context->symbolAt(Symbol).Name +
                   "' satisfies all conditions");
  }
}

std::vector<std::unique_ptr<LaunchCase>>
KernelLaunches::of(const KernelModel &Kernel, const KernelNames &Names) {
  const Annotation *Annotated =
      Kernel.Declaration ? Comments.of(*Kernel.Declaration) : nullptr;
  if (Annotated && !Kernel.Declaration->getTemplateInstantiationPattern())
    for (const AnnotatedInstance &I : Annotated->Instances)
      addError(I.Where, "kernel '" + Names.Name +
                            "' is not a template and cannot be instantiated");
  std::vector<Assumption> Promises = promises(Kernel, Names, Annotated);
  std::optional<uint64_t> Bytes = saidOf(Options.DynamicShared, Names);
  if (!Bytes && Annotated)
    Bytes = Annotated->DynamicShared;
  std::vector<std::unique_ptr<LaunchCase>> Cases;
  for (LaunchRecord &Record : records(Kernel, Names, Annotated)) {
    if (Bytes)
      Record.DynamicSharedBytes = Bytes;
    for (const Assumption &Promise : Promises)
      if (Promise.Name == DynamicSharedName)
        Record.DynamicSharedMultiple =
            std::lcm(Record.DynamicSharedMultiple, Promise.Values.Modulus);
    Cases.push_back(
        std::make_unique<LaunchCase>(std::move(Record), *Kernel.Context));
    apply(*Cases.back(), Kernel, Promises);
  }
  return Cases;
}

} // namespace warplint
