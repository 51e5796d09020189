//===- NvccMacros.cpp - Who sees that nvcc compiles -----------------------===//

#include "NvccMacros.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {

/// A header of CUDA's libraries, as an #include names it. Those of libcu++ that
/// users include have no extension.
static bool isOfLibrary(StringRef Name) {
  return Name.starts_with("cub/") || Name.starts_with("thrust/") ||
         Name.starts_with("nv/") || Name.starts_with("cuda/std/") ||
         Name.starts_with("cuda/__") ||
         (Name.starts_with("cuda/") && !Name.contains('.')) ||
         Name.ends_with("__clang_cuda_runtime_wrapper.h");
}

namespace {

class NvccMacros : public PPCallbacks {
public:
  explicit NvccMacros(Preprocessor &PP) : PP(PP) {
    for (const char *Name : {"__NVCC__", "__CUDACC_DEVICE_ATOMIC_BUILTINS__"})
      Macros.emplace_back(PP.getIdentifierInfo(Name), nullptr);
  }

  void InclusionDirective(SourceLocation, const Token &, StringRef Name, bool,
                          CharSourceRange, OptionalFileEntryRef, StringRef,
                          StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    IsLibraryNext = isOfLibrary(Name);
  }

  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind, FileID) override {
    const SourceManager &SM = PP.getSourceManager();
    const FileID File = SM.getFileID(Loc);
    if (Reason == EnterFile &&
        (std::exchange(IsLibraryNext, false) ||
         Library.contains(SM.getFileID(SM.getIncludeLoc(File)))))
      Library.insert(File);
    if (IsHidden == Library.contains(File))
      return;
    IsHidden = !IsHidden;
    for (auto &[Name, Is] : Macros)
      if (IsHidden && (Is = PP.getMacroInfo(Name)))
        PP.appendMacroDirective(Name, new (PP.getPreprocessorAllocator())
                                          UndefMacroDirective(Loc));
      else if (!IsHidden && Is)
        PP.appendDefMacroDirective(Name, Is, Loc);
  }

private:
  Preprocessor &PP;
  /// And what they were before they were hidden.
  std::vector<std::pair<IdentifierInfo *, MacroInfo *>> Macros;
  llvm::DenseSet<FileID> Library; ///< Files of the libraries.
  bool IsLibraryNext = false;
  bool IsHidden = false;
};

} // namespace

std::unique_ptr<PPCallbacks> showNvcc(Preprocessor &PP) {
  return std::make_unique<NvccMacros>(PP);
}

} // namespace warplint
