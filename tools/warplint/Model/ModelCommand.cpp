//===- ModelCommand.cpp - warplint model ----------------------------------===//

#include "CommandLine.h"
#include "ModelRows.h"
#include "warplint/Layout/IndexFormula.h"
#include "warplint/Support/JsonStream.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace warplint {

namespace {

constexpr StringLiteral ModelUsage =
    R"(usage: warplint model --instruction=NAME --offsets=OFFSETS [options]
       warplint model --instruction=wmma.NAME --pitch=N
       warplint model [--check] [FILE]

Prints what the hardware model says of a request of one warp, one JSON object a
line. Without --instruction the requests are JSON rows from FILE or standard
input.

options:
  --instruction=NAME  PTX name: ld.shared.v4.f32, ldmatrix.x4, 'cp.async.ca 8'
  --bytes=N           bytes a lane moves, where the name does not say it
  --offsets=LIST      byte offset of each lane: 0,32,64,-1,... (-1 and lanes past
                      the end are inactive), or a formula: 'lane*33*4'
  --active=MASK       active lanes as a bit mask: 0x0000ffff
  --global=MASK       lanes whose generic address leads to global memory
  --pitch=N           elements from one line of a wmma tile to the next
  --check             compare with the rows' "measured" and print differences
  --help              print this text

exit code: 0, 1 when --check found a difference, 2 for an error
)";

struct ModelOptions {
  std::optional<std::string> Instruction, Offsets, File;
  std::optional<unsigned> Pitch;
  unsigned BytesPerLane = 0;
  LaneMask Active = AllLanes, Global = 0;
  bool Check = false;
  bool Help = false;
  bool HasRequestOption = false;
};

constexpr int Success = 0, FoundDifference = 1;

} // namespace

/// An error in the row at \p Place, or with no place in the options.
static int report(StringRef Place, const Twine &Message) {
  errs() << "warplint model: error: ";
  if (!Place.empty())
    errs() << Place << ": ";
  errs() << Message << '\n';
  return Failed;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static Error setOption(ModelOptions &Options, StringRef Name, StringRef Value) {
  auto Refuse = [&](StringRef What) {
    return createStringError(Name + ": " + quoted(Value) + " is no " + What);
  };
  Options.HasRequestOption = true;
  if (Name == "--instruction") {
    Options.Instruction = Value.str();
  } else if (Name == "--offsets") {
    Options.Offsets = Value.str();
  } else if (Name == "--bytes") {
    if (Value.getAsInteger(10, Options.BytesPerLane) ||
        Options.BytesPerLane < 1 || Options.BytesPerLane > 1024)
      return Refuse("width");
  } else if (Name == "--pitch") {
    if (Value.getAsInteger(10, Options.Pitch.emplace()))
      return Refuse("number of elements");
  } else if (Value.getAsInteger(0, Name == "--global" ? Options.Global
                                                      : Options.Active)) {
    return Refuse("mask of 32 bits");
  }
  return Error::success();
}

static Error setFlagOrFile(ModelOptions &Options, StringRef Word) {
  if (Word == "--check")
    Options.Check = true;
  else if (Word == "--help" || Word == "-h")
    Options.Help = true;
  else if (Word.starts_with("-") && Word != "-")
    return createStringError("unknown option " + quoted(Word) + ", see --help");
  else if (Options.File)
    return createStringError("more than one file: " + quoted(*Options.File) +
                             " and " + quoted(Word));
  else
    Options.File = Word.str();
  return Error::success();
}

static Expected<ModelOptions> parseOptions(ArrayRef<const char *> Arguments) {
  ModelOptions Options;
  while (!Arguments.empty()) {
    StringRef Word = Arguments.consume_front();
    auto [Name, Value] = Word.split('=');
    if (!is_contained({"--instruction", "--offsets", "--bytes", "--active",
                       "--global", "--pitch"},
                      Name)) {
      if (Error E = setFlagOrFile(Options, Word))
        return E;
      continue;
    }
    if (!Word.contains('=')) {
      if (Arguments.empty())
        return createStringError(Name + " needs a value");
      Value = Arguments.consume_front();
    }
    if (Error E = setOption(Options, Name, Value))
      return E;
  }
  if (Options.Help || !Options.HasRequestOption)
    return Options;
  if (!Options.Instruction || !Options.Offsets == !Options.Pitch)
    return createStringError("a request needs --instruction and "
                             "--offsets, or --pitch for wmma");
  if (Options.File || Options.Check)
    return createStringError("a request on the command line cannot be combined "
                             "with a file or --check");
  return Options;
}

/// "0,32,-1" or a formula of the lane.
static Expected<std::vector<int64_t>> parseOffsets(StringRef Text) {
  std::vector<int64_t> Offsets;
  if (Text.contains("lane")) {
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
      Expected<int64_t> Offset = evaluateFormula(Text, {{"lane", Lane}});
      if (!Offset)
        return Offset.takeError();
      Offsets.push_back(*Offset);
    }
    return Offsets;
  }
  if (Text.trim().empty())
    return Offsets;
  for (StringRef Item : split(Text, ',')) {
    int64_t Offset = 0;
    if (Item.trim().getAsInteger(0, Offset))
      return createStringError("lane " + Twine(Offsets.size()) + ": offset " +
                               quoted(Item) + " is not a whole number");
    Offsets.push_back(Offset);
  }
  return Offsets;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

static void addCollision(JsonStream &J, const Collision &C) {
  J.add("bank", C.Bank);
  J.add("ways", C.Ways);
  J.attributeArray("lanes", [&] {
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
      if (C.Lanes >> Lane & 1)
        J.value(Lane);
  });
}

static void addCost(JsonStream &J, const WarpRequest &Request,
                    const WarpCost &Cost) {
  J.add("unit", unitName(Cost.Unit));
  J.add("predicted", Cost.Predicted);
  J.add("ideal", Cost.Ideal);
  J.add("rule", ruleName(Cost.Rule));
  if (unsigned Slots = idleSlotsOf(Request))
    J.add("slots", Slots);
  if (const auto Passes = passesInL1(Request))
    J.add("passes", *Passes);
  if (const auto Cycles = remoteCycles(Request))
    J.add("cycles", *Cycles);
}

static void printRow(const ModelRow &Row) {
  JsonStream J(outs());
  J.object([&] {
    addCost(J, Row.Request, Row.Cost);
    J.attributeArray("banks", [&] {
      for (const Collision &C : collisionsOf(Row.Request))
        J.object([&] { addCollision(J, C); });
    });
    if (Row.Global)
      J.attributeObject("global",
                        [&] { addCost(J, *Row.Global, *costOf(*Row.Global)); });
  });
  outs() << '\n';
}

/// So that the n-th line of the output belongs to the n-th row of the input.
static void printFailedRow(StringRef Message) {
  JsonStream J(outs());
  J.object([&] { J.add("error", Message); });
  outs() << '\n';
}

//===----------------------------------------------------------------------===//
// The three ways to run
//===----------------------------------------------------------------------===//

static Expected<ModelRow> rowOf(const ModelOptions &Options) {
  if (Options.Pitch)
    return makeFragmentRow(*Options.Instruction, *Options.Pitch);
  Expected<std::vector<int64_t>> Offsets = parseOffsets(*Options.Offsets);
  if (!Offsets)
    return Offsets.takeError();
  for (size_t Lane = 0; Lane < Offsets->size() && Lane < WarpSize; ++Lane)
    if (!(Options.Active >> Lane & 1))
      (*Offsets)[Lane] = -1;
  return makeRow(*Options.Instruction, Options.BytesPerLane, *Offsets,
                 Options.Global);
}

static int runRows(StringRef Text) {
  int ExitCode = Success;
  readRows(Text, [&](StringRef Place, Expected<ModelRow> Row) {
    if (Row) {
      printRow(*Row);
      return;
    }
    const std::string Message = toString(Row.takeError());
    printFailedRow(Message);
    ExitCode = report(Place, Message);
  });
  return ExitCode;
}

/// True when the prediction is what was measured; else says how they differ.
static bool checkRow(StringRef Place, const ModelRow &Row) {
  const StringRef Unit = unitName(Row.Cost.Unit);
  const StringRef MeasuredUnit = Row.Unit.empty() ? Unit : Row.Unit;
  if (MeasuredUnit == Unit && *Row.Measured == Row.Cost.Predicted)
    return true;
  errs() << "warplint model: " << Place << ": " << quoted(Row.Instruction)
         << ": ";
  if (MeasuredUnit == Unit)
    errs() << "predicted " << Row.Cost.Predicted << ", measured "
           << *Row.Measured << " (" << Unit << ")\n";
  else
    errs() << "predicted in " << Unit << ", measured in "
           << quoted(MeasuredUnit) << '\n';
  return false;
}

static int runCheck(StringRef Text) {
  unsigned Agree = 0, Differ = 0, Unmeasured = 0, Wrong = 0;
  readRows(Text, [&](StringRef Place, Expected<ModelRow> Row) {
    if (!Row) {
      ++Wrong;
      report(Place, toString(Row.takeError()));
    } else if (!Row->Measured) {
      ++Unmeasured;
    } else {
      ++(checkRow(Place, *Row) ? Agree : Differ);
    }
  });
  outs() << Agree << " agree, " << Differ << " differ, " << Unmeasured
         << " without a measured figure, " << Wrong << " not understood\n";
  if (Wrong)
    return Failed;
  if (Agree + Differ == 0)
    return report("", "there was nothing to check");
  return Differ ? FoundDifference : Success;
}

int runModelCommand(ArrayRef<const char *> Arguments) {
  Expected<ModelOptions> Options = parseOptions(Arguments);
  if (!Options)
    return report("", toString(Options.takeError()));
  if (Options->Help) {
    outs() << ModelUsage;
    return finishOutput("warplint model", Success);
  }
  if (Options->HasRequestOption) {
    Expected<ModelRow> Row = rowOf(*Options);
    if (!Row)
      return report("", toString(Row.takeError()));
    printRow(*Row);
    return finishOutput("warplint model", Success);
  }
  const std::string File = Options->File.value_or("-");
  auto Input = MemoryBuffer::getFileOrSTDIN(File);
  if (!Input)
    return report("", "cannot read '" + Twine(File) +
                          "': " + Input.getError().message());
  const StringRef Text = (*Input)->getBuffer();
  return finishOutput("warplint model",
                      Options->Check ? runCheck(Text) : runRows(Text));
}

} // namespace warplint
