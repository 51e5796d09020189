//===- ResourceDirectory.cpp - Where Clang's own headers are --------------===//

#include "warplint/Frontend/ResourceDirectory.h"
#include "EmbeddedHeaders.h"

namespace warplint {

std::string findResourceDirectory() {
  llvm::StringRef Embedded = embeddedResourceDirectory();
  return Embedded.empty() ? WARPLINT_CLANG_RESOURCE_DIR : Embedded.str();
}

} // namespace warplint
