//===- FatbinTest.cpp - PTX in binaries -----------------------------------===//

#include "warplint/MachineCode/Fatbin.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include <gtest/gtest.h>
#include <random>

using namespace llvm;
using namespace warplint;

namespace {

struct Part {
  std::string Payload;
  uint16_t Kind = 1;
  uint32_t Architecture = 90;
  uint64_t Flags = 0x11, Unpacked = 0;
};

std::string number(uint64_t Value, size_t Bytes) {
  std::string Text(8, '\0');
  support::endian::write64le(Text.data(), Value);
  return Text.substr(0, Bytes);
}

/// What fatbinary writes of \p Parts: heads of 64 bytes, payloads padded to 8.
std::string container(ArrayRef<Part> Parts) {
  std::string Body;
  for (const Part &P : Parts) {
    const size_t Padded = (P.Payload.size() + 7) / 8 * 8;
    Body += number(P.Kind, 2) + number(0x101, 2) + number(64, 4) +
            number(Padded, 8) + number(P.Unpacked ? P.Payload.size() : 0, 4) +
            number(0, 4) + number(8, 2) + number(1, 2) +
            number(P.Architecture, 4) + number(0, 8) + number(P.Flags, 8) +
            number(0, 8) + number(P.Unpacked, 8) + P.Payload +
            std::string(Padded - P.Payload.size(), '\0');
  }
  return number(0xba55ed50, 4) + number(1, 2) + number(16, 2) +
         number(Body.size(), 8) + Body;
}

std::vector<std::string> textsOf(StringRef Bytes) {
  auto Found = ptxIn(Bytes);
  return Found ? *Found : std::vector{"error: " + toString(Found.takeError())};
}

using Texts = std::vector<std::string>;

TEST(Fatbin, FindsTheNewestPtxOfEachContainer) {
  const std::string One = container({{".version 8.0 old", 1, 80},
                                     {".version 8.0 new", 1, 90},
                                     {"code", 2, 90}});
  const std::string Two = container({{".version 9.0", 1, 75}});
  EXPECT_EQ(textsOf("\x7f"
                    "ELF of a host" +
                    One + "between" + Two),
            (Texts{".version 8.0 new", ".version 9.0"}));
}

TEST(Fatbin, SaysWhatItLacks) {
  EXPECT_EQ(textsOf("text"), Texts{"error: it has no CUDA code"});
  EXPECT_EQ(textsOf(container({{"code", 2}})),
            Texts{"error: it has machine code without PTX; compile with "
                  "'code=compute_XX' as well"});
}

TEST(Fatbin, UnpacksLz4) {
  // Three literals, a copy of 5 from 3 back, then literals to the end.
  const std::string Packed("\x31"
                           "abc\x03\x00\x20"
                           "xy",
                           9);
  EXPECT_EQ(textsOf(container({{Packed, 1, 90, 0x2011, 10}})),
            Texts{"abcabcabxy"});
  EXPECT_EQ(textsOf(container({{Packed, 1, 90, 0x2011, 9}})),
            Texts{"error: its CUDA code is corrupt"});
}

TEST(Fatbin, UnpacksZstd) {
  if (!compression::zstd::isAvailable())
    GTEST_SKIP();
  const std::string Text = ".version 9.0 " + std::string(500, 'x');
  SmallVector<uint8_t, 0> Packed;
  compression::zstd::compress(arrayRefFromStringRef(Text), Packed);
  EXPECT_EQ(textsOf(container(
                {{toStringRef(Packed).str(), 1, 90, 0x8011, Text.size()}})),
            Texts{Text});
}

TEST(Fatbin, TakesAnything) {
  const std::string Whole = container({{std::string("\x31"
                                                    "abc\x03\x00\x20"
                                                    "xy",
                                                    9),
                                        1, 90, 0x2011, 10},
                                       {"code", 2, 90}});
  std::mt19937 Random(1);
  for (unsigned I = 0; I != 20000; ++I) {
    std::string Bytes = Whole.substr(0, Random() % (Whole.size() + 1));
    for (unsigned N = Random() % 4; N && Bytes.size() > 8; --N)
      Bytes[8 + Random() % (Bytes.size() - 8)] = char(Random());
    consumeError(ptxIn(Bytes).takeError());
  }
}

} // namespace
