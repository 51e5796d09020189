//===- HostText.cpp - Text that others read otherwise ---------------------===//

#include "HostText.h"
#include "Frontend/Text/SourceFiles.h"
#include "Kernel/Source/CompiledHeaders.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

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
                         "_CCCL_", "_OPENMP", "long double", "LONG_DOUBLE",
                         "LDBL_", "max_align_t", "__BIGGEST_ALIGNMENT__"});
}

/// What gcc has otherwise than Clang, whatever the options are, or as the options
/// tell it, of which those of the host's compiler are not known.
static bool namesCompiler(llvm::StringRef Text) {
  return hasAnyOf(Text, {"__has_builtin",
                         "__has_feature",
                         "__has_extension",
                         "__has_attribute",
                         "__has_cpp_attribute",
                         "__is_identifier",
                         "__builtin_constant_p",
                         "__builtin_object_size",
                         "__builtin_COLUMN",
                         "source_location",
                         "__PRETTY_FUNCTION__",
                         "__cpp_",
                         "__GNUC_MINOR__",
                         "__GNUC_PATCHLEVEL__",
                         "__VERSION__",
                         "_CCCL_COMPILER",
                         "_CCCL_CUDA_COMPILER",
                         "__GXX_ABI_VERSION",

                         "__OPTIMIZE_SIZE__",
                         "__NO_INLINE__",
                         "__FAST_MATH__",
                         "__FINITE_MATH_ONLY__",
                         "__PIC__",
                         "__pic__",
                         "__PIE__",
                         "__pie__",
                         "__SSE",
                         "__AVX",
                         "__FMA__",
                         "__BMI",
                         "__F16C__",
                         "__EXCEPTIONS",
                         "__GXX_RTTI",
                         "__CHAR_UNSIGNED__",
                         "__STRICT_ANSI__",
                         "__SANITIZE_",
                         "_FORTIFY_SOURCE",
                         "__FLOAT128__",
                         "__SIZEOF_FLOAT",
                         "__INT_FAST",
                         "__LITTLE_ENDIAN__"});
}

/// Whether \p Holds of the path and the text of a file of the user's.
static bool
anyText(const ASTContext &Context,
        llvm::function_ref<bool(llvm::StringRef, llvm::StringRef)> Holds) {
  const SourceManager &SM = Context.getSourceManager();
  return llvm::any_of(userFiles(SM),
                      [&](FileID File) {
                        return Holds(sourceFileName(SM, File),
                                     SM.getBufferData(File));
                      }) ||
         llvm::any_of(compiledHeaders(Context), [&](llvm::StringRef Header) {
           auto Text = SM.getFileManager().getBufferForFile(Header);
           return !Text || Holds(Header, (*Text)->getBuffer());
         });
}

bool asksCompiler(const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const FileID Main = SM.getMainFileID();
  llvm::SmallString<256> Project(sourceFileName(SM, Main));
  SM.getFileManager().makeAbsolutePath(Project);
  llvm::sys::path::remove_dots(Project, /*remove_dot_dot=*/true);
  // Headers of libraries ask for the sake of their own code.
  constexpr unsigned FoldersAbove = 2;
  for (unsigned N = 0; N != 1 + FoldersAbove; ++N)
    llvm::sys::path::remove_filename(Project);
  Project += '/';
  return namesCompiler(SM.getBufferData(Main)) ||
         anyText(Context, [&](llvm::StringRef Path, llvm::StringRef Text) {
           return Path.starts_with(Project) && namesCompiler(Text);
         });
}

bool asksForDevice(const ASTContext &Context) {
  return anyText(Context, [](llvm::StringRef, llvm::StringRef Text) {
    return namesDevice(Text);
  });
}

bool spellsLaunch(const ASTContext &Context) {
  return anyText(Context, [](llvm::StringRef, llvm::StringRef Text) {
    return hasAnyOf(Text, {"<<<", "cudaLaunch"});
  });
}

} // namespace warplint
