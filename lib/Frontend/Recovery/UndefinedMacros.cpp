//===- UndefinedMacros.cpp - Macros that may be taken as undefined --------===//

#include "DirectiveLexer.h"
#include "Frontend/Headers/MacroDefinitions.h"
#include "MissingHeaderEffects.h"
#include "warplint/Frontend/IncludeLines.h"
#include "warplint/Frontend/Places.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {

/// What macros of libraries begin with that are not called so: the beginnings
/// of their headers, and of the macros, '|' between them.
static constexpr std::pair<StringRef, StringRef> Libraries[] = {
    {"torch", "C10_|AT_|ATEN_|CAFFE2_|USE_C10D_"},
    {"ATen", "AT_|C10_|TORCH_"},
    {"c10", "TORCH_|AT_"},
    {"THC", "AT_"},
    {"cub", "THRUST_|CCCL_|_CCCL_"},
    {"thrust", "CUB_|CCCL_|_CCCL_"},
    {"cuda", "CCCL_|_CCCL_|_LIBCUDACXX_"},
    {"cute", "CUTLASS_"},
    {"opencv2", "CV_|HAVE_OPENCV_"},
    {"google/protobuf", "PROTOBUF_"},
    {"mma", "CUDA_"},
};

bool namesLibraryOf(StringRef Header, StringRef Macro) {
  auto IsBeginning = [&](StringRef Begin) { return Macro.starts_with(Begin); };
  for (const auto &[Headers, Macros] : Libraries)
    if (Header.starts_with(Headers) &&
        llvm::any_of(llvm::split(Macros, '|'), IsBeginning))
      return true;
  // Of the first folder, or of the file: "glog", "cublas_v2", "tiny-cuda-nn".
  while (Header.consume_front("../") || Header.consume_front("./"))
    ;
  std::string Library =
      Header.contains('/')
          ? Header.split('/').first.upper()
          : llvm::sys::path::stem(Header).rsplit("_v").first.upper();
  llvm::replace(Library, '-', '_');
  StringRef Rest = Macro.ltrim('_');
  if (!llvm::StringRef(Rest.upper()).starts_with(Library))
    return false;
  Rest = Rest.drop_front(Library.size());
  return Rest.empty() || Rest.front() == '_' || llvm::isDigit(Rest.front());
}

UndefinedMacros::UndefinedMacros(CompilerInstance &CI,
                                 const ParseOptions &Options,
                                 StringRef MainFile,
                                 llvm::ArrayRef<std::string> MissingHeaders)
    : CI(CI), Files(Options.Files), MissingHeaders(MissingHeaders) {
  if (!Options.Files || Options.Strict)
    return;
  Definitions = Options.Definitions;
  Root = Files->rootOf(MainFile);
  FileManager &FM = CI.getFileManager();
  for (const DirectoryLookup &Dir :
       CI.getPreprocessor().getHeaderSearchInfo().search_dir_range())
    if (OptionalDirectoryEntryRef Folder = Dir.getDirRef();
        Folder &&
        FM.getOptionalFileRef((Folder->getName() + "/cuda_runtime.h").str()))
      Toolkits.push_back(Folder->getName().str());
}

/// How often files below the root define \p Macro that this parse has read.
unsigned UndefinedMacros::definitionsRead(StringRef Macro) {
  if (!Read) {
    Read.emplace();
    SourceManager &SM = CI.getSourceManager();
    for (const auto &Entry :
         llvm::make_range(SM.fileinfo_begin(), SM.fileinfo_end())) {
      std::optional<StringRef> Text = Entry.second->getBufferDataIfLoaded();
      if (Text && !isUnit(Entry.first.getName()) &&
          Files->isInside(Root, Entry.first.getName()))
        forEachDefinition(*Text, /*IsTemplate=*/false,
                          [&](StringRef Name) { ++(*Read)[Name]; });
    }
  }
  return Read->lookup(Macro);
}

bool UndefinedMacros::mayAssume(const UndefinedMacro &Macro) {
  if (!Definitions || Macro.Name.empty())
    return false;
  auto [It, IsNew] = Assumed.try_emplace(Macro.Name + "\n" + Macro.Where.File);
  auto IsOfLibrary = [&](StringRef Header) {
    return namesLibraryOf(Header, Macro.Name);
  };
  auto IsUndefinedIn = [&](StringRef Toolkit) {
    return Definitions(Toolkit, Macro.Name) == 0;
  };
  // A library that is not below the root may have headers that nobody has looked
  // at.
  if (IsNew)
    It->second = llvm::none_of(MissingHeaders, IsOfLibrary) &&
                 Files->isInside(Root, Macro.Where.File) &&
                 Definitions(Root, Macro.Name) == definitionsRead(Macro.Name) &&
                 llvm::all_of(Toolkits, IsUndefinedIn);
  return It->second;
}

bool UndefinedMacros::hasOneDefinition(StringRef Macro) {
  return Definitions && Definitions(Root, Macro) == 1;
}

/// The undefined macros that the condition \p If of the main file asks for.
static void addAsked(Preprocessor &PP, const Directive &If,
                     std::vector<UndefinedMacro> &Into) {
  const SourceManager &SM = PP.getSourceManager();
  SourceLocation Begin = SM.getLocForStartOfFile(SM.getMainFileID());
  for (const auto &[Name, Offset, IsNegated, IsTested] : If.Words) {
    const IdentifierInfo *Id = PP.getIdentifierInfo(Name);
    auto IsIt = [&](const UndefinedMacro &M) { return M.Name == Name; };
    if (!IsNegated && llvm::none_of(Into, IsIt) &&
        !Id->isKeyword(PP.getLangOpts()) && !PP.getMacroInfo(Id))
      Into.push_back({Name.str(), placeOf(SM, Begin.getLocWithOffset(Offset))});
  }
}

std::vector<UndefinedMacro> switchesOf(Preprocessor &PP,
                                       llvm::ArrayRef<OffsetRange> Skipped) {
  std::vector<UndefinedMacro> Switches;
  const SourceManager &SM = PP.getSourceManager();
  std::optional<StringRef> Text = SM.getBufferDataOrNone(SM.getMainFileID());
  if (Skipped.empty() || !Text)
    return Switches;
  auto IsSkipped = [&](size_t Offset) {
    return llvm::any_of(
        Skipped, [&](const OffsetRange &R) { return R.contains(Offset); });
  };
  // The branches around, innermost last, by the directives that open them.
  std::vector<Directive> Around;
  bool IsOff = forEachDirective(
      *Text,
      [&](const Directive &D) {
        if (D.Keyword.starts_with("if"))
          Around.push_back(D);
        else if (D.Keyword.starts_with("el") && !Around.empty())
          Around.back() = D;
        else if (D.Keyword == "endif" && !Around.empty())
          Around.pop_back();
        return true;
      },
      [&](StringRef Name, size_t Offset) {
        if (Name != "__global__" && Name != "__shared__")
          return true;
        for (const Directive &D : Around)
          if (D.Keyword != "ifndef" && D.Keyword != "else" &&
              D.Keyword != "elifndef")
            addAsked(PP, D, Switches);
        return IsSkipped(Offset);
      });
  return IsOff ? Switches : std::vector<UndefinedMacro>();
}

} // namespace warplint
