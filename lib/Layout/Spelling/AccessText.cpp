//===- AccessText.cpp - Accesses written as formulas ----------------------===//

#include "warplint/Layout/AccessText.h"
#include "warplint/Layout/IndexFormula.h"
#include "warplint/Warp/Instruction.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

namespace {

/// A loop around the access: Name from 0 to Count - 1.
struct TextLoop {
  std::string Name;
  uint64_t Count = 0;
};

/// What stands before the colon.
struct AccessHeader {
  std::string Instruction = "load";
  unsigned BytesPerLane = 0; ///< 0: not said.
  std::vector<TextLoop> Loops;
};

/// More would take longer than anybody waits.
constexpr uint64_t MaxCases = 1 << 14;

class AccessReader {
public:
  AccessReader(StringRef Text, const AccessContext &Context)
      : Text(Text), Context(Context) {}

  Expected<ArrayAccess> read() {
    ArrayAccess Access;
    Access.Name = Text.str();
    // A colon after the first '=' belongs to ?:.
    const size_t Colon = Text.find(':');
    StringRef Formulas = Text;
    if (Colon < Text.find('=')) {
      if (Error E = readHeader(Text.take_front(Colon)))
        return E;
      Formulas = Text.drop_front(Colon + 1);
    }
    if (Error E = setKind(Access))
      return E;
    Expected<std::vector<Assignment>> Parsed =
        parseAssignments(Formulas.trim());
    if (!Parsed)
      return Parsed.takeError();
    Assignments = std::move(*Parsed);
    if (Error E = addCases(Access, {}, 0))
      return E;
    if (Access.Cases.empty())
      return createStringError("no lane is active");
    return Access;
  }

private:
  StringRef Text;
  const AccessContext &Context;
  AccessHeader Header;
  std::vector<Assignment> Assignments;

  size_t columnOf(StringRef Part) const { return Part.data() - Text.data(); }
  Error readHeader(StringRef Words) {
    bool IsFirst = true;
    while (!(Words = Words.ltrim()).empty()) {
      const StringRef Word = Words.take_until(isSpace);
      Words = Words.drop_front(Word.size());
      if (Word == "for") {
        Words = Words.ltrim();
        const StringRef Loop = Words.take_until(isSpace);
        Words = Words.drop_front(Loop.size());
        if (Error E = readLoop(Loop))
          return E;
      } else if (isDigit(Word[0])) {
        if (Word.getAsInteger(10, Header.BytesPerLane))
          return errorAt(Text, columnOf(Word),
                         "'" + Word + "' is not a number of bytes");
      } else if (IsFirst) {
        Header.Instruction = Word.str();
      } else {
        return errorAt(Text, columnOf(Word),
                       "expected a number of bytes, 'for' or ':'");
      }
      IsFirst = false;
    }
    return Error::success();
  }

  /// "k<32".
  Error readLoop(StringRef Word) {
    auto [Name, Count] = Word.split('<');
    TextLoop Loop;
    Loop.Name = Name.str();
    if (Name.empty() || !(isAlpha(Name[0]) || Name[0] == '_') ||
        Count.getAsInteger(10, Loop.Count) || Loop.Count == 0)
      return errorAt(Text, columnOf(Word), "expected a loop such as k<32");
    Header.Loops.push_back(std::move(Loop));
    return Error::success();
  }

  Error setKind(ArrayAccess &Access) const {
    static constexpr std::pair<StringLiteral, RequestKind> ShortNames[] = {
        {"load", RequestKind::SharedLoad},
        {"store", RequestKind::SharedStore},
        {"atomic", RequestKind::SharedAtomic},
        {"cas", RequestKind::SharedAtomicCas}};
    Access.BytesPerLane =
        Header.BytesPerLane ? Header.BytesPerLane : Context.Array.ElementBytes;
    for (auto [Name, Kind] : ShortNames)
      if (Name == Header.Instruction) {
        Access.Kind = Kind;
        return Error::success();
      }
    std::optional<Instruction> Found =
        parseInstruction(Header.Instruction, Header.BytesPerLane);
    if (!Found || !isOfShared(Found->Kind))
      return errorAt(Text, Text.find(Header.Instruction),
                     "'" + Header.Instruction +
                         "' is not an access to shared memory; expected load, "
                         "store, atomic, cas or a PTX instruction");
    Access.Kind = Found->Kind;
    if (Found->BytesPerLane && Header.BytesPerLane &&
        Found->BytesPerLane != Header.BytesPerLane)
      return errorAt(Text, Text.find(Header.Instruction),
                     "'" + Header.Instruction + "' moves " +
                         Twine(Found->BytesPerLane) + " bytes per lane");
    if (Found->BytesPerLane)
      Access.BytesPerLane = Found->BytesPerLane;
    return Error::success();
  }

  Error addCases(ArrayAccess &Access, const NamedValues &Values, size_t Loop) {
    if (Loop == Header.Loops.size())
      return addWarps(Access, Values);
    for (uint64_t K = 0; K < Header.Loops[Loop].Count; ++K) {
      NamedValues Inner = Values;
      Inner.push_back({Header.Loops[Loop].Name, int64_t(K)});
      if (Error E = addCases(Access, Inner, Loop + 1))
        return E;
    }
    return Error::success();
  }

  Error addWarps(ArrayAccess &Access, const NamedValues &Loops) {
    const unsigned Warps = (threads() + Context.Lanes - 1) / Context.Lanes;
    const unsigned X = Context.Block[0] ? Context.Block[0] : Context.Lanes;
    for (unsigned Warp = 0; Warp < Warps; ++Warp) {
      AccessCase C;
      C.Active = 0;
      for (unsigned Lane = 0; Lane < Context.Lanes; ++Lane) {
        const unsigned Thread = Warp * Context.Lanes + Lane;
        if (Thread >= threads())
          break;
        NamedValues Values = {{"lane", Lane},
                              {"warp", Warp},
                              {"tx", Thread % X},
                              {"ty", Thread / X % Context.Block[1]},
                              {"tz", Thread / X / Context.Block[1]}};
        Values.insert(Values.end(), Loops.begin(), Loops.end());
        Expected<bool> Added = addLane(C, Lane, std::move(Values));
        if (!Added)
          return Added.takeError();
      }
      if (C.Active)
        Access.Cases.push_back(C);
    }
    if (Access.Cases.size() > MaxCases)
      return createStringError("more than " + Twine(MaxCases) + " requests");
    return Error::success();
  }

  /// False where the lane takes no part.
  Expected<bool> addLane(AccessCase &C, unsigned Lane,
                         NamedValues Values) const {
    for (const Assignment &A : Assignments) {
      Expected<int64_t> Value = A.evaluate(Values);
      if (!Value)
        return Value.takeError();
      Values.push_back({A.Name, *Value});
      // What follows need not have a meaning for the others.
      if (A.Name == "active" && !*Value)
        return false;
    }
    Expected<uint64_t> Element = elementOf(Values);
    if (!Element)
      return createStringError("lane " + Twine(Lane) + ": " +
                               toString(Element.takeError()));
    C.Element[Lane] = *Element;
    C.Active |= LaneMask(1) << Lane;
    if (const int64_t *Times = valueOf(Values, "times")) {
      if (*Times < 1)
        return createStringError("times = " + Twine(*Times) +
                                 ", expected 1 or more");
      C.Weight = *Times;
    }
    return true;
  }

  Expected<uint64_t> elementOf(const NamedValues &Values) const {
    const ArrayShape &Array = Context.Array;
    if (const int64_t *Flat = valueOf(Values, "i")) {
      if (*Flat < 0 || uint64_t(*Flat) >= Array.elements())
        return createStringError("i = " + Twine(*Flat) +
                                 " is outside of the array of " +
                                 Twine(Array.elements()) + " elements");
      return *Flat;
    }
    uint64_t Element = 0;
    for (size_t D = 0; D < Array.Extents.size(); ++D) {
      const int64_t *Subscript = nullptr;
      const std::vector<std::string> Names = subscriptNames(D);
      for (const std::string &Name : Names)
        if (!Subscript)
          Subscript = valueOf(Values, Name);
      if (!Subscript)
        return createStringError("'" + Names.back() +
                                 "' is missing: subscript " + Twine(D + 1) +
                                 " of the array");
      if (*Subscript < 0 || uint64_t(*Subscript) >= Array.Extents[D])
        return createStringError(Names.back() + " = " + Twine(*Subscript) +
                                 " is outside of its extent of " +
                                 Twine(Array.Extents[D]));
      Element = Element * Array.Extents[D] + *Subscript;
    }
    return Element;
  }

  /// How subscript \p Dimension may be called.
  std::vector<std::string> subscriptNames(size_t Dimension) const {
    const size_t Rank = Context.Array.Extents.size();
    std::vector<std::string> Names = {"d" + std::to_string(Dimension)};
    static constexpr const char *FromLast[] = {"col", "row", "plane"};
    if (Rank > 1 && Rank - Dimension <= 3)
      Names.push_back(FromLast[Rank - 1 - Dimension]);
    return Names;
  }

  unsigned threads() const {
    return Context.Block[0]
               ? Context.Block[0] * Context.Block[1] * Context.Block[2]
               : Context.Lanes;
  }
};

} // namespace

Expected<ArrayAccess> parseAccess(StringRef Text,
                                  const AccessContext &Context) {
  return AccessReader(Text, Context).read();
}

} // namespace warplint
