//===- ParserFuzzer.cpp - Any bytes as what users write -------------------===//
//
// The first byte picks a parser, the rest is its text: .warplint, baselines,
// JSON output, comments and options. None may crash, and what one accepts and
// writes again it has to read back as the same.
//
//   cmake --preset fuzz && cmake --build build-fuzz --target parser-fuzzer
//   build-fuzz/fuzz/parser-fuzzer -max_total_time=60 -max_len=4096
//
//===----------------------------------------------------------------------===//

#include "warplint/Checks/Annotation.h"
#include "warplint/Config/Config.h"
#include "warplint/Config/GlobList.h"
#include "warplint/Frontend/Templates.h"
#include "warplint/Report/AccessDiff.h"
#include "warplint/Report/ReportArchive.h"
#include "warplint/Select/Baseline.h"
#include "warplint/Select/LineFilter.h"
#include "warplint/Select/NolintComments.h"
#include "warplint/Settings/AssumeOption.h"
#include "warplint/Settings/BlockOption.h"
#include <cstdlib>

using namespace llvm;
using namespace warplint;

/// Whether it was accepted; the message of an error has to be there.
template <typename T> static bool isGood(Expected<T> &Result) {
  if (Result)
    return true;
  if (toString(Result.takeError()).empty())
    std::abort();
  return false;
}

static std::string printed(const Config &C) {
  std::string Text;
  raw_string_ostream Out(Text);
  printConfig(Out, C);
  return Text;
}

static void readConfig(StringRef Text) {
  static const StringRef Checks[] = {"warplint-bank-conflict"};
  Expected<Config> C = parseConfig(Text, "f", Checks);
  if (!isGood(C))
    return;
  std::string First = printed(*C);
  Expected<Config> Again = parseConfig(First, "f", Checks);
  // Control characters can be read, in escapes, but not written in quotes.
  bool IsPlain = all_of(First, [](char C) { return C == '\n' || C >= ' '; });
  if (IsPlain && (!isGood(Again) || printed(*Again) != First))
    std::abort();
  if (!Again)
    consumeError(Again.takeError());
}

static void readBaseline(StringRef Text) {
  Expected<Baseline> B = Baseline::parse(Text, "f");
  if (!isGood(B))
    return;
  Expected<Baseline> Again = Baseline::parse(B->text(), "f");
  if (!isGood(Again) || Again->text() != B->text())
    std::abort();
}

static void readAnnotation(StringRef Text) {
  Annotation Into;
  (void)parseAnnotation(
      Text, [](size_t, size_t) { return SourcePlace(); }, Into);
  std::vector<Assumption> Conditions;
  (void)parseConditions(Text, Conditions);
}

static void readOptions(StringRef Text) {
  auto Block = parseBlockOption(Text);
  isGood(Block);
  std::vector<KernelAssumption> Assumptions;
  if (Error E = parseAssumeOption(Text, Assumptions))
    consumeError(std::move(E));
  (void)splitTemplateId(Text);
}

static void readSelection(StringRef Text) {
  Expected<LineFilter> Lines = LineFilter::parse(Text);
  if (isGood(Lines))
    (void)Lines->admits("a.cu", 1);
  NolintComments Comments(Text);
  for (size_t Offset = 0; Offset < Text.size(); Offset += 16)
    (void)Comments.covers("warplint-bank-conflict", Offset);
  (void)GlobList(Text).contains("warplint-bank-conflict");
}

static void readResults(StringRef Text) {
  auto Accesses = readAccesses(Text, "f");
  if (isGood(Accesses))
    (void)compareAccesses(*Accesses, {});
  StringRef Bytes = Text;
  (void)readReport(Bytes);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Bytes, size_t Size) {
  static constexpr void (*Parsers[])(StringRef) = {readConfig,     readBaseline,
                                                   readAnnotation, readOptions,
                                                   readSelection,  readResults};
  if (Size == 0)
    return 0;
  StringRef Text(reinterpret_cast<const char *>(Bytes + 1), Size - 1);
  Parsers[Bytes[0] % std::size(Parsers)](Text);
  return 0;
}
