//===- KeptFile.cpp - Files of the cache ----------------------------------===//

#include "KeptFile.h"
#include "warplint/Support/Archive.h"
#include "warplint/Support/WholeFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

static constexpr size_t HashSize = 16;

std::string cachePathOf(StringRef Folder, StringRef Key, StringRef Suffix) {
  SmallString<256> Path(Folder);
  // Files of this name are those that LLVM's pruning looks at.
  sys::path::append(Path, "llvmcache-" +
                              toHex(hashOf(Key), /*LowerCase=*/true) + Suffix);
  return Path.str().str();
}

std::unique_ptr<MemoryBuffer> openCacheFile(StringRef Path) {
  int Descriptor = -1;
  // When a file was used last is what pruning goes by.
  if (sys::fs::openFileForRead(Path, Descriptor, sys::fs::OF_UpdateAtime))
    return nullptr;
  sys::fs::file_t Handle = sys::fs::convertFDToNativeFile(Descriptor);
  auto Buffer = MemoryBuffer::getOpenFile(Handle, Path, /*FileSize=*/-1,
                                          /*RequiresNullTerminator=*/false);
  (void)sys::fs::closeFile(Handle);
  return Buffer ? std::move(*Buffer) : nullptr;
}

std::optional<KeptFile> readCacheFile(StringRef Folder, StringRef Heading,
                                      StringRef Key, StringRef Suffix) {
  std::unique_ptr<MemoryBuffer> Buffer;
  if (!Folder.empty())
    Buffer = openCacheFile(cachePathOf(Folder, Key, Suffix));
  StringRef Body = Buffer ? Buffer->getBuffer() : "";
  if (!Body.consume_front(Heading) || Body.size() < HashSize)
    return std::nullopt;
  StringRef Hash = Body.take_front(HashSize);
  Body = Body.drop_front(HashSize);
  if (hashOf(Body) != Hash || readText(Body) != Key)
    return std::nullopt;
  return KeptFile{std::move(Buffer), Body};
}

void writeCacheFile(StringRef Folder, StringRef Heading, StringRef Key,
                    StringRef Body, StringRef Suffix) {
  std::string Text;
  writeText(Text, Key);
  Text += Body;
  if (!Folder.empty() && !sys::fs::create_directories(Folder))
    consumeError(writeWholeFile(cachePathOf(Folder, Key, Suffix),
                                Heading.str() + hashOf(Text) + Text));
}

void writeTrace(std::string &Bytes, const FileTrace &Trace) {
  for (Question What : Questions) {
    writeNumber(Bytes, Trace.answers(What).size());
    for (const auto &Answer : Trace.answers(What)) {
      writeText(Bytes, Answer.getKey());
      writeText(Bytes, Answer.getValue());
    }
  }
}

std::optional<FileTrace> readTrace(StringRef &Bytes, FileAnswers &Today) {
  FileTrace Trace;
  for (Question What : Questions) {
    std::optional<uint64_t> Count = readNumber(Bytes);
    if (!Count)
      return std::nullopt;
    for (uint64_t I = 0; I != *Count; ++I) {
      std::optional<StringRef> Path = readText(Bytes), Answer = readText(Bytes);
      if (!Path || !Answer || Today.of(What, *Path) != *Answer)
        return std::nullopt;
      Trace.note(What, *Path, *Answer);
    }
  }
  return Trace;
}

} // namespace warplint
