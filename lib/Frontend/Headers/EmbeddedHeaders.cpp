//===- EmbeddedHeaders.cpp - Clang's own headers, in the program ----------===//

#include "EmbeddedHeaders.h"
#include "warplint/Frontend/ResourceDirectory.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

#ifdef WARPLINT_PACKED_HEADERS
__asm__(".section .rodata\n"
        ".global warplint_headers_begin\n"
        "warplint_headers_begin:\n"
        ".incbin \"" WARPLINT_PACKED_HEADERS "\"\n"
        ".global warplint_headers_end\n"
        "warplint_headers_end:\n"
        ".text\n");
extern "C" const char warplint_headers_begin[], warplint_headers_end[];
#endif

namespace warplint {

static StringRef packed() {
#ifdef WARPLINT_PACKED_HEADERS
  return StringRef(warplint_headers_begin,
                   warplint_headers_end - warplint_headers_begin);
#else
  return {};
#endif
}

static constexpr StringRef EmbeddedDirectory = "/__warplint__/clang";

std::string findResourceDirectory() {
  return packed().empty() ? WARPLINT_CLANG_RESOURCE_DIR
                          : EmbeddedDirectory.str();
}

static IntrusiveRefCntPtr<vfs::InMemoryFileSystem> unpacked() {
  auto Files = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (StringRef Rest = packed(); !Rest.empty();) {
    auto [Name, Behind] = Rest.split('\0');
    uint64_t Size = support::endian::read64le(Behind.data());
    StringRef Text = Behind.substr(sizeof(Size), Size);
    SmallString<128> Path(EmbeddedDirectory);
    sys::path::append(Path, "include", Name);
    Files->addFile(Path, 0, MemoryBuffer::getMemBuffer(Text, Path));
    Rest = Behind.drop_front(sizeof(Size) + Size + 1);
  }
  return Files;
}

IntrusiveRefCntPtr<vfs::FileSystem>
withEmbeddedHeaders(IntrusiveRefCntPtr<vfs::FileSystem> FS) {
  if (packed().empty())
    return FS;
  // Nobody writes to it: one for all parses.
  static IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Headers = unpacked();
  auto Both = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(FS));
  Both->pushOverlay(Headers);
  return Both;
}

void searchEmbeddedHeaders(clang::HeaderSearchOptions &Options) {
  if (packed().empty())
    return;
  for (clang::HeaderSearchOptions::Entry &E : Options.UserEntries)
    if (StringRef(E.Path).starts_with("/usr/include/clang/"))
      E.Path = (EmbeddedDirectory + "/include").str();
}

} // namespace warplint
