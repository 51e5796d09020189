//===- ModelRows.cpp - Requests as JSON rows ------------------------------===//

#include "ModelRows.h"
#include "warplint/Warp/Fragment.h"
#include "warplint/Warp/Instruction.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace warplint {

static Error failure(const Twine &Message) {
  return createStringError(Message);
}

std::string quoted(StringRef Text) {
  constexpr size_t MaxLength = 60;
  std::string Result = "'";
  for (char C : Text.take_front(MaxLength))
    Result += isPrint(C) ? C : '?';
  return Result + (Text.size() > MaxLength ? "...'" : "'");
}

//===----------------------------------------------------------------------===//
// One row
//===----------------------------------------------------------------------===//

static Error setOffsets(WarpRequest &Request,
                        const std::vector<int64_t> &LaneByteOffsets) {
  if (LaneByteOffsets.size() > WarpSize)
    return failure("there are " + Twine(LaneByteOffsets.size()) +
                   " offsets, but a warp has 32 lanes");
  Request.Active = 0;
  for (auto [Lane, Offset] : enumerate(LaneByteOffsets)) {
    if (Offset == -1)
      continue;
    if (Offset < 0)
      return failure("lane " + Twine(Lane) + ": offset " + Twine(Offset) +
                     " is negative, and only -1 (inactive) may be");
    if (Offset % Request.BytesPerLane != 0)
      return failure("lane " + Twine(Lane) + ": offset " + Twine(Offset) +
                     " is not a multiple of " + Twine(Request.BytesPerLane) +
                     ", the width of the access");
    Request.Active |= LaneMask(1) << Lane;
    Request.ByteAddress[Lane] = Offset;
  }
  return Error::success();
}

static Error setInstruction(WarpRequest &Request, StringRef Name,
                            unsigned BytesPerLane) {
  std::optional<Instruction> Parsed = parseInstruction(Name, BytesPerLane);
  if (!Parsed)
    return failure("unknown instruction " + quoted(Name));
  if (!Parsed->BytesPerLane && !BytesPerLane)
    return failure(quoted(Name) + " does not say how many bytes a lane moves");
  if (Parsed->BytesPerLane && BytesPerLane &&
      Parsed->BytesPerLane != BytesPerLane)
    return failure(quoted(Name) + " moves " + Twine(Parsed->BytesPerLane) +
                   " bytes per lane, not " + Twine(BytesPerLane));
  Request.Kind = Parsed->Kind;
  Request.BytesPerLane = BytesPerLane ? BytesPerLane : Parsed->BytesPerLane;
  return Error::success();
}

/// Takes \p Lanes out of \p Row's request, whose address is a generic one.
static Error moveToGlobal(ModelRow &Row, LaneMask Lanes) {
  auto [Opcode, Rest] = StringRef(Row.Instruction).split('.');
  const std::string Name = (Opcode + ".global." + Rest).str();
  std::optional<Instruction> Here = parseInstruction(Row.Instruction);
  std::optional<Instruction> There = parseInstruction(Name);
  if (!Here || !Here->IsGeneric || !There)
    return failure(quoted(Row.Instruction) + " has no generic address");
  Row.Global = Row.Request;
  Row.Global->Kind = There->Kind;
  Row.Global->Active &= Lanes;
  Row.Request.Active &= ~Lanes;
  return Error::success();
}

Expected<ModelRow> makeRow(StringRef Instruction, unsigned BytesPerLane,
                           const std::vector<int64_t> &LaneByteOffsets,
                           LaneMask GlobalLanes) {
  ModelRow Row;
  Row.Instruction = Instruction.str();
  if (Error E = setInstruction(Row.Request, Instruction, BytesPerLane))
    return E;
  if (Error E = setOffsets(Row.Request, LaneByteOffsets))
    return E;
  if (GlobalLanes)
    if (Error E = moveToGlobal(Row, GlobalLanes))
      return E;
  std::optional<WarpCost> Cost = costOf(Row.Request);
  if (!Cost || (Row.Global && !costOf(*Row.Global)))
    return failure("no rule was measured for " + quoted(Instruction) + " of " +
                   Twine(Row.Request.BytesPerLane) + " bytes per lane");
  Row.Cost = *Cost;
  return Row;
}

Expected<ModelRow> makeFragmentRow(StringRef Instruction, unsigned Pitch) {
  std::optional<Fragment> F = parseFragment(Instruction);
  if (!F)
    return failure(quoted(Instruction) + " is not a fragment of wmma");
  std::optional<FragmentRequests> Requests = requestsOf(*F);
  if (!Requests)
    return failure("no rule was measured for " + quoted(Instruction));
  if (Pitch == 0 || uint64_t(Pitch) * Requests->ElementBits % 128 != 0)
    return failure("a pitch of " + Twine(Pitch) +
                   " elements is not a multiple of 16 bytes");
  ModelRow Row;
  Row.Instruction = Instruction.str();
  Row.Request = requestInTile(*Requests, Pitch);
  Row.Cost = *costOf(Row.Request);
  return Row;
}

//===----------------------------------------------------------------------===//
// One row of JSON
//===----------------------------------------------------------------------===//

static Expected<unsigned> readBytesPerLane(const json::Object &Object) {
  const json::Value *V = Object.get("bytes_per_lane");
  if (!V)
    return 0;
  std::optional<int64_t> Bytes = V->getAsInteger();
  if (!Bytes || *Bytes < 1 || *Bytes > 1024)
    return failure("'bytes_per_lane' is not a width");
  return *Bytes;
}

static Expected<std::vector<int64_t>> readOffsets(const json::Object &Object) {
  const json::Array *Array = Object.getArray("lane_byte_offsets");
  if (!Array)
    return failure("'lane_byte_offsets' is missing or not an array");
  // Fewer are more likely a row that was cut off than lanes that were left out.
  if (Array->size() != WarpSize)
    return failure("'lane_byte_offsets' has " + Twine(Array->size()) +
                   " entries, but a warp has 32 lanes");
  std::vector<int64_t> Offsets;
  for (auto [Lane, Value] : enumerate(*Array)) {
    std::optional<int64_t> Offset = Value.getAsInteger();
    if (!Offset)
      return failure("lane " + Twine(Lane) +
                     ": the offset is not a whole number");
    Offsets.push_back(*Offset);
  }
  return Offsets;
}

static Error readMeasured(ModelRow &Row, const json::Object &Object) {
  if (const json::Value *Unit = Object.get("unit")) {
    if (!Unit->getAsString())
      return failure("'unit' is not a string");
    Row.Unit = Unit->getAsString()->str();
  }
  if (const json::Value *Measured = Object.get("measured")) {
    Row.Measured = Measured->getAsInteger();
    if (!Row.Measured)
      return failure("'measured' is not a whole number");
  }
  return Error::success();
}

static Expected<ModelRow> readRequest(const json::Object &Object) {
  std::optional<StringRef> Instruction = Object.getString("instruction");
  if (!Instruction)
    return failure("'instruction' is missing or not a string");
  if (const json::Value *Given = Object.get("pitch")) {
    std::optional<int64_t> Pitch = Given->getAsInteger();
    if (!Pitch || *Pitch < 0 || *Pitch > INT32_MAX)
      return failure("'pitch' is not a number of elements");
    return makeFragmentRow(*Instruction, *Pitch);
  }
  Expected<unsigned> Bytes = readBytesPerLane(Object);
  if (!Bytes)
    return Bytes.takeError();
  Expected<std::vector<int64_t>> Offsets = readOffsets(Object);
  if (!Offsets)
    return Offsets.takeError();
  int64_t GlobalLanes = 0;
  if (const json::Value *Given = Object.get("global_lanes")) {
    std::optional<int64_t> Mask = Given->getAsInteger();
    if (!Mask || *Mask < 0 || *Mask > AllLanes)
      return failure("'global_lanes' is not a mask of 32 bits");
    GlobalLanes = *Mask;
  }
  return makeRow(*Instruction, *Bytes, *Offsets, GlobalLanes);
}

static Expected<ModelRow> readRow(const json::Value &Value) {
  const json::Object *Object = Value.getAsObject();
  if (!Object)
    return failure("expected an object");
  Expected<ModelRow> Row = readRequest(*Object);
  if (!Row)
    return Row.takeError();
  if (Error E = readMeasured(*Row, *Object))
    return E;
  return Row;
}

//===----------------------------------------------------------------------===//
// Lines and documents
//===----------------------------------------------------------------------===//

/// The deepest nesting of brackets, strings left out.
static unsigned nesting(StringRef Text) {
  unsigned Depth = 0, Deepest = 0;
  bool InString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (C == '"')
      InString = !InString;
    else if (InString)
      I += C == '\\';
    else if (C == '[' || C == '{')
      Deepest = std::max(Deepest, ++Depth);
    else if ((C == ']' || C == '}') && Depth)
      --Depth;
  }
  return Deepest;
}

static Expected<json::Value> parseJson(StringRef Text) {
  // The parser recurses; rows need a depth of four.
  constexpr unsigned MaxNesting = 64;
  if (nesting(Text) > MaxNesting)
    return failure("nested too deeply");
  return json::parse(Text);
}

using RowVisitor = function_ref<void(StringRef, Expected<ModelRow>)>;

/// \p Problem, as the JSON parser puts it: "[12:5, byte=345]: Expected object
/// key". Its line where \p Line is 0.
static void visitFailure(Error Problem, size_t Line, RowVisitor Visit) {
  std::string Text = toString(std::move(Problem));
  std::string Column;
  StringRef Rest = Text;
  size_t LineInText = 0, ColumnInText = 0;
  if (Rest.consume_front("[") && !Rest.consumeInteger(10, LineInText) &&
      Rest.consume_front(":") && !Rest.consumeInteger(10, ColumnInText) &&
      Rest.contains("]: ")) {
    if (ColumnInText)
      Column = "column " + std::to_string(ColumnInText) + ": ";
    Text = Rest.split("]: ").second.str();
  } else {
    LineInText = 1;
  }
  if (!Text.empty())
    Text[0] = toLower(Text[0]);
  Visit("line " + std::to_string(Line ? Line : LineInText),
        failure(Column + Text));
}

static void visitArray(const json::Array &Rows, StringRef Place,
                       RowVisitor Visit) {
  for (auto [Index, Row] : enumerate(Rows)) {
    std::string RowPlace = ("row " + Twine(Index + 1)).str();
    if (!Place.empty())
      RowPlace = (Place + ", " + RowPlace).str();
    Visit(RowPlace, readRow(Row));
  }
}

/// A row, an array of rows, or {"rows": [...]}. \p Place is where the value
/// stands; empty for the whole text, in which a single row is called \p
/// AloneAt.
static void visitValue(const json::Value &Value, StringRef Place,
                       StringRef AloneAt, RowVisitor Visit) {
  const json::Object *Object = Value.getAsObject();
  if (const json::Array *Rows =
          Object ? Object->getArray("rows") : Value.getAsArray())
    visitArray(*Rows, Place, Visit);
  else
    Visit(AloneAt, readRow(Value));
}

/// A first line that opens a document of several lines: it is no JSON by
/// itself, and no row either.
static bool opensDocument(StringRef Line) {
  if (!(Line.starts_with("{") || Line.starts_with("[")) ||
      Line.contains("\"instruction\""))
    return false;
  Expected<json::Value> Value = parseJson(Line);
  if (!Value)
    consumeError(Value.takeError());
  return !Value;
}

static void visitLines(StringRef Text, RowVisitor Visit) {
  for (size_t Number = 1; !Text.empty(); ++Number) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    Line = Line.trim();
    if (Line.empty())
      continue;
    const std::string Place = "line " + std::to_string(Number);
    if (Expected<json::Value> Value = parseJson(Line))
      visitValue(*Value, Place, Place, Visit);
    else
      visitFailure(Value.takeError(), Number, Visit);
  }
}

void readRows(StringRef Text, RowVisitor Visit) {
  // Written by some editors and shells in front of UTF-8.
  Text.consume_front("\xef\xbb\xbf");
  if (Text.trim().empty())
    return;
  const size_t Start = Text.find_first_not_of(" \t\r\n");
  const size_t FirstLine = Text.take_front(Start).count('\n') + 1;
  if (Expected<json::Value> Value = parseJson(Text)) {
    visitValue(*Value, "", "line " + std::to_string(FirstLine), Visit);
  } else if (opensDocument(Text.substr(Start).split('\n').first.trim())) {
    visitFailure(Value.takeError(), 0, Visit);
  } else {
    consumeError(Value.takeError());
    visitLines(Text, Visit);
  }
}

} // namespace warplint
