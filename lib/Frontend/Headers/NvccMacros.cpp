//===- NvccMacros.cpp - Who sees that nvcc compiles -----------------------===//

#include "NvccMacros.h"
#include "clang/Lex/ExternalPreprocessorSource.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

/// The release of the gcc that the search for headers found: its number names the
/// folder of its C++ headers. Else one that CUDA 13 works with.
static std::string hostCompilerRelease(const HeaderSearch &Headers) {
  for (const HeaderSearchOptions::Entry &E :
       Headers.getHeaderSearchOpts().UserEntries) {
    StringRef Release = StringRef(E.Path).rsplit("/include/c++/").second;
    Release = Release.take_while(llvm::isDigit);
    if (!Release.empty())
      return Release.str();
  }
  return "13";
}

namespace {

class NvccMacros : public PPCallbacks {
public:
  NvccMacros(Preprocessor &PP, bool IsPreamble)
      : PP(PP), IsPreamble(IsPreamble) {
    for (const char *Name : {"__NVCC__", "__CUDACC_DEVICE_ATOMIC_BUILTINS__"})
      OfNvcc.push_back({PP.getIdentifierInfo(Name)});
    for (const char *Name :
         {"__clang__", "__clang_major__", "__clang_minor__",
          "__clang_patchlevel__", "__clang_version__", "__llvm__", "__CUDA__"})
      OfClang.push_back({PP.getIdentifierInfo(Name)});
    const std::string Release = hostCompilerRelease(PP.getHeaderSearchInfo());
    for (auto [Name, Value] : {std::pair("__GNUC__", Release.c_str()),
                               {"__GNUG__", Release.c_str()},
                               {"__GNUC_MINOR__", "0"},
                               {"__GNUC_PATCHLEVEL__", "0"}})
      OfClang.push_back({PP.getIdentifierInfo(Name), number(Value)});
    if (unsigned Number; !StringRef(Release).getAsInteger(10, Number) &&
                         Number >= 11) // gcc 13 has 1018.
      OfClang.push_back({PP.getIdentifierInfo("__GXX_ABI_VERSION"),
                         number(std::to_string(1005 + Number))});
  }

  void InclusionDirective(SourceLocation, const Token &, StringRef Name, bool,
                          CharSourceRange, OptionalFileEntryRef, StringRef,
                          StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    IsLibraryNext = isOfLibrary(Name);
  }

  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind Kind, FileID) override {
    const SourceManager &SM = PP.getSourceManager();
    const FileID File = SM.getFileID(Loc);
    if (Reason == EnterFile &&
        (std::exchange(IsLibraryNext, false) ||
         Library.contains(SM.getFileID(SM.getIncludeLoc(File)))))
      Library.insert(File);
    const bool IsLibrary = Library.contains(File);
    show(OfNvcc, HasNvcc, !IsLibrary, Loc);
    const bool IsUsers = !IsLibrary && Kind == SrcMgr::C_User &&
                         !SM.isWrittenInBuiltinFile(Loc) &&
                         !SM.isWrittenInCommandLineFile(Loc) &&
                         !(IsPreamble && File == SM.getMainFileID());
    show(OfClang, HasClang,
         !IsUsers || !isDefined("__NVCC__") ||
             isDefined("__WARPLINT_CLANG_BRANCHES__"),
         Loc);
  }

  /// nvcc takes the pragma that `#define UNROLL #pragma unroll` expands to. Clang
  /// wants the operator.
  void MacroDefined(const Token &Name,
                    const MacroDirective *Directive) override {
    const MacroInfo &Written = *Directive->getMacroInfo();
    ArrayRef<Token> Body = Written.tokens();
    if (Body.size() < 3 || Written.isFunctionLike() ||
        Body[0].isNot(tok::hash) || !Body[1].getIdentifierInfo() ||
        !Body[1].getIdentifierInfo()->isStr("pragma") || !isDefined("__NVCC__"))
      return;
    std::string Pragma;
    for (const Token &T : Body.drop_front(2))
      Pragma += (T.hasLeadingSpace() ? " " : "") + PP.getSpelling(T);
    Token Tokens[4];
    constexpr tok::TokenKind Kinds[] = {tok::identifier, tok::l_paren,
                                        tok::string_literal, tok::r_paren};
    for (auto [Kind, T] : llvm::zip(Kinds, Tokens)) {
      T.startToken();
      T.setKind(Kind);
      T.setLocation(Body[0].getLocation());
      T.setLength(1);
    }
    // The spelling is kept for tokens that are literals already.
    PP.CreateString("\"" + Lexer::Stringify(StringRef(Pragma).ltrim()) + "\"",
                    Tokens[2]);
    Tokens[0].setIdentifierInfo(PP.getIdentifierInfo("_Pragma"));
    MacroInfo *Info = PP.AllocateMacroInfo(Written.getDefinitionLoc());
    Info->setDefinitionEndLoc(Written.getDefinitionEndLoc());
    Info->setTokens(Tokens, PP.getPreprocessorAllocator());
    PP.appendDefMacroDirective(Name.getIdentifierInfo(), Info,
                               Directive->getLocation());
  }

private:
  struct Macro {
    IdentifierInfo *Name;
    MacroInfo *Instead = nullptr;  ///< While it is hidden; null: undefined.
    MacroInfo *Original = nullptr; ///< Before it was hidden.
  };

  MacroInfo *number(StringRef Value) {
    Token T;
    T.startToken();
    T.setKind(tok::numeric_constant);
    PP.CreateString(Value, T);
    MacroInfo *Info = PP.AllocateMacroInfo(SourceLocation());
    Info->setTokens(T, PP.getPreprocessorAllocator());
    return Info;
  }

  /// What a compiled header has of \p Name may not have been read yet.
  const IdentifierInfo *upToDate(const IdentifierInfo *Name) const {
    ExternalPreprocessorSource *Compiled = PP.getExternalSource();
    if (Compiled && Name->isOutOfDate())
      Compiled->updateOutOfDateIdentifier(*Name);
    return Name;
  }

  bool isDefined(StringRef Name) const {
    return PP.isMacroDefined(upToDate(PP.getIdentifierInfo(Name)));
  }

  void show(std::vector<Macro> &Macros, bool &AreShown, bool Show,
            SourceLocation Loc) {
    if (std::exchange(AreShown, Show) == Show)
      return;
    for (Macro &M : Macros) {
      if (!Show)
        M.Original = PP.getMacroInfo(upToDate(M.Name));
      MacroInfo *Now = Show ? M.Original : M.Instead;
      if (Now && M.Original)
        PP.appendDefMacroDirective(M.Name, Now, Loc);
      else if (M.Original)
        PP.appendMacroDirective(M.Name, new (PP.getPreprocessorAllocator())
                                            UndefMacroDirective(Loc));
    }
  }

  Preprocessor &PP;
  const bool IsPreamble;
  std::vector<Macro> OfNvcc, OfClang;
  llvm::DenseSet<FileID> Library; ///< Files of the libraries.
  bool IsLibraryNext = false;
  bool HasNvcc = true, HasClang = true;
};

} // namespace

std::unique_ptr<PPCallbacks> showNvcc(Preprocessor &PP, bool IsPreamble) {
  return std::make_unique<NvccMacros>(PP, IsPreamble);
}

} // namespace warplint
