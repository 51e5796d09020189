//===- HostText.cpp - Text that others read otherwise ---------------------===//

#include "HostText.h"
#include "ForeignHeaders.h"
#include "Frontend/Nvcc/CompilerNames.h"
#include "Frontend/Text/RuntimeCalls.h"
#include "Frontend/Text/SourceFiles.h"
#include "Kernel/Source/CompiledHeaders.h"
#include "warplint/Support/Words.h"
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
                         "LDBL_", "max_align_t", "__BIGGEST_ALIGNMENT__"}) ||
         (Text.contains("##") && Text.contains("ARCH__"));
}

/// What gcc has otherwise than Clang, whatever the options are, or as the options
/// tell it, of which those of the host's compiler are not known.
static bool namesCompiler(llvm::StringRef Text) {
  return hasOtherInGcc(Text) ||
         hasAnyOf(
             Text,
             {"__builtin_constant_p", "__builtin_object_size",
              "__builtin_COLUMN", "source_location", "__cpp_", "_CCCL_COMPILER",
              "_CCCL_CUDA_COMPILER", "__GXX_ABI_VERSION", "__OPTIMIZE_SIZE__",
              "__FAST_MATH__", "__FINITE_MATH_ONLY__", "__SSE", "__AVX",
              "__FMA__", "__BMI", "__F16C__", "__EXCEPTIONS", "__GXX_RTTI",
              "__CHAR_UNSIGNED__", "__STRICT_ANSI__", "__SANITIZE_",
              "_FORTIFY_SOURCE", "__FLOAT128__", "__SIZEOF_FLOAT", "__INT_FAST",
              "__LITTLE_ENDIAN__",
              // Clang's own.
              "_FMTX__", "_FMTd__", "_FMTi__", "_FMTo__", "_FMTu__", "_FMTx__",
              "_C_SUFFIX__", "__BITINT_", "__CLANG_", "__CONSTANT_CFSTRINGS__",
              "__FPCLASS_", "__GNUC_GNU_INLINE__", "_MEMORY_SCOPE_",
              "__NO_MATH_", "__OBJC_", "__PTX__", "__STDC_EMBED_",
              "__WINT_UNSIGNED__", "__BOOL_WIDTH__", "__LLONG_WIDTH__",
              "__POINTER_WIDTH__", "__UINTMAX_WIDTH__", "__UINTPTR_WIDTH__",
              "_literal_encoding__", "__private_extern__", "__seg_",
              "__tune_"});
}

namespace {

/// What texts define or declare under conditions that ask for something, as for the
/// host's compiler, and the macros made of it.
class AskedNames {
public:
  explicit AskedNames(bool (*Asks)(llvm::StringRef)) : IsAsked(Asks) {}

  /// Whether there are more names now.
  bool read(llvm::StringRef Text) {
    const size_t Before = Names.size();
    std::vector<bool> Conditions;
    for (llvm::StringRef Line : llvm::split(Text, '\n'))
      readLine(Line.ltrim(), Conditions);
    return Names.size() != Before;
  }

  bool occurIn(llvm::StringRef Text) const { return hasAnyWord(Text, Names); }

private:
  void readLine(llvm::StringRef Line, std::vector<bool> &Conditions) {
    const bool Asks = IsAsked(Line) || occurIn(Line);
    const bool IsDirective = Line.consume_front("#");
    Line = Line.ltrim();
    if (IsDirective && Line.starts_with("if"))
      Conditions.push_back(Asks);
    else if (IsDirective && Line.starts_with("elif") && !Conditions.empty())
      Conditions.back() = Conditions.back() || Asks;
    else if (IsDirective && Line.starts_with("endif") && !Conditions.empty())
      Conditions.pop_back();
    else if (!Asks && !llvm::is_contained(Conditions, true))
      return;
    else if (IsDirective && Line.consume_front("define"))
      Names.insert(Line.ltrim().take_while(isWordPart));
    else if (!IsDirective)
      addDeclared(Line);
  }

  /// The name that `inline int f(...` or `constexpr int n = ...` declares.
  void addDeclared(llvm::StringRef Line) {
    constexpr llvm::StringRef Begins[] = {"constexpr ", "const ", "static ",
                                          "inline ", "enum "};
    if (llvm::none_of(Begins, [&](llvm::StringRef Word) {
          return Line.starts_with(Word);
        }))
      return;
    const llvm::StringRef Before =
        Line.take_until([](char C) { return C == '=' || C == '(' || C == '{'; })
            .rtrim();
    size_t Begin = Before.size();
    while (Begin != 0 && isWordPart(Before[Begin - 1]))
      --Begin;
    Names.insert(Before.drop_front(Begin));
  }

  bool (*IsAsked)(llvm::StringRef);
  llvm::StringSet<> Names;
};

} // namespace

static bool isAny(llvm::StringRef) { return true; }

/// The second folder above that of the main file.
static std::string projectOf(const SourceManager &SM) {
  llvm::SmallString<256> Project(sourceFileName(SM, SM.getMainFileID()));
  SM.getFileManager().makeAbsolutePath(Project);
  llvm::sys::path::remove_dots(Project, /*remove_dot_dot=*/true);
  constexpr unsigned FoldersAbove = 2;
  for (unsigned N = 0; N != 1 + FoldersAbove; ++N)
    llvm::sys::path::remove_filename(Project);
  return Project.str().str() + "/";
}

bool asksCompiler(const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const llvm::StringRef Main = SM.getBufferData(SM.getMainFileID());
  if (namesCompiler(Main))
    return true;
  const std::string Project = projectOf(SM);
  auto IsOfProject = [&](llvm::StringRef Path) {
    return Path.starts_with(Project);
  };
  if (!anyText(Context, /*OfSystem=*/false, IsOfProject, namesCompiler))
    return false;
  std::vector<std::string> Texts = {Main.str()};
  anyText(Context, /*OfSystem=*/false, IsOfProject, [&](llvm::StringRef Text) {
    Texts.push_back(Text.str());
    return false;
  });
  AskedNames Asked(namesCompiler);
  for (bool IsMore = true; std::exchange(IsMore, false);)
    for (llvm::StringRef Text : Texts)
      IsMore |= Asked.read(Text);
  return llvm::any_of(Texts, [&](llvm::StringRef Text) {
    return spellsLaunch(Text) && Asked.occurIn(Text);
  });
}

/// Whether a condition in \p Text names what \p Asked has.
static bool conditionsName(llvm::StringRef Text, const AskedNames &Asked) {
  return llvm::any_of(llvm::split(Text, '\n'), [&](llvm::StringRef Line) {
    Line = Line.ltrim();
    return Line.consume_front("#") &&
           hasAnyOf(Line.ltrim().take_while(isWordPart), {"if"}) &&
           Asked.occurIn(Line);
  });
}

bool dependsOnOthers(const ASTContext &Context,
                     const llvm::StringSet<> &Kernels) {
  if (Kernels.empty())
    return false;
  AskedNames Asked(namesDevice);
  bool IsMore = false;
  auto Launches = [&](llvm::StringRef Text) {
    if (spellsLaunch(Text) && hasAnyWord(Text, Kernels))
      return true;
    if (namesDevice(Text))
      IsMore |= Asked.read(Text);
    return false;
  };
  if (ForeignHeaders(Context).anyText(Launches))
    return true;
  return IsMore &&
         anyText(Context, /*OfSystem=*/false, isAny, [&](llvm::StringRef Text) {
           return conditionsName(Text, Asked);
         });
}

bool hasOpenFloats(const ASTContext &Context) {
  auto Changes = [](llvm::StringRef Text) {
    return hasAnyOf(Text,
                    {"fesetround", "fesetenv", "feupdateenv", "_setcsr",
                     "ldmxcsr", "_ROUNDING_MODE", "FP_CONTRACT", "GCC optimize",
                     "GCC target", "optimize(", "target(\"", "optimize__("});
  };
  return Context.Idents.get("__WARPLINT_HOST_FLOATS_ARE_OPEN__")
             .hasMacroDefinition() ||
         anyText(Context, /*OfSystem=*/false, isAny, Changes);
}

bool asksForDevice(const ASTContext &Context) {
  return anyText(Context, /*OfSystem=*/false, isAny, namesDevice);
}

bool spellsLaunch(const ASTContext &Context) {
  return anyText(Context, /*OfSystem=*/false, isAny,
                 [](llvm::StringRef Text) { return spellsLaunch(Text); });
}

} // namespace warplint
