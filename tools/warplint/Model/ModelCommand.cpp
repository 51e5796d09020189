//===- ModelCommand.cpp - warplint model ----------------------------------===//

#include "Commands.h"
#include "LaneFormula.h"
#include "ModelRows.h"
#include "warplint/Support/JsonStream.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint {

namespace {

constexpr llvm::StringLiteral Usage =
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
  --pitch=N           elements from one line of a wmma tile to the next
  --check             compare with the rows' "measured" and print differences
  --help              print this text

exit code: 0, 1 when --check found a difference, 2 for an error
)";

struct ModelOptions {
  std::optional<std::string> Instruction, Offsets, File;
  std::optional<unsigned> Pitch;
  unsigned BytesPerLane = 0;
  LaneMask Active = AllLanes;
  bool Check = false;
  bool Help = false;
  bool HasRequestOption = false;
};

constexpr int Success = 0, FoundDifference = 1;

} // namespace

/// An error in the row at \p Place, or with no place in the options.
static int report(llvm::StringRef Place, const llvm::Twine &Message) {
  llvm::errs() << "warplint model: error: ";
  if (!Place.empty())
    llvm::errs() << Place << ": ";
  llvm::errs() << Message << '\n';
  return Failed;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static llvm::Error setOption(ModelOptions &Options, llvm::StringRef Name,
                             llvm::StringRef Value) {
  auto Refuse = [&](llvm::StringRef What) {
    return llvm::createStringError(Name + ": " + quoted(Value) + " is no " +
                                   What);
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
  } else if (Value.getAsInteger(0, Options.Active)) {
    return Refuse("mask of 32 bits");
  }
  return llvm::Error::success();
}

static llvm::Error setFlagOrFile(ModelOptions &Options, llvm::StringRef Word) {
  if (Word == "--check")
    Options.Check = true;
  else if (Word == "--help" || Word == "-h")
    Options.Help = true;
  else if (Word.starts_with("-") && Word != "-")
    return llvm::createStringError("unknown option " + quoted(Word) +
                                   ", see --help");
  else if (Options.File)
    return llvm::createStringError(
        "more than one file: " + quoted(*Options.File) + " and " +
        quoted(Word));
  else
    Options.File = Word.str();
  return llvm::Error::success();
}

static llvm::Expected<ModelOptions>
parseOptions(llvm::ArrayRef<const char *> Arguments) {
  ModelOptions Options;
  while (!Arguments.empty()) {
    llvm::StringRef Word = Arguments.consume_front();
    auto [Name, Value] = Word.split('=');
    if (!llvm::is_contained(
            {"--instruction", "--offsets", "--bytes", "--active", "--pitch"},
            Name)) {
      if (llvm::Error E = setFlagOrFile(Options, Word))
        return E;
      continue;
    }
    if (!Word.contains('=')) {
      if (Arguments.empty())
        return llvm::createStringError(Name + " needs a value");
      Value = Arguments.consume_front();
    }
    if (llvm::Error E = setOption(Options, Name, Value))
      return E;
  }
  if (Options.Help || !Options.HasRequestOption)
    return Options;
  if (!Options.Instruction || !Options.Offsets == !Options.Pitch)
    return llvm::createStringError("a request needs --instruction and "
                                   "--offsets, or --pitch for wmma");
  if (Options.File || Options.Check)
    return llvm::createStringError(
        "a request on the command line goes with neither a file nor --check");
  return Options;
}

/// "0,32,-1" or a formula of the lane.
static llvm::Expected<std::vector<int64_t>> parseOffsets(llvm::StringRef Text) {
  std::vector<int64_t> Offsets;
  if (Text.contains("lane")) {
    for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
      llvm::Expected<int64_t> Offset = evaluateLaneFormula(Text, Lane);
      if (!Offset)
        return Offset.takeError();
      Offsets.push_back(*Offset);
    }
    return Offsets;
  }
  if (Text.trim().empty())
    return Offsets;
  for (llvm::StringRef Item : llvm::split(Text, ',')) {
    int64_t Offset = 0;
    if (Item.trim().getAsInteger(0, Offset))
      return llvm::createStringError("lane " + llvm::Twine(Offsets.size()) +
                                     ": offset " + quoted(Item) +
                                     " is no whole number");
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

static void printRow(const ModelRow &Row) {
  JsonStream J(llvm::outs());
  J.object([&] {
    J.add("unit", unitName(Row.Cost.Unit));
    J.add("predicted", Row.Cost.Predicted);
    J.add("ideal", Row.Cost.Ideal);
    J.add("rule", ruleName(Row.Cost.Rule));
    J.attributeArray("banks", [&] {
      for (const Collision &C : collisionsOf(Row.Request))
        J.object([&] { addCollision(J, C); });
    });
  });
  llvm::outs() << '\n';
}

/// So that the n-th line of the output belongs to the n-th row of the input.
static void printFailedRow(llvm::StringRef Message) {
  JsonStream J(llvm::outs());
  J.object([&] { J.add("error", Message); });
  llvm::outs() << '\n';
}

//===----------------------------------------------------------------------===//
// The three ways to run
//===----------------------------------------------------------------------===//

static llvm::Expected<ModelRow> rowOf(const ModelOptions &Options) {
  if (Options.Pitch)
    return makeFragmentRow(*Options.Instruction, *Options.Pitch);
  llvm::Expected<std::vector<int64_t>> Offsets = parseOffsets(*Options.Offsets);
  if (!Offsets)
    return Offsets.takeError();
  for (size_t Lane = 0; Lane < Offsets->size() && Lane < WarpSize; ++Lane)
    if (!(Options.Active >> Lane & 1))
      (*Offsets)[Lane] = -1;
  return makeRow(*Options.Instruction, Options.BytesPerLane, *Offsets);
}

static int runRows(llvm::StringRef Text) {
  int ExitCode = Success;
  readRows(Text, [&](llvm::StringRef Place, llvm::Expected<ModelRow> Row) {
    if (Row) {
      printRow(*Row);
      return;
    }
    const std::string Message = llvm::toString(Row.takeError());
    printFailedRow(Message);
    ExitCode = report(Place, Message);
  });
  return ExitCode;
}

/// True when the prediction is what was measured; else says how they differ.
static bool checkRow(llvm::StringRef Place, const ModelRow &Row) {
  const llvm::StringRef Unit = unitName(Row.Cost.Unit);
  const llvm::StringRef MeasuredUnit = Row.Unit.empty() ? Unit : Row.Unit;
  if (MeasuredUnit == Unit && *Row.Measured == Row.Cost.Predicted)
    return true;
  llvm::errs() << "warplint model: " << Place << ": " << quoted(Row.Instruction)
               << ": ";
  if (MeasuredUnit == Unit)
    llvm::errs() << "predicted " << Row.Cost.Predicted << ", measured "
                 << *Row.Measured << " (" << Unit << ")\n";
  else
    llvm::errs() << "predicted in " << Unit << ", measured in "
                 << quoted(MeasuredUnit) << '\n';
  return false;
}

static int runCheck(llvm::StringRef Text) {
  unsigned Agree = 0, Differ = 0, Unmeasured = 0, Wrong = 0;
  readRows(Text, [&](llvm::StringRef Place, llvm::Expected<ModelRow> Row) {
    if (!Row) {
      ++Wrong;
      report(Place, llvm::toString(Row.takeError()));
    } else if (!Row->Measured) {
      ++Unmeasured;
    } else {
      ++(checkRow(Place, *Row) ? Agree : Differ);
    }
  });
  llvm::outs() << Agree << " agree, " << Differ << " differ, " << Unmeasured
               << " without a measured figure, " << Wrong
               << " not understood\n";
  if (Wrong)
    return Failed;
  if (Agree + Differ == 0)
    return report("", "there was nothing to check");
  return Differ ? FoundDifference : Success;
}

int runModelCommand(llvm::ArrayRef<const char *> Arguments) {
  llvm::Expected<ModelOptions> Options = parseOptions(Arguments);
  if (!Options)
    return report("", llvm::toString(Options.takeError()));
  if (Options->Help) {
    llvm::outs() << Usage;
    return finishOutput("warplint model", Success);
  }
  if (Options->HasRequestOption) {
    llvm::Expected<ModelRow> Row = rowOf(*Options);
    if (!Row)
      return report("", llvm::toString(Row.takeError()));
    printRow(*Row);
    return finishOutput("warplint model", Success);
  }
  const std::string File = Options->File.value_or("-");
  auto Input = llvm::MemoryBuffer::getFileOrSTDIN(File);
  if (!Input)
    return report("", "can't read '" + llvm::Twine(File) +
                          "': " + Input.getError().message());
  const llvm::StringRef Text = (*Input)->getBuffer();
  return finishOutput("warplint model",
                      Options->Check ? runCheck(Text) : runRows(Text));
}

} // namespace warplint
