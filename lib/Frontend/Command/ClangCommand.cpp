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
#include "llvm/ADT/Twine.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/CommandLine.h"

using namespace warplint;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;
using llvm::opt::Arg;
using llvm::opt::InputArgList;
using llvm::opt::Option;
using namespace clang::options;

static InputArgList parseDriverOptions(ArrayRef<const char *> Words,
                                       unsigned &MissingIndex,
                                       unsigned &MissingCount) {
  return clang::getDriverOptTable().ParseArgs(
      Words, MissingIndex, MissingCount, llvm::opt::Visibility(ClangOption));
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
  if (O.matches(OPT_I) || O.matches(OPT_D) || O.matches(OPT_U)) {
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
  if (O.matches(OPT_pedantic_errors) || O.matches(OPT_ferror_limit_EQ))
    return true;
  if (!O.matches(OPT_W_Group) || A.getNumValues() == 0)
    return false;
  StringRef Warning = A.getValue();
  return Warning == "error" || Warning.starts_with("error=") ||
         Warning == "fatal-errors" || Warning.starts_with("fatal-errors=");
}

static bool isOneOf(const Option &O, ArrayRef<ID> IDs) {
  return llvm::any_of(IDs, [&](ID I) { return O.matches(I); });
}

/// About warnings, macros, include folders or the language.
static bool isHostLanguageFlag(const Option &O) {
  if (O.hasFlag(LinkerInput) || O.matches(OPT_Wp_COMMA) ||
      O.matches(OPT_M_Group))
    return false;
  if (isOneOf(O, {OPT_W_Group, OPT_pedantic_Group, OPT_w, OPT_I_Group,
                  OPT_IncludePath_Group, OPT_Preprocessor_Group, OPT_D, OPT_U,
                  OPT_pthread, OPT_stdlib_EQ, OPT_gcc_toolchain,
                  OPT_gcc_install_dir_EQ, OPT__sysroot_EQ, OPT_isysroot,
                  OPT_ansi}))
    return !O.matches(OPT_include_pch);
  return isOneOf(O, {OPT_fexceptions, OPT_fno_exceptions, OPT_frtti,
                     OPT_fno_rtti, OPT_fsigned_char, OPT_fno_signed_char,
                     OPT_fshort_enums, OPT_fno_short_enums, OPT_fshort_wchar,
                     OPT_fno_short_wchar}) ||
         isOneOf(O, {OPT_fchar8__t, OPT_fno_char8__t, OPT_fms_extensions,
                     OPT_fno_ms_extensions, OPT_fgnu_keywords,
                     OPT_fno_gnu_keywords, OPT_foperator_names,
                     OPT_fno_operator_names}) ||
         isOneOf(O, {OPT_fopenmp, OPT_fopenmp_EQ, OPT_ftemplate_depth_EQ,
                     OPT_fconstexpr_depth_EQ, OPT_fconstexpr_steps_EQ,
                     OPT_ftrigraphs, OPT_ffreestanding, OPT_fno_builtin});
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
    else if (O.matches(OPT_std_EQ)) {
      if (T.Std.empty())
        T.Std = A->getValue();
    } else if (isHostLanguageFlag(O) && !makesErrors(*A)) {
      T.NoCudaHeaders |= O.matches(OPT_no_offload_inc);
      append(Kept, Args, *A);
    } else if (O.getKind() != Option::InputClass &&
               !O.matches(OPT_no_offloadlib))
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
  if (O.hasFlag(LinkerInput) || O.hasFlag(LinkOption))
    return false;
  if (isOneOf(O,
              {OPT_Action_Group, OPT_M_Group, OPT_Link_Group, OPT_T_Group,
               OPT_u_Group, OPT_g_Group, OPT_DebugInfo_Group, OPT_R_Group,
               OPT_StaticAnalyzer_Group, OPT_internal_Group, OPT_gfortran_Group,
               OPT_o, OPT_l, OPT_L, OPT_x, OPT_Wa_COMMA, OPT_Wl_COMMA,
               OPT_Xassembler, OPT_Xlinker, OPT_Xarch_host, OPT_Xcuda_ptxas,
               OPT_Xcuda_fatbinary, OPT_mllvm, OPT_save_temps_EQ,
               // The driver makes a file for what is between its steps.
               OPT_traditional_cpp, OPT_no_integrated_cpp, OPT_time, OPT_v,
               OPT__HASH_HASH_HASH, OPT_emit_ast, OPT__serialize_diags,
               OPT_pipe, OPT_help, OPT_version, OPT__version, OPT_config,
               OPT_Xarch_device, OPT_Xarch__, OPT_offload_host_only,
               OPT_offload_device_only, OPT_offload_host_device,
               OPT_cuda_include_ptx_EQ, OPT_no_cuda_include_ptx_EQ,
               OPT_no_offloadlib, OPT_no_cuda_version_check, OPT_include_pch,
               OPT_fplugin_EQ, OPT_fplugin_arg, OPT_fpass_plugin_EQ}))
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
  bool Remove = A.getOption().matches(OPT_no_offload_arch_EQ);
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

namespace {

class ClangReader {
public:
  explicit ClangReader(Translation &T)
      : T(T), Context(Memory, llvm::cl::TokenizeGNUCommandLine, &T.FS) {
    Context.setCurrentDir(T.Directory);
  }

  /// \p Level: of files that name each other, and of options in options.
  void read(llvm::SmallVector<const char *, 0> Words, unsigned Level = 0) {
    if (llvm::Error E = Context.expandResponseFiles(Words))
      T.drop("response file: " + llvm::toString(std::move(E)));
    unsigned MissingIndex, MissingCount;
    InputArgList Args = parseDriverOptions(Words, MissingIndex, MissingCount);
    for (const Arg *A : Args)
      take(*A, Args, Level);
    if (MissingCount)
      T.drop("'" + Twine(Words[MissingIndex]) + "', whose value is missing");
  }

private:
  static constexpr unsigned MaximumLevels = 8;

  void take(const Arg &A, const InputArgList &Args, unsigned Level) {
    const Option &O = A.getOption();
    std::string Text = A.getAsString(Args);
    if (O.getKind() == Option::InputClass) {
      if (StringRef(Text).starts_with("@"))
        T.drop("response file '" + Text.substr(1) + "', which is not there");
      else
        T.Inputs.push_back(A.getValue());
    } else if (O.getKind() == Option::UnknownClass) {
      T.drop("'" + Text + "', unknown to clang");
    } else if (O.matches(OPT_Xarch_device) && Level != MaximumLevels) {
      // The device is all that is looked at here.
      read({A.getValue()}, Level + 1);
    } else if (O.matches(OPT_Xarch__)) {
      T.drop("'" + Text + "', for one architecture");
    } else if (O.matches(OPT_config) && Level != MaximumLevels) {
      llvm::SmallVector<const char *, 0> Words;
      if (llvm::Error E =
              Context.readConfigFile(T.absolute(A.getValue()), Words))
        T.drop("configuration file: " + llvm::toString(std::move(E)));
      read(std::move(Words), Level + 1);
    } else if (isOneOf(O, {OPT_offload_arch_EQ, OPT_no_offload_arch_EQ})) {
      readArchs(A, T);
    } else if (O.matches(OPT_Xclang) &&
               (SkipXclang || skipsXclangPair(A.getValue()))) {
      SkipXclang = !SkipXclang;
      T.Unneeded.push_back(Text);
    } else if (!isNeededForParse(O) || makesErrors(A)) {
      T.Unneeded.push_back(Text);
    } else if (O.matches(OPT_std_EQ)) {
      T.Std = A.getValue();
    } else if (O.matches(OPT_cuda_path_EQ)) {
      T.CudaPath = A.getValue();
    } else {
      T.NoCudaHeaders |= O.matches(OPT_no_offload_inc);
      append(T.Flags, Args, A);
    }
  }

  Translation &T;
  llvm::BumpPtrAllocator Memory;
  llvm::cl::ExpansionContext Context;
  bool SkipXclang = false;
};

} // namespace

void warplint::readClangCommand(ArrayRef<std::string> Words, Translation &T) {
  llvm::SmallVector<const char *, 0> Pointers;
  for (const std::string &Word : Words)
    Pointers.push_back(Word.c_str());
  ClangReader(T).read(std::move(Pointers));
}
