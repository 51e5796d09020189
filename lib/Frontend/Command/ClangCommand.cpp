//===- ClangCommand.cpp - Reading a clang command line --------------------===//
//
// Works on options as clang's own driver parses them, never on their text, so
// that each keeps its value whatever its form. From clang's dialect everything
// is kept that is not about output, linking, the host side or other tools; of
// the flags for nvcc's host compiler only what changes the source as a
// device-side parse sees it.
//
//===----------------------------------------------------------------------===//

#include "Translation.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace warplint;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;
using llvm::opt::Arg;
using llvm::opt::InputArgList;
using llvm::opt::Option;
namespace options = clang::options;

static InputArgList parseDriverOptions(ArrayRef<const char *> Words,
                                       unsigned &MissingIndex,
                                       unsigned &MissingCount) {
  return clang::getDriverOptTable().ParseArgs(
      Words, MissingIndex, MissingCount,
      llvm::opt::Visibility(options::ClangOption));
}

unsigned warplint::missingValues(StringRef Word) {
  std::string Copy = Word.str();
  unsigned MissingIndex, MissingCount;
  parseDriverOptions({Copy.c_str()}, MissingIndex, MissingCount);
  return MissingCount;
}

/// Folders and macros in one word, whatever their form: -IDIR, -DNAME.
static void append(std::vector<std::string> &Flags, const InputArgList &Args,
                   const Arg &A) {
  const Option &O = A.getOption();
  if (O.matches(options::OPT_I) || O.matches(options::OPT_D) ||
      O.matches(options::OPT_U)) {
    Flags.push_back(O.getPrefixedName().str() + A.getValue());
    return;
  }
  llvm::opt::ArgStringList Strings;
  A.render(Args, Strings);
  Flags.insert(Flags.end(), Strings.begin(), Strings.end());
}

/// -Werror, -Wfatal-errors, -pedantic-errors and kin: a warning of our parse
/// must not become an error, nor an error its end.
static bool makesErrors(const Arg &A) {
  const Option &O = A.getOption();
  if (O.matches(options::OPT_pedantic_errors) ||
      O.matches(options::OPT_ferror_limit_EQ))
    return true;
  if (!O.matches(options::OPT_W_Group) || A.getNumValues() == 0)
    return false;
  StringRef Warning = A.getValue();
  return Warning == "error" || Warning.starts_with("error=") ||
         Warning == "fatal-errors" || Warning.starts_with("fatal-errors=");
}

static bool isOneOf(const Option &O, std::initializer_list<unsigned> IDs) {
  return llvm::any_of(IDs, [&](unsigned ID) {
    return O.matches(static_cast<options::ID>(ID));
  });
}

/// About warnings, macros, include folders or the language.
static bool isHostLanguageFlag(const Option &O) {
  if (O.hasFlag(options::LinkerInput) || O.matches(options::OPT_Wp_COMMA) ||
      O.matches(options::OPT_M_Group))
    return false;
  if (isOneOf(O,
              {options::OPT_W_Group, options::OPT_pedantic_Group,
               options::OPT_w, options::OPT_I_Group,
               options::OPT_IncludePath_Group, options::OPT_Preprocessor_Group,
               options::OPT_D, options::OPT_U, options::OPT_pthread,
               options::OPT_stdlib_EQ, options::OPT_gcc_toolchain,
               options::OPT_gcc_install_dir_EQ, options::OPT__sysroot_EQ,
               options::OPT_isysroot, options::OPT_ansi}))
    return !O.matches(options::OPT_include_pch);
  return isOneOf(O, {options::OPT_fexceptions,
                     options::OPT_fno_exceptions,
                     options::OPT_frtti,
                     options::OPT_fno_rtti,
                     options::OPT_fsigned_char,
                     options::OPT_fno_signed_char,
                     options::OPT_fshort_enums,
                     options::OPT_fno_short_enums,
                     options::OPT_fshort_wchar,
                     options::OPT_fno_short_wchar,
                     options::OPT_fchar8__t,
                     options::OPT_fno_char8__t,
                     options::OPT_fms_extensions,
                     options::OPT_fno_ms_extensions,
                     options::OPT_fgnu_keywords,
                     options::OPT_fno_gnu_keywords,
                     options::OPT_foperator_names,
                     options::OPT_fno_operator_names,
                     options::OPT_fopenmp,
                     options::OPT_fopenmp_EQ,
                     options::OPT_ftemplate_depth_EQ,
                     options::OPT_fconstexpr_depth_EQ,
                     options::OPT_fconstexpr_steps_EQ,
                     options::OPT_ftrigraphs,
                     options::OPT_ffreestanding,
                     options::OPT_fno_builtin});
}

void warplint::keepHostFlags(Translation &T) {
  std::vector<const char *> Words;
  for (const std::string &Flag : T.HostFlags)
    Words.push_back(Flag.c_str());
  unsigned MissingIndex, MissingCount;
  InputArgList Args = parseDriverOptions(Words, MissingIndex, MissingCount);

  std::vector<std::string> Kept;
  for (const Arg *A : Args) {
    const Option &O = A->getOption();
    std::string Text = A->getAsString(Args);
    if (O.getKind() == Option::UnknownClass)
      T.drop("'" + Text + "', known neither to nvcc nor to clang");
    else if (O.matches(options::OPT_std_EQ)) {
      if (T.Std.empty())
        T.Std = A->getValue();
    } else if (isHostLanguageFlag(O) && !makesErrors(*A)) {
      T.NoCudaHeaders |= O.matches(options::OPT_no_offload_inc);
      append(Kept, Args, *A);
    } else if (O.getKind() != Option::InputClass &&
               !O.matches(options::OPT_no_offloadlib))
      T.Unneeded.push_back(Text);
  }
  if (MissingCount)
    T.drop("'" + Twine(Words[MissingIndex]) + "', whose value is missing");
  T.Flags.insert(T.Flags.begin(), Kept.begin(), Kept.end());
  T.HostFlags.clear();
}

/// About output, linking, the host side, debugging or tools that a parse has no
/// use for; plugins and PCH files would run or load what the build made for
/// itself.
static bool isNeededForParse(const Option &O) {
  if (O.hasFlag(options::LinkerInput) || O.hasFlag(options::LinkOption))
    return false;
  if (isOneOf(O, {options::OPT_Action_Group, options::OPT_M_Group,
                  options::OPT_Link_Group, options::OPT_T_Group,
                  options::OPT_u_Group, options::OPT_g_Group,
                  options::OPT_DebugInfo_Group, options::OPT_R_Group,
                  options::OPT_StaticAnalyzer_Group,
                  options::OPT_internal_Group, options::OPT_gfortran_Group}))
    return false;
  if (isOneOf(O,
              {options::OPT_o, options::OPT_l, options::OPT_L, options::OPT_x,
               options::OPT_Wa_COMMA, options::OPT_Wl_COMMA,
               options::OPT_Xassembler, options::OPT_Xlinker,
               options::OPT_Xarch_host, options::OPT_Xcuda_ptxas,
               options::OPT_Xcuda_fatbinary, options::OPT_mllvm,
               options::OPT_save_temps_EQ,
               // The driver makes a file for what is between its steps.
               options::OPT_traditional_cpp, options::OPT_no_integrated_cpp,
               options::OPT_time, options::OPT_v, options::OPT__HASH_HASH_HASH,
               options::OPT_emit_ast, options::OPT__serialize_diags,
               options::OPT_pipe, options::OPT_help, options::OPT_version,
               options::OPT__version, options::OPT_config,
               options::OPT_Xarch_device, options::OPT_Xarch__}))
    return false;
  if (isOneOf(O,
              {options::OPT_offload_host_only, options::OPT_offload_device_only,
               options::OPT_offload_host_device,
               options::OPT_cuda_include_ptx_EQ,
               options::OPT_no_cuda_include_ptx_EQ, options::OPT_no_offloadlib,
               options::OPT_no_cuda_version_check, options::OPT_include_pch,
               options::OPT_fplugin_EQ, options::OPT_fplugin_arg,
               options::OPT_fpass_plugin_EQ}))
    return false;
  // Instrumentation, link-time optimisation and reports, in all their forms; of
  // the last two a wrong value is a crash of the driver.
  std::string Name = O.getPrefixedName().str();
  for (StringRef Prefix :
       {"-fsanitize", "-fno-sanitize", "-fprofile", "-fcoverage", "--coverage",
        "-flto", "-fno-lto", "-ftime-", "-fsave-optimization-record",
        "-fdiagnostics-format", "-fxray", "-fcs-profile",
        "-ftrivial-auto-var-init", "-fopenmp-target"})
    if (StringRef(Name).starts_with(Prefix))
      return false;
  return true;
}

/// Handles --offload-arch and its spellings. --no-offload-arch takes back.
static void readArchs(const Arg &A, Translation &T) {
  bool Remove = A.getOption().matches(options::OPT_no_offload_arch_EQ);
  for (StringRef Value : A.getValues()) {
    if (!Remove) {
      T.addArch(Value);
      continue;
    }
    auto Arch = parseGpuArch(Value);
    llvm::erase_if(T.Archs, [&](const GpuArch &Other) {
      return Value == "all" || Other == Arch;
    });
  }
}

/// CMake passes precompiled headers and plugins as pairs of -Xclang words.
static bool skipsXclangPair(StringRef First) {
  return llvm::is_contained(
      {"-include-pch", "-load", "-plugin", "-add-plugin", "-o"}, First);
}

using CStrings = llvm::SmallVector<const char *, 64>;

namespace {

/// Takes out what has other words in it: response and configuration files, and
/// options for the device alone, which is all that is looked at here.
class WordExpander {
public:
  WordExpander(Translation &T, llvm::BumpPtrAllocator &Memory)
      : T(T), Saver(Memory),
        Context(Memory, llvm::cl::TokenizeGNUCommandLine, &T.FS) {
    Context.setCurrentDir(T.Directory);
  }

  CStrings expand(ArrayRef<std::string> Words);

private:
  CStrings unwrapped(ArrayRef<const char *> Words, unsigned Level);

  Translation &T;
  llvm::StringSaver Saver;
  llvm::cl::ExpansionContext Context;
};

} // namespace

CStrings WordExpander::unwrapped(ArrayRef<const char *> Words, unsigned Level) {
  constexpr unsigned MaximumLevels = 8; // Of files that name each other.
  unsigned MissingIndex, MissingCount;
  InputArgList Args = parseDriverOptions(Words, MissingIndex, MissingCount);
  bool IsPlain = llvm::none_of(Args, [](const Arg *A) {
    return isOneOf(
        A->getOption(),
        {options::OPT_config, options::OPT_Xarch_device, options::OPT_Xarch__});
  });
  if (IsPlain || Level == MaximumLevels)
    return {Words.begin(), Words.end()};
  CStrings Result;
  for (const Arg *A : Args) {
    const Option &O = A->getOption();
    if (O.matches(options::OPT_Xarch_device)) {
      Result.push_back(A->getValue());
    } else if (O.matches(options::OPT_Xarch__)) {
      T.drop("'" + A->getAsString(Args) + "', for one architecture");
    } else if (O.matches(options::OPT_config)) {
      std::string File = T.absolute(A->getValue());
      if (llvm::Error E = Context.readConfigFile(File, Result))
        T.drop("configuration file: " + llvm::toString(std::move(E)));
    } else {
      llvm::opt::ArgStringList Strings;
      A->render(Args, Strings);
      for (const char *Word : Strings)
        Result.push_back(Saver.save(Word).data());
    }
  }
  if (MissingCount)
    Result.push_back(Words[MissingIndex]);
  return unwrapped(Result, Level + 1);
}

CStrings WordExpander::expand(ArrayRef<std::string> Words) {
  CStrings Expanded;
  for (const std::string &Word : Words)
    Expanded.push_back(Word.c_str());
  if (llvm::Error E = Context.expandResponseFiles(Expanded))
    T.drop("response file: " + llvm::toString(std::move(E)));
  return unwrapped(Expanded, 0);
}

void warplint::readClangCommand(ArrayRef<std::string> Words, Translation &T) {
  llvm::BumpPtrAllocator Memory;
  CStrings Expanded = WordExpander(T, Memory).expand(Words);
  unsigned MissingIndex, MissingCount;
  InputArgList Args = parseDriverOptions(Expanded, MissingIndex, MissingCount);

  bool SkipXclang = false;
  for (const Arg *A : Args) {
    const Option &O = A->getOption();
    std::string Text = A->getAsString(Args);
    if (O.getKind() == Option::InputClass) {
      if (StringRef(Text).starts_with("@"))
        T.drop("response file '" + Text.substr(1) + "', which is not there");
    } else if (O.getKind() == Option::UnknownClass) {
      T.drop("'" + Text + "', unknown to clang");
    } else if (isOneOf(O, {options::OPT_offload_arch_EQ,
                           options::OPT_no_offload_arch_EQ})) {
      readArchs(*A, T);
    } else if (O.matches(options::OPT_Xclang) &&
               (SkipXclang || skipsXclangPair(A->getValue()))) {
      SkipXclang = !SkipXclang;
      T.Unneeded.push_back(Text);
    } else if (!isNeededForParse(O) || makesErrors(*A)) {
      T.Unneeded.push_back(Text);
    } else if (O.matches(options::OPT_std_EQ)) {
      T.Std = A->getValue();
    } else if (O.matches(options::OPT_cuda_path_EQ)) {
      T.CudaPath = A->getValue();
    } else {
      T.NoCudaHeaders |= O.matches(options::OPT_no_offload_inc);
      append(T.Flags, Args, *A);
    }
  }
  if (MissingCount)
    T.drop("'" + Twine(Expanded[MissingIndex]) + "', whose value is missing");
}
