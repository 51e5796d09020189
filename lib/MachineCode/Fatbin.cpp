//===- Fatbin.cpp - The PTX in binaries of nvcc ---------------------------===//

#include "warplint/MachineCode/Fatbin.h"
#include "warplint/Messages/Ptx.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/DataExtractor.h"

using namespace llvm;

namespace warplint {

/// Larger texts are no PTX.
static constexpr uint64_t MaximumText = uint64_t(256) << 20;

/// LZ4's block format: runs of literals, and copies of what was written.
static std::optional<std::string> unpackLz4(StringRef Packed, size_t Size) {
  std::string Text;
  const auto Length = [&](size_t Short) {
    size_t N = Short;
    for (uint8_t More = 255; Short == 15 && More == 255 && !Packed.empty();) {
      More = uint8_t(Packed.front());
      Packed = Packed.drop_front();
      N += More;
    }
    return N;
  };
  while (!Packed.empty()) {
    const auto Head = uint8_t(Packed.front());
    Packed = Packed.drop_front();
    const size_t Literals = Length(Head >> 4);
    if (Literals > Packed.size() || Text.size() + Literals > Size)
      return std::nullopt;
    Text += Packed.take_front(Literals);
    Packed = Packed.drop_front(Literals);
    if (Packed.size() < 2)
      break;
    const size_t Back = uint8_t(Packed[0]) | size_t(uint8_t(Packed[1])) << 8;
    Packed = Packed.drop_front(2);
    const size_t Copied = Length(Head & 15) + 4;
    if (Back == 0 || Back > Text.size() || Text.size() + Copied > Size)
      return std::nullopt;
    for (size_t I = 0; I != Copied; ++I)
      Text += Text[Text.size() - Back];
  }
  return Text.size() == Size ? std::optional(std::move(Text)) : std::nullopt;
}

namespace {

/// One file in a container.
struct Entry {
  enum : uint16_t { Ptx = 1 };
  enum : uint64_t { Lz4 = 0x2000, Zstd = 0x8000 };

  uint16_t Kind = 0;
  uint32_t Architecture = 0; ///< 90
  uint64_t Flags = 0, Unpacked = 0;
  StringRef Payload;

  Expected<std::string> text() const;
};

} // namespace

Expected<std::string> Entry::text() const {
  const auto Broken = [] {
    return createStringError(messages::FatbinBroken());
  };
  std::string Text = Payload.str();
  if (Unpacked > MaximumText)
    return Broken();
  if (Flags & Lz4) {
    std::optional<std::string> Made = unpackLz4(Payload, Unpacked);
    if (!Made)
      return Broken();
    Text = std::move(*Made);
  } else if (Flags & Zstd) {
    if (!compression::zstd::isAvailable())
      return createStringError(messages::FatbinZstd());
    SmallVector<uint8_t, 0> Made;
    if (Error E = compression::zstd::decompress(arrayRefFromStringRef(Payload),
                                                Made, Unpacked)) {
      consumeError(std::move(E));
      return Broken();
    }
    Text = toStringRef(Made).str();
  }
  Text.resize(StringRef(Text).rtrim('\0').size());
  return Text;
}

/// The entries of the container that \p Bytes begins with, and its length.
static std::pair<std::vector<Entry>, uint64_t> entriesOf(StringRef Bytes) {
  constexpr uint64_t HeadSize = 16, LeastEntry = 64;
  const DataExtractor Data(Bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  uint64_t Offset = 8;
  const uint64_t Size = Data.getU64(&Offset);
  StringRef Rest = Bytes.drop_front(std::min<size_t>(HeadSize, Bytes.size()));
  Rest = Rest.take_front(Size);
  const uint64_t Whole = HeadSize + Rest.size();
  std::vector<Entry> Entries;
  while (Rest.size() >= LeastEntry) {
    const DataExtractor Head(Rest, /*IsLittleEndian=*/true, /*AddressSize=*/8);
    Entry E;
    uint64_t At = 0;
    E.Kind = Head.getU16(&At);
    const uint32_t HeaderBytes = Head.getU32(&(At = 4));
    const uint64_t Bytes = Head.getU64(&At);
    const uint32_t PackedBytes = Head.getU32(&At);
    E.Architecture = Head.getU32(&(At = 0x1c));
    E.Flags = Head.getU64(&(At = 0x28));
    E.Unpacked = Head.getU64(&(At = 0x38));
    if (HeaderBytes < LeastEntry || HeaderBytes > Rest.size() ||
        Bytes > Rest.size() - HeaderBytes)
      break;
    E.Payload = Rest.substr(HeaderBytes, PackedBytes ? PackedBytes : Bytes)
                    .take_front(Bytes);
    Entries.push_back(E);
    Rest = Rest.drop_front(HeaderBytes + Bytes);
  }
  return {std::move(Entries), Whole};
}

Expected<std::vector<std::string>> ptxIn(StringRef Bytes) {
  const StringRef Magic("\x50\xed\x55\xba\x01\x00\x10\x00", 8);
  std::vector<std::string> Modules;
  bool HasCode = Bytes.starts_with("\x7f"
                                   "ELF") &&
                 Bytes.substr(18, 2) == StringRef("\xbe\x00", 2); // EM_CUDA
  for (size_t At = Bytes.find(Magic); At != StringRef::npos;
       At = Bytes.find(Magic, At)) {
    const auto [Entries, Whole] = entriesOf(Bytes.drop_front(At));
    At += Whole;
    uint32_t Newest = 0;
    for (const Entry &E : Entries)
      if (E.Kind == Entry::Ptx)
        Newest = std::max(Newest, E.Architecture);
    HasCode |= !Entries.empty();
    for (const Entry &E : Entries) {
      if (E.Kind != Entry::Ptx || E.Architecture != Newest)
        continue;
      Expected<std::string> Text = E.text();
      if (!Text)
        return Text.takeError();
      Modules.push_back(std::move(*Text));
    }
  }
  if (!Modules.empty())
    return Modules;
  return createStringError(HasCode ? messages::FatbinWithoutPtx()
                                   : messages::NoFatbin());
}

} // namespace warplint
