//===- LostAccessesTest.cpp -----------------------------------------------===//

#include "Kernel/Simplify/LostAccesses.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace warplint;

namespace {

/// Source 0 loads from a shared array, source 1 through a parameter, which may
/// lead anywhere, source 2 stores to the shared array.
constexpr const char *Code = R"(
@tile = addrspace(3) global [32 x float] undef, align 4

define void @f(ptr %p, i64 %i) {
  %s = getelementptr float, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 %i
  %a = load volatile float, ptr %s, align 4, !warplint.access !0
  %b = load volatile float, ptr %p, align 4, !warplint.access !1
  store volatile float %b, ptr %s, align 4, !warplint.access !2
  ret void
}

!0 = !{i32 0}
!1 = !{i32 1}
!2 = !{i32 2}
)";

class LostAccessesTest : public testing::Test {
protected:
  LostAccessesTest() {
    SMDiagnostic Error;
    M = parseAssemblyString(Code, Error, Context);
    EXPECT_TRUE(M) << Error.getMessage().str();
    for (unsigned Line : {10u, 20u, 30u}) {
      auto Source = std::make_unique<SourceAccess>();
      Source->File = "kernel.cu";
      Source->Line = Line;
      Model.Sources.push_back(std::move(Source));
    }
  }

  Function &function() { return *M->getFunction("f"); }

  /// The access with that number, as long as there is one.
  Instruction *access(unsigned Number) {
    for (Instruction &I : instructions(function()))
      if (AccessTags::numberOf(I) == Number)
        return &I;
    return nullptr;
  }

  /// The lines that are reported after \p Step was watched.
  template <typename StepFn> std::vector<unsigned> linesLostIn(StepFn Step) {
    LostAccesses Lost(*M);
    {
      LostAccesses::Watch Watch(Lost, function());
      Step();
    }
    Lost.report(Model);
    std::vector<unsigned> Lines;
    for (const LeftOut &Out : Model.Omitted)
      Lines.push_back(Out.Where.Line);
    return Lines;
  }

  LLVMContext Context;
  std::unique_ptr<Module> M;
  DeviceModel Model;
};

void erase(Instruction *I) {
  ASSERT_NE(I, nullptr);
  if (!I->use_empty())
    I->replaceAllUsesWith(PoisonValue::get(I->getType()));
  I->eraseFromParent();
}

using Lines = std::vector<unsigned>;

TEST_F(LostAccessesTest, NothingIsReportedWhereNothingIsLost) {
  EXPECT_EQ(linesLostIn([] {}), Lines());
}

TEST_F(LostAccessesTest, ALostLoadOfASharedArrayIsReportedWithItsPlace) {
  EXPECT_EQ(linesLostIn([&] { erase(access(0)); }), Lines({10}));
  EXPECT_EQ(Model.Omitted.front().Where.File, "kernel.cu");
  EXPECT_NE(Model.Omitted.front().Why.find("lost"), std::string::npos);
}

TEST_F(LostAccessesTest, LostAccessesAreReportedInOrder) {
  EXPECT_EQ(linesLostIn([&] {
              erase(access(2));
              erase(access(0));
            }),
            Lines({10, 30}));
}

// It may have been an access to a local variable.
TEST_F(LostAccessesTest, AnAccessThroughAParameterMayGo) {
  EXPECT_EQ(linesLostIn([&] { erase(access(1)); }), Lines());
}

// Copies of an access, made by inlining and unrolling, share its number.
TEST_F(LostAccessesTest, OneCopyOfAnAccessIsEnough) {
  Instruction *Copy = access(0)->clone();
  Copy->insertBefore(access(0)->getIterator());
  EXPECT_EQ(linesLostIn([&] { erase(access(0)); }), Lines());
}

TEST_F(LostAccessesTest, AnAccessThatLosesItsTagIsLost) {
  EXPECT_EQ(
      linesLostIn([&] { access(2)->setMetadata("warplint.access", nullptr); }),
      Lines({30}));
}

// LLVM's passes drop an access together with dead code only.
TEST_F(LostAccessesTest, WhatGoesOutsideOfAWatchedStepIsNotReported) {
  LostAccesses Lost(*M);
  erase(access(0));
  {
    LostAccesses::Watch Watch(Lost, function());
  }
  Lost.report(Model);
  EXPECT_TRUE(Model.Omitted.empty());
}

} // namespace
