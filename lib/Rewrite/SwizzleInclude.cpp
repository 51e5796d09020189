//===- SwizzleInclude.cpp - warplint/swizzle.h for every parse ------------===//

#include "warplint/Rewrite/SwizzleHeader.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace warplint {

void addSwizzleHeader(DeviceCommand &Command,
                      IntrusiveRefCntPtr<vfs::FileSystem> &FS) {
  auto Buffer = FS->getBufferForFile(Command.File);
  if (!Buffer || !(*Buffer)->getBuffer().contains("warplint/swizzle.h"))
    return;
  // A folder that no machine has.
  StringRef Folder = "/<warplint>";
  auto Header = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  if (auto Here = FS->getCurrentWorkingDirectory())
    (void)Header->setCurrentWorkingDirectory(*Here);
  Header->addFile(Folder + "/warplint/swizzle.h", 0,
                  MemoryBuffer::getMemBuffer(swizzleHeader()));
  auto Both = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(FS);
  Both->pushOverlay(Header);
  FS = Both;
  Command.Arguments.push_back("-idirafter");
  Command.Arguments.push_back(Folder.str());
}

} // namespace warplint
