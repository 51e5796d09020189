//===- HostText.cpp - Text that others read otherwise ---------------------===//

#include "HostText.h"
#include "Frontend/Text/SourceFiles.h"
#include "Kernel/Source/CompiledHeaders.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

static bool hasAnyOf(llvm::StringRef Text,
                     std::initializer_list<llvm::StringRef> Words) {
  return llvm::any_of(
      Words, [&](llvm::StringRef Word) { return Text.contains(Word); });
}

/// What the device's compilation has otherwise than the host's.
static bool namesDevice(llvm::StringRef Text) {
  return hasAnyOf(Text, {"__CUDA_ARCH", "__NVPTX__", "NV_IF_", "NV_DISPATCH_",
                         "long double", "LONG_DOUBLE", "LDBL_", "max_align_t",
                         "__BIGGEST_ALIGNMENT__"});
}

bool asksCompiler(const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  return hasAnyOf(SM.getBufferData(SM.getMainFileID()),
                  {"__has_builtin", "__has_feature", "__has_extension",
                   "__builtin_constant_p"});
}

/// Whether \p Holds of a file of the user's.
static bool
anyText(const ASTContext &Context,
        llvm::function_ref<bool(llvm::StringRef)> Holds) {
  const SourceManager &SM = Context.getSourceManager();
  return llvm::any_of(
             userFiles(SM),
             [&](FileID File) { return Holds(SM.getBufferData(File)); }) ||
         llvm::any_of(compiledHeaders(Context), [&](llvm::StringRef Header) {
           auto Text = SM.getFileManager().getBufferForFile(Header);
           return !Text || Holds((*Text)->getBuffer());
         });
}

bool asksForDevice(const ASTContext &Context) {
  return anyText(Context, namesDevice);
}

bool spellsLaunch(const ASTContext &Context) {
  return anyText(Context, [](llvm::StringRef Text) {
    return hasAnyOf(Text, {"<<<", "cudaLaunch"});
  });
}

} // namespace warplint
