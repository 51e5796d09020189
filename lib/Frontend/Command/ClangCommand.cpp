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
#include <utility>

using namespace warplint;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;
using llvm::opt::Arg;
using llvm::opt::InputArgList;
using llvm::opt::Option;
using namespace clang::options;

ClangOptions::ClangOptions(ArrayRef<const char *> Words)
    : Args(clang::getDriverOptTable().ParseArgs(
          Words, MissingIndex, MissingCount,
          llvm::opt::Visibility(ClangOption))) {}

llvm::SmallVector<const char *, 0>
warplint::pointersTo(ArrayRef<std::string> Words) {
  auto Pointers = llvm::map_range(Words, std::mem_fn(&std::string::c_str));
  return {Pointers.begin(), Pointers.end()};
}

static bool isOneOf(const Option &O, ArrayRef<ID> IDs) {
  return llvm::any_of(IDs, [&](ID I) { return O.matches(I); });
}

/// Folders and macros in one word, whatever their form: -IDIR, -DNAME. A file of
/// -include that is not beside the command is searched for, and stays as it is.
static void append(Translation &T, const InputArgList &Args, const Arg &A) {
  const Option &O = A.getOption();
  llvm::opt::ArgStringList Words;
  A.render(Args, Words);
  if (isOneOf(O, {OPT_I, OPT_D, OPT_U}))
    Words = {Args.MakeArgString(O.getPrefixedName() + A.getValue())};
  bool IsPath =
      isOneOf(O, {OPT_iquote, OPT_isystem, OPT_idirafter, OPT_isysroot, OPT_I,
                  OPT__sysroot_EQ, OPT_gcc_toolchain, OPT_gcc_install_dir_EQ});
  if (isOneOf(O, {OPT_include, OPT_imacros}))
    IsPath = T.FS.exists(T.absolute(A.getValue()));
  if (IsPath) {
    StringRef Last = Words.back();
    Last.consume_back(A.getValue());
    Words.back() = Args.MakeArgString(Last + T.path(A.getValue()));
  }
  llvm::append_range(T.Flags, Words);
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

/// About warnings, macros, include folders or the language.
static bool isHostLanguageFlag(const Option &O) {
  if (O.hasFlag(LinkerInput) ||
      isOneOf(O, {OPT_Wp_COMMA, OPT_M_Group, OPT_include_pch}))
    return false;
  if (isOneOf(O, {OPT_W_Group, OPT_pedantic_Group, OPT_w, OPT_I_Group,
                  OPT_IncludePath_Group, OPT_Preprocessor_Group, OPT_D, OPT_U,
                  OPT_pthread, OPT_stdlib_EQ, OPT_gcc_toolchain,
                  OPT_gcc_install_dir_EQ, OPT__sysroot_EQ, OPT_isysroot,
                  OPT_ansi}))
    return true;
  StringRef Name = O.getName();
  if (!Name.consume_front("f"))
    return false;
  Name.consume_front("no-");
  return llvm::is_contained({"exceptions", "rtti", "char8_t", "ms-extensions",
                             "gnu-keywords", "operator-names", "openmp",
                             "openmp=", "template-depth=", "constexpr-depth=",
                             "constexpr-steps=", "trigraphs", "freestanding",
                             "builtin"},
                            Name);
}

/// Of types that device code has as always: nvcc 13.0 leaves the option to the
/// host's code.
static bool isHostTypeFlag(const Option &O) {
  StringRef Name = O.getName();
  Name.consume_front("fno-") || Name.consume_front("f");
  return llvm::is_contained(
      {"signed-char", "unsigned-char", "short-enums", "short-wchar"}, Name);
}

/// Whether the host's compiler may compute with floating point otherwise by \p
/// Option than operation by operation, each rounded to nearest: gcc contracts where
/// the processor has the instruction.
static bool mayChangeFloats(StringRef Option) {
  static constexpr StringRef Names[] = {"-Ofast",
                                        "-ffast-math",
                                        "-funsafe-math",
                                        "-ffinite-math",
                                        "-fassociative",
                                        "-freciprocal",
                                        "-frounding-math",
                                        "-ffp-contract",
                                        "-ffp-model",
                                        "-mfma",
                                        "-march=",
                                        "-mcpu=",
                                        "-mavx512",
                                        "-fsingle-precision",
                                        "-fexcess-precision",
                                        "-mfpmath="};
  return llvm::any_of(Names,
                      [&](StringRef Name) { return Option.starts_with(Name); });
}

/// Whether the host's compiler gives host code another meaning by \p Option, for
/// all that is known of it.
static bool mayChangeHost(StringRef Option) {
  static constexpr StringRef Harmless[] = {
      // What is tested of them asks the host's compiler: HostText.h.
      "PIC", "pic", "PIE", "pie", "exceptions", "rtti", "openmp", "sanitize",
      "fast-math", "math-errno", "arch=", "tune=", "cpu=", "avx", "sse", "fma",
      "bmi", "f16c", "aes", "popcnt", "lzcnt", "abm",
      // About code, names and messages.
      "visibility", "stack-", "cf-protection", "diagnostics-", "color-",
      "colour-", "omit-", "inline", "early-inlining", "function-sections",
      "data-sections", "lto", "profile", "coverage", "test-coverage", "debug-",
      "var-tracking", "strict-aliasing", "strict-overflow", "permissive",
      "max-errors", "error-limit", "macro-backtrace-limit", "show-", "caret-",
      "spell-checking", "ansi-escape", "vectorize", "slp-", "time-",
      "message-length", "plt", "semantic-interposition", "common",
      "threadsafe-statics", "unroll-", "tree-", "gcse", "ipa-", "schedule-",
      "align-", "asynchronous-unwind-tables", "unwind-tables", "trapping-math",
      "rounding-math", "non-call-exceptions", "delete-null-pointer-checks",
      "macro-prefix-map", "file-prefix-map", "ident", "use-linker-plugin",
      "use-ld", "split-stack", "keep-", "save-", "dump-", "record-",
      "verbose-asm", "working-directory", "template-backtrace-limit",
      "cmodel=", "red-zone", "fpmath=", "64"};
  if (Option.starts_with("-specs") || Option.starts_with("--specs"))
    return true;
  if (!Option.consume_front("-f") && !Option.consume_front("-m"))
    return false;
  Option.consume_front("no-");
  return llvm::none_of(
      Harmless, [&](StringRef Name) { return Option.starts_with(Name); });
}

/// About output, linking, the host side, debugging or tools that a parse has no
/// use for; plugins and PCH files would run or load what the build made for
/// itself.
static bool isNeededForParse(const Option &O) {
  if (O.hasFlag(LinkerInput) || O.hasFlag(LinkOption))
    return false;
  if (isOneOf(
          O, {OPT_Action_Group, OPT_M_Group, OPT_Link_Group, OPT_T_Group,
              OPT_u_Group, OPT_g_Group, OPT_DebugInfo_Group, OPT_R_Group,
              OPT_StaticAnalyzer_Group, OPT_internal_Group, OPT_gfortran_Group,
              OPT_o, OPT_l, OPT_L, OPT_x, OPT_Wa_COMMA, OPT_Wl_COMMA,
              OPT_Xassembler, OPT_Xlinker, OPT_Xarch_host, OPT_Xcuda_ptxas,
              OPT_Xcuda_fatbinary, OPT_mllvm, OPT_save_temps_EQ,
              // The driver makes a file for what is between its steps.
              OPT_traditional_cpp, OPT_no_integrated_cpp, OPT_time, OPT_v,
              OPT__HASH_HASH_HASH, OPT_emit_ast, OPT__serialize_diags, OPT_pipe,
              OPT_help, OPT_version, OPT__version, OPT_offload_host_only,
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

namespace {

class ClangReader {
public:
  /// \p OfHost: the words are for nvcc's host compiler.
  explicit ClangReader(Translation &T, bool OfHost = false)
      : T(T), OfHost(OfHost),
        Context(Memory, llvm::cl::TokenizeGNUCommandLine, &T.FS) {
    Context.setCurrentDir(T.Directory);
  }

  void expandAndRead(llvm::SmallVector<const char *, 0> Words) {
    if (llvm::Error E = Context.expandResponseFiles(Words))
      T.drop("response file: " + llvm::toString(std::move(E)));
    read(Words);
  }

  void read(ArrayRef<const char *> Words) {
    ClangOptions Read(Words);
    for (const Arg *A : Read.Args)
      take(*A, Read.Args);
    if (Read.MissingCount)
      T.drop("'" + Twine(Words[Read.MissingIndex]) + "', which has no value");
  }

private:
  static constexpr unsigned MaximumLevels = 8;

  void take(const Arg &A, const InputArgList &Args) {
    const Option &O = A.getOption();
    std::string Text = A.getAsString(Args);
    T.HasOpenFloats |= OfHost && mayChangeFloats(Text);
    if (O.matches(OPT_O_Group))
      T.Optimizes = Text != "-O0";
    if (O.getKind() == Option::InputClass) {
      if (OfHost)
        return;
      if (StringRef(Text).starts_with("@"))
        T.drop("response file '" + Text.substr(1) + "', which does not exist");
      else
        T.Inputs.push_back(A.getValue());
    } else if (O.getKind() == Option::UnknownClass) {
      T.HasOpenHost |= OfHost && mayChangeHost(Text);
      T.drop("'" + Text +
             (OfHost ? "', unknown to nvcc and clang" : "', unknown to clang"));
    } else if (O.matches(OPT_std_EQ)) {
      if (!OfHost || T.Std.empty())
        T.Std = A.getValue();
    } else if (OfHost && isHostTypeFlag(O)) {
      T.HasOwnHostTypes = true;
      llvm::append_range(
          T.Flags, std::initializer_list<std::string>{"-Xarch_host", Text});
    } else if (makesErrors(A) || isInXclangPair(A) ||
               !(OfHost ? isHostLanguageFlag(O) : isNeededForParse(O))) {
      T.HasOpenHost |= OfHost && mayChangeHost(Text);
      T.Unneeded.push_back(Text);
    } else if (isOneOf(O, {OPT_Xarch_device, OPT_config})) {
      if (Level == MaximumLevels)
        return T.Unneeded.push_back(Text);
      // The device is all that is looked at here.
      ++Level;
      readMore(A);
      --Level;
    } else if (O.matches(OPT_Xarch__)) {
      T.drop("'" + Text + "', for one architecture");
    } else if (isOneOf(O, {OPT_offload_arch_EQ, OPT_no_offload_arch_EQ})) {
      readArchs(A, T);
    } else if (O.matches(OPT_cuda_path_EQ)) {
      T.CudaPath = T.path(A.getValue());
    } else {
      T.NoCudaHeaders |= O.matches(OPT_no_offload_inc);
      append(T, Args, A);
    }
  }

  /// CMake passes precompiled headers and plugins as pairs of -Xclang words.
  bool isInXclangPair(const Arg &A) {
    if (!A.getOption().matches(OPT_Xclang))
      return false;
    bool Begins = llvm::is_contained(
        {"-include-pch", "-load", "-plugin", "-add-plugin", "-o"},
        StringRef(A.getValue()));
    return std::exchange(IsSecond, !IsSecond && Begins) || IsSecond;
  }

  void readMore(const Arg &A) {
    llvm::SmallVector<const char *, 0> Words = {A.getValue()};
    if (A.getOption().matches(OPT_config)) {
      Words.clear();
      if (llvm::Error E =
              Context.readConfigFile(T.absolute(A.getValue()), Words))
        T.drop("configuration file: " + llvm::toString(std::move(E)));
    }
    expandAndRead(std::move(Words));
  }

  Translation &T;
  const bool OfHost;
  unsigned Level = 0;    ///< Of files that name each other, options in options.
  bool IsSecond = false; ///< The next word of -Xclang is one of a pair.
  llvm::BumpPtrAllocator Memory;
  llvm::cl::ExpansionContext Context;
};

} // namespace

void warplint::readClangCommand(ArrayRef<std::string> Words, Translation &T) {
  ClangReader(T).expandAndRead(pointersTo(Words));
}

void warplint::readNvccFlags(ArrayRef<std::string> OfHost,
                             ArrayRef<std::string> Own, Translation &T) {
  ClangReader(T, /*OfHost=*/true).read(pointersTo(OfHost));
  ClangReader(T).read(pointersTo(Own));
}
