//===- EveryOptionTest.cpp - Each option of nvcc through clang's driver ---===//
//
// Every spelling of NvccOptions.def in each of its forms is translated and
// given to clang's own driver, which must have nothing to say and see one input
// and the include folders before and behind the option.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Drive.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace warplint;
using namespace warplint::test;

namespace {

enum Value { None, One, Joined, Kind };

struct Spelling {
  std::string Text; ///< With its dashes.
  Value Takes;
};

std::vector<Spelling> spellings() {
  std::vector<Spelling> All;
  auto Add = [&](llvm::StringRef Long, llvm::StringRef Short, Value Takes) {
    if (!Long.empty())
      All.push_back({"--" + Long.str(), Takes == Joined ? One : Takes});
    if (!Short.empty())
      All.push_back({"-" + Short.str(), Takes});
  };
#define NVCC_OPTION(LONG, SHORT, VALUE, ACTION, PAYLOAD)                       \
  Add(LONG, SHORT, VALUE);
#define NVCC_UNNEEDED(VALUE, NAMES)                                            \
  for (llvm::StringRef Name : llvm::split(NAMES, ' '))                         \
    Add(Name.split('/').first,                                                 \
        Name.contains('/') ? Name.split('/').second : Name, VALUE);
#include "Frontend/Command/NvccOptions.def"
  return All;
}

void expectClean(llvm::StringRef Form) {
  Files F;
  F.add("/w/value", "-DFROM_FILE");
  DeviceCommand Command = translate(
      ("nvcc -nocudainc -Ibefore " + Form + " -isystem=/after -c a.cu -o a.o")
          .str(),
      F);
  Driven P = drive(Command, F.FS);
  ASSERT_TRUE(P.Invocation) << Form.str() << ": " << P.Diagnostics;
  EXPECT_EQ(P.Diagnostics, "") << Form.str();
  ASSERT_EQ(P.Invocation->getFrontendOpts().Inputs.size(), 1u) << Form.str();
  EXPECT_EQ(P.Invocation->getFrontendOpts().Inputs[0].getFile(), "a.cu");
  EXPECT_TRUE(P.searches("before")) << Form.str();
  EXPECT_TRUE(P.searches("/after")) << Form.str();
  EXPECT_TRUE(P.Invocation->getLangOpts().CUDAIsDevice) << Form.str();
  // Flags of one letter and joined values must not have become something else.
  EXPECT_EQ(P.Invocation->getFrontendOpts().ProgramAction,
            clang::frontend::ParseSyntaxOnly)
      << Form.str();
  EXPECT_TRUE(P.Invocation->getFrontendOpts().OutputFile.empty()) << Form.str();
}

/// A value that nvcc would take for the option, where "value" is none.
std::string valueFor(llvm::StringRef Spelling) {
  llvm::StringRef Name = Spelling.ltrim('-');
  if (Name == "arch" || Name == "gpu-architecture")
    return "sm_80";
  if (Name == "gencode" || Name == "generate-code")
    return "arch=compute_80,code=sm_80";
  if (Name == "std")
    return "c++17";
  if (Name == "rdc" || Name == "relocatable-device-code" || Name == "ftz")
    return "true";
  if (Name == "ftemplate-depth")
    return "100";
  if (Name == "default-stream")
    return "per-thread";
  if (Name == "Xcompiler" || Name == "compiler-options")
    return "-Wall,-fPIC";
  return "value";
}

TEST(EveryOption, WithoutValueIsCleanForClang) {
  for (const Spelling &S : spellings())
    if (S.Takes == None)
      expectClean(S.Text);
}

TEST(EveryOption, WithItsValueApartIsCleanForClang) {
  for (const Spelling &S : spellings())
    if (S.Takes != None)
      expectClean(S.Text + " " + valueFor(S.Text));
}

TEST(EveryOption, WithItsValueBehindEqualsIsCleanForClang) {
  for (const Spelling &S : spellings())
    if (S.Takes != None)
      expectClean(S.Text + "=" + valueFor(S.Text));
}

TEST(EveryOption, WithItsValueJoinedIsCleanForClang) {
  for (const Spelling &S : spellings())
    if (S.Takes == Joined)
      expectClean(S.Text + valueFor(S.Text));
}

TEST(EveryOption, OfClangDoesNotHideOneOfNvcc) {
  // Values that begin with a dash still belong to their option.
  for (const char *Form :
       {"-Xptxas -v", "-Xptxas -O3,-v", "-Xlinker -rpath",
        "-Xcudafe --diag_suppress=177", "-Xfatbin -compress-all",
        "-Xcompiler -fPIC", "-Xnvlink --suppress"})
    expectClean(Form);
}

TEST(EveryArchitecture, OfClangGivesAnInvocation) {
  for (const char *Arch : {"20", "35", "52", "75", "87", "88", "90a", "100f",
                           "103a", "110", "120f", "121a", "200"}) {
    Files F;
    CommandOptions Options;
    Options.Arch = Arch;
    DeviceCommand Command = translateCommand(words("nvcc -nocudainc a.cu"),
                                             "a.cu", "/w", Options, *F.FS);
    Driven P = drive(Command, F.FS);
    ASSERT_TRUE(P.Invocation) << Arch << P.Diagnostics;
    EXPECT_EQ(P.Invocation->getTargetOpts().CPU, Command.Arch);
    EXPECT_EQ(P.Diagnostics, "") << Arch;
  }
}

TEST(EveryArchitecture, GetsThePtxVersionThatItsBuiltinsNeed) {
  Files F;
  Driven P = drive(translate("nvcc -nocudainc a.cu", F), F.FS);
  ASSERT_TRUE(P.Invocation) << P.Diagnostics;
  EXPECT_TRUE(llvm::is_contained(
      P.Invocation->getTargetOpts().FeaturesAsWritten, "+ptx90"));
}

} // namespace
