//===- NvccCommandTest.cpp - nvcc's dialect -------------------------------===//
//
// What nvcc makes of each form was read off `nvcc --dryrun` of CUDA 13.0.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "gtest/gtest.h"

using namespace warplint;
using namespace warplint::test;

namespace {

// Forms that clang's driver takes for something else without an error.

TEST(SilentMisparse, SystemIncludeWithEqualsKeepsItsFolder) {
  EXPECT_EQ(added("nvcc -isystem=/d a.cu"), "-isystem /d");
  EXPECT_EQ(added("nvcc --system-include=/d a.cu"), "-isystem /d");
}

TEST(SilentMisparse, IncludeWithEqualsKeepsItsFolder) {
  EXPECT_EQ(added("nvcc -I=/d a.cu"), "-I/d");
}

TEST(SilentMisparse, OutputLookAlikesAreNoOutputs) {
  for (const char *Option :
       {"-o=x", "-odir=x", "-odir x", "-objtemp", "-optix-ir",
        "-opt-info=inline", "-opt-info inline"})
    EXPECT_EQ(added(std::string("nvcc -Ii ") + Option + " a.cu"), "-Ii")
        << Option;
}

TEST(SilentMisparse, LibraryLookAlikesAreNoLibraries) {
  for (const char *Option : {"-lineinfo", "-link", "-lib", "-ldir=/x"})
    EXPECT_EQ(added(std::string("nvcc ") + Option + " -Ii a.cu"), "-Ii")
        << Option;
}

TEST(SilentMisparse, FastMathIsNoUndefine) {
  EXPECT_EQ(added("nvcc -use_fast_math a.cu"),
            "-fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero");
  EXPECT_EQ(added("nvcc --use_fast_math a.cu"),
            "-fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero");
}

TEST(SilentMisparse, DebugDeviceDoesNotSwallowTheNextWord) {
  EXPECT_EQ(added("nvcc -G -Ii a.cu"),
            "-D__CUDACC_DEBUG__ -Ii -record-command-line nvcc-effort=none");
}

// nvcc --dryrun: no __CUDACC_DEBUG__ with -dopt=on, in either order.
TEST(SilentMisparse, OptimizedDebugCodeIsNoDebugCode) {
  EXPECT_EQ(added("nvcc -G -dopt=on a.cu"),
            "-D__CUDACC_DEBUG__ -U__CUDACC_DEBUG__");
  EXPECT_EQ(added("nvcc -dopt on -G a.cu"),
            "-D__CUDACC_DEBUG__ -U__CUDACC_DEBUG__");
}

// nvcc --dryrun: __CUDACC_RDC__ with -dlto, whatever -rdc says.
TEST(SilentMisparse, CodeForTheLinkerIsRelocatable) {
  const char *Added = "-fgpu-rdc -D__CUDACC_RDC__ -record-command-line "
                      "nvcc-effort=linked";
  for (const char *Options :
       {"-dlto", "-lto", "-dlto -rdc=false", "-rdc=true -dlto", "-dc -dlto"})
    EXPECT_EQ(added(std::string("nvcc ") + Options + " a.cu"), Added)
        << Options;
}

TEST(SilentMisparse, DumpLookAlikesAreNoDumps) {
  EXPECT_EQ(added("nvcc -dlink -Ii a.cu"), "-Ii");
  EXPECT_EQ(added("nvcc -default-stream=legacy -Ii a.cu"), "-Ii");
}

TEST(SilentMisparse, ValuesAreNoInputs) {
  for (const char *Option :
       {"-t 4", "--threads 4", "-O 3", "-Werror all-warnings", "-l m",
        "-maxrregcount 64", "-Xptxas -v", "-cudart shared", "-MF a.d",
        "-MT a.o", "-x cu", "-ccbin g++", "-code sm_80", "-m 64"})
    EXPECT_EQ(added(std::string("nvcc ") + Option + " -Ii a.cu"), "-Ii")
        << Option;
}

// Grammar.

TEST(NvccGrammar, SinglesJoinAndTakeEqualsAndWords) {
  for (const char *Option : {"-DX=1", "-D X=1", "-D=X=1", "--define-macro X=1",
                             "--define-macro=X=1"})
    EXPECT_EQ(added(std::string("nvcc a.cu ") + Option), "-DX=1") << Option;
  for (const char *Option : {"-I/d", "-I /d", "-I=/d", "--include-path /d"})
    EXPECT_EQ(added(std::string("nvcc a.cu ") + Option), "-I/d") << Option;
  for (const char *Option :
       {"-t4", "-t=4", "-O3", "-O=3", "-lm", "-L/x", "-L=/x"})
    EXPECT_EQ(added(std::string("nvcc a.cu ") + Option), "") << Option;
}

TEST(NvccGrammar, BothDashesAreTakenForEitherName) {
  // nvcc refuses these, wrappers around it and people write them.
  EXPECT_EQ(added("nvcc --rdc=true a.cu"), "-fgpu-rdc -D__CUDACC_RDC__");
  EXPECT_EQ(added("nvcc -extended-lambda a.cu"),
            "-D__CUDACC_EXTENDED_LAMBDA__");
}

TEST(NvccGrammar, CommasSeparateMacrosAndFolders) {
  EXPECT_EQ(added("nvcc -DA=1,B=2 a.cu"), "-DA=1 -DB=2");
  EXPECT_EQ(added("nvcc -UA,B a.cu"), "-UA -UB");
  EXPECT_EQ(added("nvcc -I/a,/b a.cu"), "-I/a -I/b");
  EXPECT_EQ(added("nvcc -isystem=/a,/b a.cu"), "-isystem /a -isystem /b");
  EXPECT_EQ(added("nvcc -include x.h,y.h a.cu"), "-include x.h -include y.h");
}

TEST(NvccGrammar, EscapedAndQuotedCommasDoNotSeparate) {
  EXPECT_EQ(added("nvcc '-DF(x\\\\,y)=x' a.cu"), "-DF(x,y)=x");
  EXPECT_EQ(added("nvcc '-DS=\"a,b\"' a.cu"), "-DS=\"a,b\"");
  // An escaped quote protects nothing.
  EXPECT_EQ(added("nvcc '-DS=\\\\\"a,b\\\\\"' a.cu"), "-DS=\"a -Db\"");
}

TEST(NvccGrammar, HalfOfATornMacroIsDropped) {
  DeviceCommand C = translate("nvcc '-DF(x,1)=x' a.cu");
  EXPECT_TRUE(has(C, "-DF(x"));
  EXPECT_TRUE(says(C, "1)=x"));
}

TEST(NvccGrammar, ABackslashInAPathIsNoEscape) {
  EXPECT_EQ(added("nvcc '-I/a\\\\ b' a.cu"), "-I/a\\ b");
}

TEST(NvccGrammar, WerrorTakesNoOptionAsItsKind) {
  EXPECT_EQ(added("nvcc -Werror -DX a.cu"), "-DX");
  EXPECT_EQ(added("nvcc -Werror=all-warnings -DX a.cu"), "-DX");
}

TEST(NvccGrammar, AValueThatIsMissingIsNoCrash) {
  EXPECT_EQ(added("nvcc a.cu -Ii -o"), "-Ii");
  EXPECT_EQ(added("nvcc a.cu -Ii -Xcompiler"), "-Ii");
  EXPECT_EQ(added("nvcc a.cu -Ii -D"), "-Ii");
}

TEST(NvccGrammar, InputsAreLeftOutWhereverTheyStand) {
  EXPECT_EQ(added("nvcc /w/a.cu -Ii b.o ./a.cu libx.a -DX -"), "-Ii -DX");
}

// Meaning.

TEST(NvccMeaning, MacrosThatNvccDefines) {
  EXPECT_EQ(added("nvcc --expt-relaxed-constexpr a.cu"),
            "-D__CUDACC_RELAXED_CONSTEXPR__");
  EXPECT_EQ(added("nvcc --extended-lambda a.cu"),
            "-D__CUDACC_EXTENDED_LAMBDA__");
  EXPECT_EQ(added("nvcc --expt-extended-lambda a.cu"),
            "-D__CUDACC_EXTENDED_LAMBDA__");
  EXPECT_EQ(added("nvcc -ewp a.cu"), "-D__CUDACC_EWP__");
  EXPECT_EQ(added("nvcc --default-stream per-thread a.cu"),
            "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
}

TEST(NvccMeaning, RelocatableDeviceCode) {
  for (const char *Option :
       {"-dc", "--device-c", "-rdc=true", "-rdc true",
        "--relocatable-device-code=true", "--relocatable-device-code true"})
    EXPECT_EQ(added(std::string("nvcc a.cu ") + Option),
              "-fgpu-rdc -D__CUDACC_RDC__")
        << Option;
  EXPECT_EQ(added("nvcc -rdc=false a.cu"), "");
  EXPECT_EQ(added("nvcc -dw a.cu"), ""); // rdc=false and -c
}

TEST(NvccMeaning, MacrosOfNvccAndOfTheToolkitsVersionAreThere) {
  CommandOptions Options;
  Options.Cuda.emplace();
  Options.Cuda->Major = 12;
  Options.Cuda->Minor = 4;
  Options.Cuda->Build = 131;
  DeviceCommand C = translate("nvcc a.cu", Files(), Options);
  for (const char *Macro :
       {"-D__NVCC__", "-D__CUDACC_VER_MAJOR__=12", "-D__CUDACC_VER_MINOR__=4",
        "-D__CUDACC_VER_BUILD__=131", "-D__CUDA_API_VER_MAJOR__=12",
        "-D__CUDA_API_VER_MINOR__=4", "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1"})
    EXPECT_TRUE(has(C, Macro)) << Macro;
  // Since 12.8.
  EXPECT_FALSE(has(C, "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1"));
  EXPECT_FALSE(
      has(translate("clang++ -x cuda a.cu", Files(), Options), "-D__NVCC__"));
}

// As nvcc's --dryrun has them.
TEST(NvccMeaning, MacrosOfOneChipOrFamilyAreThere) {
  CommandOptions Options;
  Options.Cuda.emplace();
  Options.Cuda->Major = 13;
  const std::pair<const char *, int> Cases[] = {
      {"90", 0}, {"90a", 2}, {"100f", 1}, {"100a", 2}};
  for (auto [Arch, Count] : Cases) {
    DeviceCommand C = translate(std::string("nvcc -arch=sm_") + Arch + " a.cu",
                                Files(), Options);
    const std::string Value = llvm::StringRef(Arch).rtrim("af").str() + "0";
    EXPECT_EQ(has(C, "-D__CUDA_ARCH_FAMILY_SPECIFIC__=" + Value), Count > 0);
    EXPECT_EQ(has(C, "-D__CUDA_ARCH_SPECIFIC__=" + Value), Count > 1);
  }
  EXPECT_TRUE(has(translate("nvcc -gencode arch=compute_90,code=sm_90 -gencode "
                            "arch=compute_80,code=sm_80 a.cu",
                            Files(), Options),
                  "-D__CUDA_ARCH_LIST__=800,900"));
}

TEST(NvccMeaning, StandardIsKeptAndElseTheHostCompilersDefault) {
  for (const char *Option :
       {"-std=c++20", "-std c++20", "--std=c++20", "--std c++20"}) {
    DeviceCommand C = translate(std::string("nvcc a.cu ") + Option);
    EXPECT_TRUE(has(C, "-std=c++20")) << Option;
    EXPECT_FALSE(has(C, "-std=gnu++17")) << Option;
  }
  EXPECT_TRUE(has(translate("nvcc a.cu"), "-std=gnu++17"));
  EXPECT_TRUE(has(translate("nvcc -Xcompiler -std=c++14 a.cu"), "-std=c++14"));
}

TEST(NvccMeaning, AStandardThatClangDoesNotKnowIsDropped) {
  DeviceCommand C = translate("nvcc -std=c++99 a.cu");
  EXPECT_TRUE(has(C, "-std=gnu++17"));
  EXPECT_TRUE(says(C, "c++99"));
  EXPECT_TRUE(says(translate("nvcc -std=c11 a.cu"), "c11"));
}

TEST(NvccMeaning, WarningsAreKeptAndNeverErrors) {
  EXPECT_EQ(added("nvcc -w -Wreorder -Wno-deprecated-declarations a.cu"),
            "-w -Wreorder -Wno-deprecated-declarations");
  EXPECT_EQ(added("nvcc -Xcompiler=-Wall,-Werror,-Werror=vla,-Wfatal-errors,"
                  "-pedantic-errors,-Wno-error a.cu"),
            "-Wall -Wno-error");
}

TEST(NvccMeaning, UsrIncludeAsSystemFolderIsIgnoredAsGccDoes) {
  DeviceCommand C = translate("nvcc -isystem=/usr/include -isystem /x a.cu");
  EXPECT_FALSE(has(C, "/usr/include"));
  EXPECT_TRUE(has(C, "/x"));
  EXPECT_TRUE(says(C, "/usr/include"));
}

TEST(NvccMeaning, AHostCompilerOfItsOwnPrefixBringsItsLibrary) {
  Files F;
  F.add("/opt/conda/lib/gcc/x86_64-conda-linux-gnu/12/crtbegin.o", "");
  F.add("/usr/lib/gcc/x86_64-linux-gnu/12/crtbegin.o", "");
  EXPECT_EQ(
      added("nvcc -ccbin=/opt/conda/bin/x86_64-conda-linux-gnu-c++ a.cu", F),
      "--gcc-toolchain=/opt/conda");
  EXPECT_EQ(added("nvcc -ccbin /opt/conda/bin a.cu", F),
            "--gcc-toolchain=/opt/conda");
  EXPECT_EQ(added("nvcc -ccbin /usr/bin/g++ a.cu", F), "");
  EXPECT_EQ(added("nvcc -ccbin g++-11 a.cu", F), "");
}

// Flags for the host compiler.

TEST(HostFlags, AreUnwrappedInEveryForm) {
  for (const char *Option :
       {"-Xcompiler -DX,-fno-rtti", "-Xcompiler=-DX,-fno-rtti",
        "-Xcompiler '-DX -fno-rtti'", "-Xcompiler -DX -Xcompiler -fno-rtti",
        "--compiler-options -DX,-fno-rtti",
        "--compiler-options='-DX -fno-rtti'",
        "-Xcompiler '\\\"-DX\\\",\\\"-fno-rtti\\\"'"})
    EXPECT_EQ(added(std::string("nvcc a.cu ") + Option), "-DX -fno-rtti")
        << Option;
}

TEST(HostFlags, TypesOfDeviceCodeStayTheSame) {
  // As nvcc 13.0 has them: char is signed, and an enumeration has 4 bytes.
  EXPECT_EQ(added("nvcc -Xcompiler -funsigned-char,-fshort-enums a.cu"),
            "-D__WARPLINT_HOST_HAS_OWN_TYPES__ -Xarch_host -funsigned-char "
            "-Xarch_host -fshort-enums");
}

TEST(HostFlags, QuotedCommasAndShellQuotesGroup) {
  EXPECT_EQ(added("nvcc '-Xcompiler=-Wall,\"-DX=1,2\"' a.cu"), "-Wall -DX=1,2");
  EXPECT_EQ(added("nvcc -Xcompiler \"-DX='a b'\" a.cu"), "-DX=a b");
}

TEST(HostFlags, KeepTheirValuesAcrossOptions) {
  EXPECT_EQ(added("nvcc -Xcompiler -isystem -Xcompiler /d a.cu"),
            "-isystem /d");
  EXPECT_EQ(added("nvcc -Xcompiler -iquote,/d a.cu"), "-iquote /d");
}

TEST(HostFlags, OnlyWhatChangesTheSourceIsKept) {
  EXPECT_EQ(added("nvcc -Xcompiler -fPIC,-g,-O2,-march=native,-mavx2,"
                  "-fvisibility=hidden,-ffunction-sections,-pthread,-fno-rtti,"
                  "-ftemplate-depth=99 a.cu"),
            "-D__WARPLINT_HOST_FLOATS_ARE_OPEN__ -pthread -fno-rtti "
            "-ftemplate-depth=99");
}

TEST(HostFlags, UnknownOptionsGoTheSameWay) {
  DeviceCommand C = translate("nvcc -forward-unknown-to-host-compiler -foo=bar "
                              "-Wall -isystem/d -march=native -fopenmp a.cu");
  EXPECT_TRUE(has(C, "-Wall"));
  EXPECT_TRUE(has(C, "-isystem/d") || has(C, "/d"));
  EXPECT_TRUE(has(C, "-fopenmp"));
  EXPECT_FALSE(has(C, "-march=native"));
  EXPECT_TRUE(says(C, "'-foo=bar', unknown to nvcc and clang"));
  // Also without the option that allows it.
  EXPECT_EQ(added("nvcc -Wextra a.cu"), "-Wextra");
}

TEST(HostFlags, AFolderInAWordOfItsOwnIsNoInput) {
  EXPECT_EQ(added("nvcc -iquote d -idirafter /e -Ii a.cu"),
            "-iquote d -idirafter /e -Ii");
}

TEST(HostFlags, ComeBeforeNvccsOwn) {
  // `nvcc --dryrun -I/u -Xcompiler -I/x`: gcc ... -I/x -I"/u".
  EXPECT_EQ(added("nvcc -I/u -Xcompiler -I/x a.cu"), "-I/x -I/u");
}

// Options files.

TEST(OptionsFile, IsExpandedInEveryForm) {
  Files F;
  F.add("/w/o.rsp", "-I/a -DX\n-isystem=/s");
  for (const char *Option :
       {"--options-file o.rsp", "--options-file=o.rsp", "-optf o.rsp",
        "-optf=o.rsp", "@o.rsp", "--options-file /w/o.rsp"})
    EXPECT_EQ(added(std::string("nvcc -Ii ") + Option + " -DY a.cu", F),
              "-Ii -I/a -DX -isystem /s -DY")
        << Option;
}

TEST(OptionsFile, QuotesGroupAndBackslashesEscape) {
  Files F;
  F.add("/w/o.rsp", "-I\"/a b\" -I/e\\ f \"-I/q\" -DN=\\\"x\\\" -I/o'brien");
  EXPECT_EQ(added("nvcc -optf o.rsp a.cu", F),
            "-I/a b -I/e f -I/q -DN=\"x\" -I/o'brien");
}

TEST(OptionsFile, ArchitecturesAndNestedFilesCount) {
  Files F;
  F.add("/w/sub/o.rsp", "--options-file p.rsp");
  // Relative to where nvcc runs, not to the file that names it.
  F.add("/w/p.rsp", "-arch=sm_80 -DTOP");
  F.add("/w/sub/p.rsp", "-DSUB");
  DeviceCommand C = translate("nvcc -optf sub/o.rsp a.cu", F);
  EXPECT_EQ(C.Arch, "sm_80");
  EXPECT_TRUE(has(C, "-DTOP"));
  EXPECT_FALSE(has(C, "-DSUB"));
}

TEST(OptionsFile, SeveralMayBeNamed) {
  Files F;
  F.add("/w/o.rsp", "-DA").add("/w/p.rsp", "-DB");
  EXPECT_EQ(added("nvcc -optf o.rsp,p.rsp a.cu", F), "-DA -DB");
}

TEST(OptionsFile, ThatIsMissingMayDefineMacrosAsAMissingHeader) {
  DeviceCommand C = translate("nvcc -optf no.rsp -DX a.cu");
  EXPECT_TRUE(has(C, "-DX"));
  EXPECT_TRUE(has(C, "no.rsp"));
  EXPECT_TRUE(says(C, "options file 'no.rsp'"));
}

TEST(OptionsFile, ThatIncludesItselfEnds) {
  Files F;
  F.add("/w/o.rsp", "-DA --options-file p.rsp")
      .add("/w/p.rsp", "-optf o.rsp -DB");
  DeviceCommand C = translate("nvcc -optf o.rsp a.cu", F);
  EXPECT_TRUE(has(C, "-DA"));
  EXPECT_TRUE(has(C, "-DB"));
  EXPECT_TRUE(says(C, "includes itself"));
}

TEST(OptionsFile, ThatDoublesAtEveryStepIsBounded) {
  // 40 files, each naming the next twice, would be 2^40 reads.
  Files F;
  for (int I = 0; I < 40; ++I) {
    std::string Next = std::to_string(I + 1) + ".rsp";
    F.add("/w/" + std::to_string(I) + ".rsp", "-optf " + Next + "," + Next);
  }
  F.add("/w/40.rsp", "-DEND");
  EXPECT_TRUE(says(translate("nvcc -optf 0.rsp a.cu", F), "too many"));
}

} // namespace
