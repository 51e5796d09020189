//===- SharedAtomicTest.cpp - Which rule an atomic has --------------------===//

#include "warplint/Warp/SharedAtomic.h"
#include "gtest/gtest.h"

using namespace warplint;

namespace {

RequestKind kindOf(std::string_view Operation, std::string_view Type,
                   bool IsResultUsed, AtomicOperand Operand,
                   AtomicPlace Place) {
  return ruleOf({Operation, Type, IsResultUsed, Operand, Place}).Kind;
}

constexpr bool Used = true, Unused = false;

// ATOMS.POPC.INC has no result to give back.
TEST(SharedAtomic, LanesAreCountedOnlyWhereNobodyReadsTheResult) {
  for (AtomicPlace Place :
       {AtomicPlace::Varying, AtomicPlace::OneWord, AtomicPlace::PerhapsSeen})
    EXPECT_EQ(kindOf("add", "u32", Unused, AtomicOperand::One, Place),
              RequestKind::SharedAtomicCount);
  EXPECT_EQ(
      kindOf("add", "u32", Used, AtomicOperand::One, AtomicPlace::Varying),
      RequestKind::SharedAtomic);
  EXPECT_EQ(kindOf("inc", "u32", Unused, AtomicOperand::AllOnes,
                   AtomicPlace::Varying),
            RequestKind::SharedAtomicCount);
  EXPECT_EQ(kindOf("add", "u32", Unused, AtomicOperand::AllOnes,
                   AtomicPlace::Varying),
            RequestKind::SharedAtomic);
}

TEST(SharedAtomic, ExchangesAreNeverCombined) {
  for (bool IsUsed : {Used, Unused})
    EXPECT_EQ(kindOf("exch", "b32", IsUsed, AtomicOperand::Uniform,
                     AtomicPlace::OneWord),
              RequestKind::SharedAtomic);
  EXPECT_EQ(kindOf("cas", "b32", Unused, AtomicOperand::Uniform,
                   AtomicPlace::OneWord),
            RequestKind::SharedAtomicCas);
}

// Where it does not matter whether nvcc saw it, the figure is given.
TEST(SharedAtomic, WordsThatMayHaveBeenSeenHaveARuleOnlyIfItIsTheSame) {
  EXPECT_EQ(kindOf("max", "u32", Used, AtomicOperand::Varying,
                   AtomicPlace::PerhapsSeen),
            RequestKind::SharedAtomic);
  AtomicRule Rule = ruleOf(
      {"max", "u32", Unused, AtomicOperand::Varying, AtomicPlace::PerhapsSeen});
  EXPECT_EQ(Rule.Kind, RequestKind::SharedAtomicOther);
  EXPECT_EQ(Rule.WhyNot, "all lanes address one word, and nvcc may or "
                         "may not combine them");
}

TEST(SharedAtomic, ReasonsNameTheInstruction) {
  AtomicRule Max = ruleOf({"max", "u64", Used});
  EXPECT_EQ(Max.Kind, RequestKind::SharedAtomicOther);
  EXPECT_EQ(Max.BytesPerLane, 8u);
  EXPECT_EQ(Max.WhyNot, "'atom.shared.max.u64' compiles to a "
                        "data-dependent retry loop");
  EXPECT_EQ(ruleOf({"max", "f32", Unused}).WhyNot,
            "'red.shared.max.f32' was not measured");
  EXPECT_EQ(ruleOf({"exch", "b128", Used}).BytesPerLane, 16u);
}

// Only memory that is known to be shared has a counting form; what it has no
// instruction for is tried with that of global memory first.
TEST(SharedAtomic, GenericAddressesHaveRulesOfTheirOwn) {
  auto Generic = [](std::string_view Operation, std::string_view Type,
                    AtomicPlace Place) {
    return ruleOf({Operation, Type, Unused, AtomicOperand::One, Place, true});
  };
  EXPECT_EQ(Generic("add", "u32", AtomicPlace::Varying).Kind,
            RequestKind::SharedAtomic);
  EXPECT_EQ(Generic("add", "u32", AtomicPlace::OneWord).Kind,
            RequestKind::SharedAtomicCombined);
  EXPECT_EQ(Generic("add", "f32", AtomicPlace::OneWord).Kind,
            RequestKind::SharedTriedSwapLoop);
  EXPECT_EQ(Generic("add", "u64", AtomicPlace::Varying).Kind,
            RequestKind::SharedAtomic);
  AtomicRule Max = Generic("max", "u64", AtomicPlace::Varying);
  EXPECT_EQ(Max.Kind, RequestKind::SharedAtomicOther);
  EXPECT_EQ(Max.WhyNot, "'red.max.u64' was not measured");
}

// Wider and 16-bit loops take fewer passes when an update changes nothing.
TEST(SharedAtomic, LoopsSayWhatTheyAssume) {
  EXPECT_FALSE(ruleOf({"add", "f32", Used}).AssumesChange);
  EXPECT_FALSE(ruleOf({"add", "bf16x2", Used}).AssumesChange);
  EXPECT_TRUE(ruleOf({"add", "f64", Used}).AssumesChange);
  EXPECT_TRUE(ruleOf({"xor", "b64", Used}).AssumesChange);
  EXPECT_TRUE(ruleOf({"add", "f16", Used}).AssumesChange);
}

} // namespace
