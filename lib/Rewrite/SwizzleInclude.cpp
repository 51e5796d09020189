//===- SwizzleInclude.cpp - warplint/swizzle.h for every parse ------------===//

#include "warplint/Rewrite/SourceFix.h"
#include "warplint/Rewrite/SwizzleHeader.h"

using namespace llvm;

namespace warplint {

void addSwizzleHeader(DeviceCommand &Command,
                      IntrusiveRefCntPtr<vfs::FileSystem> &FS) {
  auto Buffer = FS->getBufferForFile(Command.File);
  if (!Buffer || !(*Buffer)->getBuffer().contains("warplint/swizzle.h"))
    return;
  // A folder that no machine has.
  StringRef Folder = "/<warplint>";
  FS = withFile(FS, Folder + "/warplint/swizzle.h", swizzleHeader());
  Command.Arguments.push_back("-idirafter");
  Command.Arguments.push_back(Folder.str());
}

} // namespace warplint
