//===- KernelLaunches.cpp - Under which launches a kernel is judged -------===//

#include "KernelLaunches.h"
#include "KernelSymbols.h"
#include "warplint/Messages/Accesses.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <set>

using llvm::StringRef;

namespace warplint {

KernelLaunches::KernelLaunches(SourceView &View, const AnalysisOptions &Options)
    : View(View), Options(Options),
      Launches(View.clang(), Options.Elsewhere, Options.Hosts,
               Options.MayCompileHost),
      Comments(View.clang()) {}

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

/// __launch_bounds__ rules out blocks of more threads than \p Maximum: such a launch
/// fails.
static void limitThreads(std::vector<LaunchRecord> &Records,
                         std::optional<unsigned> Maximum) {
  if (!Maximum)
    return;
  llvm::erase_if(Records, [&](const LaunchRecord &R) {
    return uint64_t(R.Shape.X.value_or(1)) * R.Shape.Y.value_or(1) *
               R.Shape.Z.value_or(1) >
           *Maximum;
  });
  for (LaunchRecord &R : Records)
    R.MostThreads = Maximum;
}

/// The block of a kernel that nobody launches: whole warps along x. Where at most one
/// fits, there is no other such block; where none does, one row of all threads.
static LaunchRecord assumedFor(const KernelModel &Kernel,
                               std::optional<unsigned> MostThreads) {
  LaunchRecord Assumed;
  Assumed.Source = LaunchSource::Assumed;
  Assumed.MostThreads = MostThreads;
  if (Kernel.Declaration)
    Assumed.Where = Kernel.Declaration->Declared;
  if (MostThreads && *MostThreads < 2 * WarpSize)
    Assumed.Shape = {std::min(*MostThreads, WarpSize), 1, 1};
  return Assumed;
}

std::vector<LaunchRecord> KernelLaunches::records(const KernelModel &Kernel,
                                                  const KernelNames &Names,
                                                  const Annotation *Annotated) {
  if (std::optional<LaunchShape> Shape = saidOf(Options.Blocks, Names))
    return {{*Shape, LaunchSource::Option, {}}};
  std::vector<LaunchRecord> Records;
  if (Annotated)
    for (const AnnotatedBlock &Block : Annotated->Blocks)
      Records.push_back({Block.Shape, LaunchSource::Annotation, Block.Where});
  if (!Records.empty())
    return Records;
  std::optional<unsigned> MostThreads;
  if (const SourceFunction *Function = Kernel.Declaration) {
    const BlockBounds Bounds = View.boundsOf(*Function);
    MostThreads = Bounds.MostThreads;
    if (auto It = Options.Launches.find(Names.Name);
        It != Options.Launches.end())
      Records = It->second;
    if (Bounds.Required) {
      LaunchRecord Only = *Bounds.Required;
      if (Only.IsOpen && !Records.empty())
        return Records;
      if (Records.size() == 1)
        Only.DynamicSharedBytes = Records.front().DynamicSharedBytes;
      return {Only};
    }
    // What is no kernel is launched nowhere.
    if (Function->IsKernel)
      llvm::append_range(Records, Launches.of(Kernel));
    limitThreads(Records, MostThreads);
  }
  if (!Records.empty())
    return Records;
  return {assumedFor(Kernel, MostThreads)};
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
          !promiseProblem(View, Kernel, Names, Option.Promise)) {
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
    if (std::optional<std::string> Why =
            promiseProblem(View, Kernel, Names, Promise))
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
  std::optional<ParameterPart> Part = partNamed(View, Kernel, Promise.Name);
  SymbolValues Promised = Promise.Values;
  if (Part && Part->Type == ParameterPart::Kind::Unsigned)
    Promised = forUnsigned(Promised);
  auto Add = [&](StringRef Name, const SymbolValues &Restriction) {
    for (unsigned Symbol : symbolsNamed(View, Kernel, Name)) {
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
    Add(symbolsNamed(View, Kernel, Name), SymbolValues::exactly(*Count), Text);
    Add(symbolsNamed(View, Kernel, (StringRef("blockIdx") + Axis).str()),
        {0, int64_t(*Count) - 1}, Text);
  }
  for (const LaunchArgument &Argument : Case.Record.Arguments)
    if (auto Part = Kernel.Declaration
                        ? View.partOf(*Kernel.Declaration, Argument.Parameter,
                                      StringRef(Argument.Path).ltrim('.'))
                        : std::nullopt)
      Add(symbolsWhere(
              Kernel,
              [&](const UniformSymbol &S) { return isSymbolOf(S, *Part); }),
          SymbolValues::exactly(Argument.Value),
          Part->Name + " = " + std::to_string(Argument.Value));
}

/// gridDim.x == (n + 127) / 128, as symbols of \p Kernel; null if nothing is known.
static const LaneExpr *gridIs(const GridCount &Grid, SourceView &View,
                              const KernelModel &Kernel) {
  auto Part = Grid.Parameter && Kernel.Declaration
                  ? View.partOf(*Kernel.Declaration, *Grid.Parameter,
                                StringRef(Grid.Path).ltrim('.'))
                  : std::nullopt;
  if (!Part)
    return nullptr;
  LaneContext &C = *Kernel.Context;
  constexpr unsigned Width = 64;
  auto Wide = [&](llvm::ArrayRef<unsigned> Symbols,
                  LaneOp Extend) -> const LaneExpr * {
    if (Symbols.size() != 1)
      return nullptr;
    const LaneExpr *E = C.symbol(Symbols.front());
    return E->width() < Width ? C.cast(Extend, E, Width) : E;
  };
  const LaneExpr *Blocks =
      Wide(symbolsNamed(View, Kernel, "gridDim.x"), LaneOp::ZExt);
  const LaneExpr *Count = Wide(
      symbolsWhere(
          Kernel, [&](const UniformSymbol &S) { return isSymbolOf(S, *Part); }),
      LaneOp::SExt);
  if (!Blocks || !Count)
    return nullptr;
  auto Number = [&](int64_t N) { return C.constant(uint64_t(N), Width); };
  Count = C.binary(LaneOp::Add, Count, Number(Grid.Plus));
  Count = C.binary(LaneOp::SDiv, Count, Number(Grid.Divisor));
  if (Grid.Most)
    Count = C.select(C.binary(LaneOp::CmpSLt, Count, Number(*Grid.Most)), Count,
                     Number(*Grid.Most));
  return C.binary(LaneOp::CmpEq, Blocks, Count);
}

std::pair<bool, const LaneExpr *>
KernelLaunches::gridOf(const KernelModel &Kernel, const LaunchCase &Case) {
  const GridCount Grid = Launches.gridAt(Case.Record.Where);
  const LaneExpr *Is = gridIs(Grid, View, Kernel);
  return {Grid.IsFree || Is, Is};
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
  if (Annotated && Kernel.Declaration->Pattern == Kernel.Declaration)
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
