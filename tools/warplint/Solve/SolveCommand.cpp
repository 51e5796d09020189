//===- SolveCommand.cpp - warplint solve and its options ------------------===//

#include "CommandLine.h"
#include "Solve.h"
#include "warplint/Layout/AccessText.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

static constexpr StringLiteral SolveUsage =
    R"(usage: warplint solve --shape=RxC --elem=BYTES --access=FORMULAS... [options]

Finds layouts of a shared array for which its accesses have the fewest bank
conflicts.

options:
  --shape=AxBxC      extents of the array, the last one varying fastest: 32x32
  --elem=BYTES       bytes of an element: 1, 2, 4 (the default), 8, 16
  --access=FORMULAS  one access; may be given several times
                       'row=lane/8, col=lane%8'
                       'store 16: row=lane/8, col=lane%8*4'
                       'ldmatrix.x4: row=lane%16, col=lane/16*8'
                       'load for k<32: row=k, col=lane'
                       'i=lane*33, active=lane<16, times=100'
  --block=XxYxZ      threads of the block, for tx, ty, tz and warp in formulas;
                     one warp without it
  --banks=N          4, 8, 16 or 32 (the default); a warp has as many lanes
  --name=NAME        what the array is called in the answer
  --top=N            how many layouts to print (4)
  --map              the banks of the first one, however many rows there are
  --cute             only what cute::Swizzle accepts
  --tma              the copy engine fills the array: only its swizzle modes
  --lane-order       the lanes may be dealt out anew, too
  --arch=sm_NN       the device whose limits of shared memory count (sm_90)
  --other-bytes=N    shared memory that the block uses beside the array
  --max-bytes=N      the most that the array may take
  --dynamic          the array's size is given at launch
  --format=json      print one JSON document instead of text
  --help             print this text

exit code: 0 when the array as declared or the first layout is proven optimal,
1 when that is not known, 2 for an error
)";

namespace {

Error noValue(StringRef Name, StringRef Value, const Twine &Expected) {
  return createStringError(Name + "=" + Value + ": expected " + Expected);
}

/// "32x8" as numbers above 0, at least one and at most \p Most.
bool parseExtents(StringRef Text, size_t Most, std::vector<uint64_t> &Extents) {
  for (StringRef Item : split(Text, 'x')) {
    uint64_t Extent = 0;
    if (Item.getAsInteger(10, Extent) || Extent == 0)
      return false;
    Extents.push_back(Extent);
  }
  return Extents.size() <= Most;
}

class SolveOptionReader {
public:
  Expected<SolveOptions> read(ArrayRef<const char *> Arguments) {
    while (!Arguments.empty()) {
      StringRef Word = Arguments.consume_front();
      if (setFlag(Word))
        continue;
      auto [Name, Value] = Word.split('=');
      if (!Name.starts_with("--"))
        return createStringError("unexpected '" + Word +
                                 "'; see warplint solve --help");
      if (!Word.contains('=') && !Arguments.empty())
        Value = Arguments.consume_front();
      if (Error E = setOption(Name, Value))
        return E;
    }
    if (Options.Help)
      return Options;
    if (Options.Problem.Array.Extents.empty())
      return createStringError("--shape is missing; see --help");
    if (Accesses.empty())
      return createStringError("--access is missing; see --help");
    // What is wrong with the array would only confuse messages on accesses.
    if (Error E = check(Options.Problem))
      return E;
    if (Error E = addAccesses())
      return E;
    if (Error E = check(Options.Problem))
      return E;
    return Options;
  }

private:
  SolveOptions Options;
  AccessContext Context;
  std::vector<std::string> Accesses;
  bool LanesMayMove = false;

  bool setFlag(StringRef Word) {
    if (Word == "--help" || Word == "-h")
      Options.Help = true;
    else if (Word == "--map")
      Options.ShowsMap = true;
    else if (Word == "--cute")
      Options.Problem.IsForCute = true;
    else if (Word == "--tma")
      Options.Problem.Fill = ArrayFill::TensorCopy;
    else if (Word == "--lane-order")
      LanesMayMove = true;
    else if (Word == "--dynamic")
      Options.Problem.Budget.IsStatic = false;
    else
      return false;
    return true;
  }

  Error setOption(StringRef Name, StringRef Value) {
    ArrayProblem &Problem = Options.Problem;
    auto Number = [&](auto &Into, const char *Expected) {
      return Value.getAsInteger(10, Into) ? noValue(Name, Value, Expected)
                                          : Error::success();
    };
    if (Name == "--access") {
      Accesses.push_back(Value.str());
    } else if (Name == "--name") {
      Options.Name = Value.str();
    } else if (Name == "--shape") {
      Problem.Array.Extents.clear();
      if (!parseExtents(Value, 8, Problem.Array.Extents))
        return noValue(Name, Value, "extents such as 32x32");
    } else if (Name == "--block") {
      std::vector<uint64_t> Block;
      if (!parseExtents(Value, 3, Block))
        return noValue(Name, Value, "threads such as 32x8");
      Block.resize(3, 1);
      if (any_of(Block, [](uint64_t N) { return N > MaxBlockThreads; }) ||
          Block[0] * Block[1] * Block[2] > MaxBlockThreads)
        return noValue(Name, Value, "at most 1024 threads");
      for (unsigned D = 0; D < 3; ++D)
        Context.Block[D] = Block[D];
      Problem.Budget.ThreadsPerBlock = Block[0] * Block[1] * Block[2];
    } else if (Name == "--elem") {
      return Number(Problem.Array.ElementBytes, "a number of bytes");
    } else if (Name == "--banks") {
      return Number(Problem.Banks, "4, 8, 16 or 32");
    } else if (Name == "--top") {
      if (Value.getAsInteger(10, Options.Top) || Options.Top == 0)
        return noValue(Name, Value, "a number above 0");
    } else if (Name == "--other-bytes") {
      return Number(Problem.Budget.OtherBytes, "a number of bytes");
    } else if (Name == "--max-bytes") {
      return Number(Problem.Budget.MostBytes.emplace(), "a number of bytes");
    } else if (Name == "--arch") {
      std::optional<Target> On = lookupTarget(Value.str());
      if (!On)
        return noValue(Name, Value, "an architecture such as sm_90");
      Problem.Budget.On = *On;
    } else if (Name == "--format") {
      if (Value != "text" && Value != "json")
        return noValue(Name, Value, "text or json");
      Options.Json = Value == "json";
    } else {
      return createStringError("unknown option '" + Name +
                               "'; see warplint solve --help");
    }
    return Error::success();
  }

  /// Once the shape and the number of lanes are known.
  Error addAccesses() {
    Context.Array = Options.Problem.Array;
    Context.Lanes = Options.Problem.Banks;
    for (const std::string &Text : Accesses) {
      Expected<ArrayAccess> Access = parseAccess(Text, Context);
      if (!Access)
        return createStringError("--access: " + toString(Access.takeError()));
      Access->LanesMayMove = LanesMayMove;
      Options.Problem.Accesses.push_back(std::move(*Access));
    }
    return Error::success();
  }
};

} // namespace

Expected<SolveOptions> readSolveOptions(ArrayRef<const char *> Arguments) {
  return SolveOptionReader().read(Arguments);
}

static constexpr int Optimal = 0, NotProven = 1;

static int report(Error E) {
  errs() << "warplint solve: error: " << toString(std::move(E)) << '\n';
  return Failed;
}

int runSolveCommand(ArrayRef<const char *> Arguments) {
  Expected<SolveOptions> Options = readSolveOptions(Arguments);
  if (!Options)
    return report(Options.takeError());
  if (Options->Help) {
    outs() << SolveUsage;
    return finishOutput("warplint solve", Optimal);
  }
  Expected<RemedyRanking> Ranking = findRemedies(Options->Problem);
  if (!Ranking)
    return report(Ranking.takeError());
  if (Options->Json)
    printSolveJson(outs(), *Options, *Ranking);
  else
    printSolveText(outs(), *Options, *Ranking);
  const bool IsOptimal =
      Ranking->Remedies.empty()
          ? Ranking->Before == Ranking->Floor
          : Ranking->Remedies.front().Total <= Ranking->Floor;
  return finishOutput("warplint solve", IsOptimal ? Optimal : NotProven);
}

} // namespace warplint
