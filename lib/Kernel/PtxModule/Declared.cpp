//===- Declared.cpp - Variables and parameters of a module ----------------===//

#include "ModuleText.h"
#include "warplint/Messages/Ptx.h"
#include "warplint/Warp/PtxTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

/// Drops the `[4][8]` at the front and multiplies the bytes of \p D by it.
static bool takeExtents(Declared &D, Tokens &Rest) {
  while (!Rest.empty() && Rest.front().is('[')) {
    D.IsArray = true;
    uint64_t Extent = 0;
    Rest = Rest.drop_front();
    if (!Rest.empty() && Rest.front().Kind == TokenKind::Number) {
      auto Said = numberOf(Rest.front());
      if (!Said)
        return false;
      Extent = *Said;
      Rest = Rest.drop_front();
    }
    D.Extents.push_back(Extent);
    D.Bytes = SaturatingMultiply(D.Bytes, Extent);
    if (Rest.empty() || !Rest.front().is(']'))
      return false;
    Rest = Rest.drop_front();
  }
  return true;
}

/// Whether \p D has a type that variables of its space have.
static bool hasType(const Declared &D) {
  return typeBits(D.Type) >= 8 || (D.Space == "reg" && D.Type == "pred") ||
         is_contained({"texref", "samplerref", "surfref"}, D.Type);
}

/// Drops `.shared .align 4 .v2 .b8` from the front into \p D.
static bool takeAttributes(Declared &D, Tokens &Rest) {
  uint64_t Elements = 1;
  while (Rest.size() >= 2 && Rest[0].is('.') &&
         Rest[1].Kind == TokenKind::Word) {
    StringRef Word = Rest[1].Text;
    Rest = Rest.drop_front(2);
    if (Word == "align") {
      auto Align = Rest.empty() ? std::nullopt : numberOf(Rest.front());
      if (!Align || !isPowerOf2_64(*Align))
        return false;
      D.Align = *Align;
      Rest = Rest.drop_front();
    } else if (Word == "ptr") {
      D.IsPointer = true;
    } else if (Word == "v2" || Word == "v4") {
      Elements = Word == "v2" ? 2 : 4;
      D.Extents = {Elements};
    } else if (Word == "attribute" && !Rest.empty() && Rest.front().is('(')) {
      while (!Rest.empty() && !Rest.front().is(')'))
        Rest = Rest.drop_front();
      Rest = Rest.drop_front(Rest.empty() ? 0 : 1);
    } else if (D.Space.empty()) {
      D.Space = Word == "hidden" ? "" : Word; // .hidden .param: Triton.
    } else if (!D.IsPointer && D.Type.empty()) {
      D.Type = Word;
    }
  }
  // Of a pointer the alignment is that of what it points to.
  D.Bytes = Elements * std::max<uint64_t>(typeBits(D.Type) / 8, 1);
  if (!D.IsPointer)
    D.Align = std::max(D.Align, D.Bytes);
  return !D.Space.empty() && hasType(D);
}

std::vector<std::string> Declared::names() const {
  if (!Range)
    return {Name.Text.str()};
  std::vector<std::string> All;
  for (uint64_t I = 0; I != *Range; ++I)
    All.push_back((Name.Text + Twine(I)).str());
  return All;
}

/// Drops the `<4>` at the front.
static bool takeRange(Declared &D, Tokens &Rest) {
  constexpr uint64_t MostOfRange = 4096;
  if (Rest.empty() || !Rest.front().is('<'))
    return true;
  D.Range =
      Rest.size() >= 3 && Rest[2].is('>') ? numberOf(Rest[1]) : std::nullopt;
  if (!D.Range || *D.Range > MostOfRange)
    return false;
  Rest = Rest.drop_front(3);
  return true;
}

std::optional<std::vector<Declared>>
warplint::ptx::readDeclaration(Tokens Run) {
  Declared Like;
  if (!takeAttributes(Like, Run))
    return std::nullopt;
  auto Pieces = splitAtCommas(Run);
  if (!Pieces || Pieces->empty())
    return std::nullopt;
  std::vector<Declared> Found;
  for (Tokens Piece : *Pieces) {
    Declared D = Like;
    D.Extents.clear();
    D.Name = Piece.front();
    Piece = Piece.drop_front();
    if (D.Name.Kind != TokenKind::Word || !takeRange(D, Piece) ||
        !takeExtents(D, Piece))
      return std::nullopt;
    append_range(D.Extents, Like.Extents);
    if (!Piece.empty() && Piece.front().is('=')) {
      D.Initializer = Piece.drop_front();
      Piece = {};
    }
    if (!Piece.empty())
      return std::nullopt;
    Found.push_back(D);
  }
  return Found;
}

/// Drops `{1, {2, 3}, f}` from the front, or all where braces and extents are not
/// alike. Returns the first value that has no element in an array of these.
static std::optional<Token> takeValues(Tokens &Rest,
                                       ArrayRef<uint64_t> Extents) {
  constexpr size_t MostDimensions = 64;
  std::optional<Token> Excess;
  uint64_t Count = 0;
  if (Extents.empty() || Extents.size() > MostDimensions) {
    Rest = {};
    return std::nullopt;
  }
  const uint64_t Most = Extents.front();
  for (Rest = Rest.drop_front(); !Rest.empty() && !Rest.front().is('}');) {
    if (Count++ == Most && Most && !Excess)
      Excess = Rest.front();
    if (Rest.front().is('{')) {
      auto Inner = takeValues(Rest, Extents.drop_front());
      Excess = Excess ? Excess : Inner;
    }
    Rest =
        Rest.drop_until([](const Token &T) { return T.is(',') || T.is('}'); });
    Rest = Rest.drop_front(!Rest.empty() && Rest.front().is(','));
  }
  Rest = Rest.drop_front(!Rest.empty());
  return Excess;
}

void warplint::ptx::checkInitializer(const Declared &D, ModuleText &In) {
  Tokens Values = D.Initializer;
  if (Values.empty())
    return;
  if (D.IsExtern || (D.Space != "global" && D.Space != "const"))
    return In.fail(Values.front(), messages::PtxUnexpected("initial value"));
  checkCommas(Values, In);
  if (!Values.front().is('{'))
    return;
  if (auto Excess = takeValues(Values, D.Extents))
    In.fail(*Excess, messages::PtxTooManyValues(D.Name.Text));
}
