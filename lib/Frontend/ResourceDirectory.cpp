//===- ResourceDirectory.cpp - Where Clang's own headers are --------------===//

#include "ResourceDirectory.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

/// Of the program that this code is linked into, ".." already applied.
static std::string besideTheProgram() {
  static int Anchor; // Any address of the program will do.
  SmallString<256> Path(sys::fs::getMainExecutable(nullptr, &Anchor));
  sys::path::remove_filename(Path);
  sys::path::append(Path, "..", "lib", "warplint");
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path.str().str();
}

std::string findResourceDirectory() {
  std::string Beside = besideTheProgram();
  SmallString<256> Header(Beside);
  sys::path::append(Header, "include", "__clang_cuda_runtime_wrapper.h");
  return sys::fs::exists(Header) ? Beside : WARPLINT_CLANG_RESOURCE_DIR;
}

} // namespace warplint
