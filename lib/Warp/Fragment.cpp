//===- Fragment.cpp - Which lane loads what of a wmma fragment ------------===//

#include "warplint/Warp/Fragment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace warplint {

namespace {

struct Shape {
  unsigned M, N, K;
  friend bool operator==(const Shape &, const Shape &) = default;
};

} // namespace

/// 8 lines of 16 bytes, 4 bytes a lane.
static FragmentRequests wordsAlongLines(unsigned ElementBytes) {
  return {.ElementBytes = ElementBytes,
          .Elements = 16 / ElementBytes,
          .LineOfQuad = 1,
          .ElementOfMember = 4 / ElementBytes};
}

/// Neighbours of a line, one or two a lane, from each of 8 lines.
static FragmentRequests alongLines(unsigned ElementBytes, unsigned Neighbours) {
  return {.BytesPerLane = Neighbours * ElementBytes,
          .ElementBytes = ElementBytes,
          .Elements = 4 * Neighbours,
          .LineOfQuad = 1,
          .ElementOfMember = Neighbours};
}

/// The same elements of neighbouring lines, one, two or four of them a lane and
/// each by an instruction of its own.
static FragmentRequests acrossLines(unsigned ElementBytes,
                                    unsigned Neighbours) {
  return {.BytesPerLane = ElementBytes,
          .ElementBytes = ElementBytes,
          .Instructions = Neighbours,
          .Lines = 4 * Neighbours,
          .LineOfMember = Neighbours,
          .ElementOfQuad = 1};
}

static FragmentRequests accumulatorBlock(const Fragment &F,
                                         unsigned ElementBytes) {
  if (ElementBytes == 2)
    return wordsAlongLines(ElementBytes);
  // The fragment of m8n32 is kept transposed.
  const bool IsTransposed = F.M == 8 && F.N == 32;
  const bool IsAlong = (F.Layout == FragmentLayout::RowMajor) != IsTransposed;
  return IsAlong ? alongLines(ElementBytes, 2) : acrossLines(ElementBytes, 2);
}

static FragmentRequests operandBlock(const Fragment &F, unsigned ElementBytes) {
  const bool IsAlong =
      (F.Layout == FragmentLayout::RowMajor) == (F.Use == FragmentUse::MatrixA);
  if (ElementBytes == 2 || (ElementBytes == 1 && IsAlong))
    return wordsAlongLines(ElementBytes);
  return IsAlong ? alongLines(ElementBytes, 1)
                 : acrossLines(ElementBytes, ElementBytes == 1 ? 4 : 1);
}

/// Bytes of an element in memory; 0 where the fragment was not measured.
static unsigned measuredElementBytes(const Fragment &F) {
  const Shape S{F.M, F.N, F.K};
  const bool IsK16 =
      S == Shape{16, 16, 16} || S == Shape{32, 8, 16} || S == Shape{8, 32, 16};
  if (F.Type == "f64")
    return S == Shape{8, 8, 4} ? 8 : 0;
  if (F.Use == FragmentUse::Accumulator) {
    if (F.Type == "f32")
      return IsK16 || S == Shape{16, 16, 8} ? 4 : 0;
    if (!IsK16)
      return 0;
    return F.Type == "f16" ? 2 : F.Type == "s32" ? 4 : 0;
  }
  if (F.IsStore)
    return 0;
  if (F.Type == "tf32")
    return S == Shape{16, 16, 8} ? 4 : 0;
  if (!IsK16)
    return 0;
  if (is_contained({"f16", "bf16"}, F.Type))
    return 2;
  return is_contained({"s8", "u8"}, F.Type) ? 1 : 0;
}

std::optional<FragmentRequests> requestsOf(const Fragment &F) {
  const unsigned ElementBytes = measuredElementBytes(F);
  if (!ElementBytes)
    return std::nullopt;
  FragmentRequests B = F.Use == FragmentUse::Accumulator
                           ? accumulatorBlock(F, ElementBytes)
                           : operandBlock(F, ElementBytes);
  const unsigned Rows = F.Use == FragmentUse::MatrixB ? F.K : F.M;
  const unsigned Columns = F.Use == FragmentUse::MatrixA ? F.K : F.N;
  // Lines and their elements are the rows and columns, or the other way.
  const unsigned Blocks = F.Layout == FragmentLayout::RowMajor
                              ? Rows / B.Lines * (Columns / B.Elements)
                              : Columns / B.Lines * (Rows / B.Elements);
  if (F.IsStore)
    B.Kind = RequestKind::SharedStore;
  B.Instructions *= Blocks;
  return B;
}

/// m16n16k16 and the like.
static bool readShape(StringRef Word, Fragment &F) {
  return Word.consume_front("m") && !Word.consumeInteger(10, F.M) &&
         Word.consume_front("n") && !Word.consumeInteger(10, F.N) &&
         Word.consume_front("k") && !Word.consumeInteger(10, F.K) &&
         Word.empty();
}

std::optional<Fragment> parseFragment(std::string_view Name) {
  StringRef Rest = Name;
  // The word up to the next dot, which is taken away.
  auto NextWord = [&] {
    auto [Word, Behind] = Rest.split('.');
    Rest = Behind;
    return Word;
  };
  Fragment F;
  if (NextWord() != "wmma")
    return std::nullopt;
  const StringRef Verb = NextWord(), Use = NextWord();
  F.IsStore = Verb == "store";
  if (F.IsStore ? Use != "d"
                : Verb != "load" || !is_contained({"a", "b", "c"}, Use))
    return std::nullopt;
  F.Use = Use == "a"   ? FragmentUse::MatrixA
          : Use == "b" ? FragmentUse::MatrixB
                       : FragmentUse::Accumulator;
  StringRef Word = NextWord();
  if (Word == "sync" && NextWord() == "aligned")
    Word = NextWord();
  if (Word != "row" && Word != "col")
    return std::nullopt;
  F.Layout =
      Word == "row" ? FragmentLayout::RowMajor : FragmentLayout::ColumnMajor;
  if (!readShape(NextWord(), F))
    return std::nullopt;
  Word = NextWord();
  if (Word == "shared" || Word == "shared::cta")
    Word = NextWord();
  F.Type = Word;
  if (F.Type.empty() || !Rest.empty())
    return std::nullopt;
  return F;
}

WarpRequest requestInTile(const FragmentRequests &Requests,
                          unsigned PitchInElements) {
  WarpRequest Request;
  Request.Kind = Requests.Kind;
  Request.BytesPerLane = Requests.BytesPerLane;
  Request.Instructions = Requests.Instructions;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane) {
    const uint64_t Quad = Lane / 4, Member = Lane % 4;
    const uint64_t Line =
        Requests.LineOfQuad * Quad + Requests.LineOfMember * Member;
    const uint64_t Element =
        Requests.ElementOfQuad * Quad + Requests.ElementOfMember * Member;
    Request.ByteAddress[Lane] =
        (Line * PitchInElements + Element) * Requests.ElementBytes;
  }
  return Request;
}

} // namespace warplint
