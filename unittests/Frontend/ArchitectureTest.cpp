//===- ArchitectureTest.cpp - GPU architectures ---------------------------===//

#include "warplint/Frontend/Architecture.h"
#include "Commands.h"
#include "gtest/gtest.h"

using namespace warplint;
using namespace warplint::test;

namespace {

std::string archOf(llvm::StringRef Line) { return translate(Line).Arch; }

DeviceCommand withOverride(llvm::StringRef Line, llvm::StringRef Arch) {
  CommandOptions Options;
  Options.Arch = Arch.str();
  return translate(Line, Files(), Options);
}

TEST(Architecture, EverySpellingIsRead) {
  for (const char *Text : {"90a", "sm_90a", "compute_90a", "lto_90a"}) {
    auto Arch = parseGpuArch(Text);
    ASSERT_TRUE(Arch) << Text;
    EXPECT_EQ(Arch->name(), "sm_90a");
  }
  EXPECT_EQ(parseGpuArch("100f")->name(), "sm_100f");
  EXPECT_EQ(parseGpuArch("120")->name(), "sm_120");
}

TEST(Architecture, WhatNamesNoSingleOneIsRefused) {
  for (const char *Text :
       {"", "native", "all", "all-major", "sm_", "9", "sm_9x", "gfx906",
        "sm_90aa", "sm_1000", "a", "sm_-90"})
    EXPECT_FALSE(parseGpuArch(Text)) << Text;
}

TEST(Architecture, NumberDecidesThenAThenFThenPlain) {
  auto Newest = [](std::initializer_list<GpuArch> Archs) {
    return newestGpuArch(std::vector<GpuArch>(Archs))->name();
  };
  EXPECT_EQ(Newest({{90, 'a'}, {100, 0}}), "sm_100");
  EXPECT_EQ(Newest({{100, 0}, {100, 'f'}}), "sm_100f");
  EXPECT_EQ(Newest({{100, 'f'}, {100, 'a'}, {100, 0}}), "sm_100a");
  EXPECT_FALSE(newestGpuArch({}));
}

TEST(Architecture, ClangsListIsAskedForTheNearestLower) {
  // Known to clang 22.
  EXPECT_EQ(nearestClangArch({90, 'a'}).name(), "sm_90a");
  EXPECT_EQ(nearestClangArch({121, 0}).name(), "sm_121");
  // Families are not, and their plain number is.
  EXPECT_EQ(nearestClangArch({100, 'f'}).name(), "sm_100");
  // There is no 95 and no 190: 'a' features of 90 are not those of 95.
  EXPECT_EQ(nearestClangArch({95, 'a'}).name(), "sm_90");
  EXPECT_EQ(nearestClangArch({190, 'a'}).name(), "sm_121");
  // Below the lowest.
  EXPECT_EQ(nearestClangArch({13, 0}).name(), "sm_20");
}

TEST(Architecture, WithoutAnySm90IsAnalysed) {
  DeviceCommand C = translate("nvcc -c a.cu");
  EXPECT_EQ(C.Arch, "sm_90");
  EXPECT_TRUE(has(C, "--cuda-gpu-arch=sm_90"));
  EXPECT_FALSE(says(C, "architecture"));
  EXPECT_EQ(archOf("clang++ -x cuda a.cu"), "sm_90");
}

TEST(Architecture, EveryFormOfNvccsOptionsIsHarvested) {
  for (const char *Line :
       {"nvcc -arch=sm_80 a.cu", "nvcc -arch sm_80 a.cu",
        "nvcc --gpu-architecture=sm_80 a.cu",
        "nvcc --gpu-architecture compute_80 a.cu", "nvcc -arch=lto_80 a.cu",
        "nvcc --arch=sm_80 a.cu",
        "nvcc -gencode arch=compute_80,code=sm_80 a.cu",
        "nvcc -gencode=arch=compute_80,code=sm_80 a.cu",
        "nvcc --generate-code arch=compute_80,code=sm_80 a.cu",
        "nvcc '--generate-code=arch=compute_80,code=[compute_80,sm_80]' a.cu",
        "nvcc -gencode 'arch=compute_80,code=\"sm_80,compute_80\"' a.cu",
        "nvcc -gencode code=sm_80,arch=compute_80 a.cu",
        "nvcc -gencode=arch=compute_80,code=lto_80 a.cu",
        "nvcc -arch=compute_80 -code=sm_80,sm_86 a.cu"})
    EXPECT_EQ(archOf(Line), "sm_80") << Line;
}

TEST(Architecture, TheCodeClauseIsNotWhatTheParseSees) {
  // __CUDA_ARCH__ is 800 here, as `nvcc --dryrun` shows; 86 is for ptxas.
  EXPECT_EQ(archOf("nvcc -gencode arch=compute_80,code=sm_86 a.cu"), "sm_80");
}

TEST(Architecture, TheNewestOfRepeatedOptionsIsAnalysed) {
  EXPECT_EQ(archOf("nvcc -gencode arch=compute_90,code=sm_90 "
                   "-gencode arch=compute_80,code=sm_80 a.cu"),
            "sm_90");
  EXPECT_EQ(archOf("nvcc -arch=sm_90 -gencode arch=compute_90a,code=sm_90a "
                   "-gencode arch=compute_75,code=sm_75 a.cu"),
            "sm_90a");
  EXPECT_EQ(archOf("clang++ --cuda-gpu-arch=sm_80 --cuda-gpu-arch=sm_90a a.cu"),
            "sm_90a");
  EXPECT_EQ(archOf("clang++ --offload-arch=sm_80,sm_100 a.cu"), "sm_100");
  EXPECT_EQ(archOf("clang++ --offload-arch=sm_80 --offload-arch=sm_90 "
                   "--no-offload-arch=sm_90 a.cu"),
            "sm_80");
}

TEST(Architecture, AFamilyIsAnalysedAsItsPlainNumberAndSaysSo) {
  DeviceCommand C = translate("nvcc -arch=sm_100f a.cu");
  EXPECT_EQ(C.Arch, "sm_100");
  EXPECT_TRUE(says(C, "'sm_100f', unknown to clang: analyzed for sm_100"));
}

TEST(Architecture, VagueNamesMeanTheDefaultAndSaySo) {
  for (const char *Name : {"all", "all-major", "native"}) {
    DeviceCommand C = translate(std::string("nvcc a.cu -arch=") + Name);
    EXPECT_EQ(C.Arch, "sm_90");
    EXPECT_TRUE(says(C, std::string("'") + Name + "': analyzed for sm_90"));
  }
  EXPECT_EQ(archOf("clang++ --offload-arch=native a.cu"), "sm_90");
}

TEST(Architecture, AVagueNameYieldsToAConcreteOne) {
  DeviceCommand C =
      translate("nvcc -arch=native -gencode arch=compute_75,code=sm_75 a.cu");
  EXPECT_EQ(C.Arch, "sm_75");
  EXPECT_FALSE(says(C, "native'"));
}

TEST(Architecture, TheOptionOverridesTheCommand) {
  for (const char *Arch : {"80", "sm_80", "compute_80"})
    EXPECT_EQ(withOverride("nvcc -arch=sm_90 a.cu", Arch).Arch, "sm_80");
  EXPECT_EQ(withOverride("clang++ --offload-arch=sm_80 a.cu", "90a").Arch,
            "sm_90a");
}

TEST(Architecture, AnUnreadableOverrideIsSaidAndIgnored) {
  DeviceCommand C = withOverride("nvcc -arch=sm_80 a.cu", "ampere");
  EXPECT_EQ(C.Arch, "sm_80");
  EXPECT_TRUE(says(C, "--arch=ampere"));
}

} // namespace
