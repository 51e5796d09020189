//===- Fragment.cpp - Which lane loads what of a wmma fragment ------------===//

#include "warplint/Warp/Fragment.h"
#include "warplint/Warp/PtxTypes.h"
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
static FragmentRequests wordsAlongLines(unsigned ElementBits) {
  return {.ElementBits = ElementBits,
          .Elements = 128 / ElementBits,
          .LineOfQuad = 1,
          .ElementOfMember = 32 / ElementBits};
}

/// Neighbours of a line, one or two a lane, from each of 8 lines.
static FragmentRequests alongLines(unsigned ElementBits, unsigned Neighbours) {
  return {.BytesPerLane = Neighbours * ElementBits / 8,
          .ElementBits = ElementBits,
          .Elements = 4 * Neighbours,
          .LineOfQuad = 1,
          .ElementOfMember = Neighbours};
}

/// The same elements of neighbouring lines, one, two or four of them a lane and
/// each by an instruction of its own.
static FragmentRequests acrossLines(unsigned ElementBits, unsigned Neighbours) {
  return {.BytesPerLane = ElementBits / 8,
          .ElementBits = ElementBits,
          .Instructions = Neighbours,
          .Lines = 4 * Neighbours,
          .LineOfMember = Neighbours,
          .ElementOfQuad = 1};
}

static FragmentRequests accumulatorBlock(const Fragment &F,
                                         unsigned ElementBits) {
  if (ElementBits == 16)
    return wordsAlongLines(ElementBits);
  // The fragment of m8n32 is kept transposed.
  const bool IsTransposed = F.M == 8 && F.N == 32;
  const bool IsAlong = (F.Layout == FragmentLayout::RowMajor) != IsTransposed;
  return IsAlong ? alongLines(ElementBits, 2) : acrossLines(ElementBits, 2);
}

static FragmentRequests operandBlock(const Fragment &F, unsigned ElementBits) {
  const bool IsAlong =
      (F.Layout == FragmentLayout::RowMajor) == (F.Use == FragmentUse::MatrixA);
  if (ElementBits == 16 || (ElementBits <= 8 && IsAlong))
    return wordsAlongLines(ElementBits);
  return IsAlong ? alongLines(ElementBits, 1)
                 : acrossLines(ElementBits, ElementBits == 8 ? 4 : 1);
}

/// Fragments of m8n8k32 with 4 bits, of m8n8k128 with 1 bit, and their
/// accumulators: rows of A, columns of B, rows of C.
static unsigned subByteElementBits(const Fragment &F) {
  const unsigned Bits = F.K == 32 ? 4 : 1;
  if (F.Use == FragmentUse::Accumulator)
    return F.Type == "s32" && F.Layout == FragmentLayout::RowMajor ? 32 : 0;
  const bool IsAlong =
      (F.Layout == FragmentLayout::RowMajor) == (F.Use == FragmentUse::MatrixA);
  return !F.IsStore && IsAlong && typeBits(F.Type) == Bits ? Bits : 0;
}

/// Bits of an element in memory; 0 where the fragment was not measured.
static unsigned measuredElementBits(const Fragment &F) {
  const Shape S{F.M, F.N, F.K};
  const bool IsK16 =
      S == Shape{16, 16, 16} || S == Shape{32, 8, 16} || S == Shape{8, 32, 16};
  if (S == Shape{8, 8, 32} || S == Shape{8, 8, 128})
    return subByteElementBits(F);
  if (F.Type == "f64")
    return S == Shape{8, 8, 4} ? 64 : 0;
  if (F.Use == FragmentUse::Accumulator) {
    if (F.Type == "f32")
      return IsK16 || S == Shape{16, 16, 8} ? 32 : 0;
    return IsK16 && is_contained({"f16", "s32"}, F.Type) ? typeBits(F.Type) : 0;
  }
  if (F.IsStore)
    return 0;
  if (F.Type == "tf32")
    return S == Shape{16, 16, 8} ? 32 : 0;
  const bool IsMeasured = is_contained({"f16", "bf16", "s8", "u8"}, F.Type);
  return IsK16 && IsMeasured ? typeBits(F.Type) : 0;
}

std::optional<FragmentRequests> requestsOf(const Fragment &F) {
  const unsigned ElementBits = measuredElementBits(F);
  if (!ElementBits)
    return std::nullopt;
  FragmentRequests B = F.Use == FragmentUse::Accumulator
                           ? accumulatorBlock(F, ElementBits)
                           : operandBlock(F, ElementBits);
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
  if (!readTileShape(NextWord(), F))
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
        (Line * PitchInElements + Element) * Requests.ElementBits / 8;
  }
  return Request;
}

} // namespace warplint
