//===- ParserFuzzer.cpp - Any bytes as what users write -------------------===//
//
// The first word of the command line picks what the bytes are: a .warplint, a
// baseline, a comment, the values of options, filters, results of another run, what
// an editor sends, a module of PTX, or a file of Python. No parser may crash, and what one accepts and writes again
// it has to read back as the same.
//
//   parser-fuzzer config -max_total_time=60 -max_len=4096 corpus
//
//===----------------------------------------------------------------------===//

#include "Annotation/Expectation.h"
#include "Server/Protocol/Connection.h"
#include "Server/Protocol/JsonAt.h"
#include "Server/Text/Documents.h"
#include "warplint/Annotation/Annotation.h"
#include "warplint/Config/Config.h"
#include "warplint/Config/GlobList.h"
#include "warplint/Frontend/Templates.h"
#include "warplint/Kernel/KernelModel.h"
#include "warplint/Kernel/PtxSource.h"
#include "warplint/Layout/IndexFormula.h"
#include "warplint/Python/PythonSource.h"
#include "warplint/Report/AccessDiff.h"
#include "warplint/Report/ExplainReport.h"
#include "warplint/Select/Baseline.h"
#include "warplint/Select/LineFilter.h"
#include "warplint/Select/NolintComments.h"
#include "warplint/Session/KernelOptions.h"
#include "warplint/Support/Archive.h"
#include "warplint/Tidy/TidyCommandLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace warplint;

/// Whether it was accepted; the message of an error has to be there.
template <typename T> static bool isGood(Expected<T> Result) {
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
  static const CheckRecord Checks[] = {
      {"warplint-bank-conflict",
       Severity::Warning,
       "",
       "",
       CheckRecord::Origin::Driver,
       {{"MinWavefronts", CheckOption::Kind::Number, "0", "", "", true, "",
         false},
        {"Unit", CheckOption::Kind::Text, "", "", ""}},
       nullptr}};
  Expected<Config> C = parseConfig(Text, "f", Checks);
  if (!C)
    return (void)isGood(std::move(C));
  std::string First = printed(*C);
  Expected<Config> Again = parseConfig(First, "f", Checks);
  if (!Again || printed(*Again) != First)
    std::abort();
}

static void readBaseline(StringRef Text) {
  Expected<Baseline> B = Baseline::parse(Text, "f");
  if (!B)
    return (void)isGood(std::move(B));
  Expected<Baseline> Again = Baseline::parse(B->text(), "f");
  if (!Again || Again->text() != B->text())
    std::abort();
}

static void readComment(StringRef Text) {
  Annotation Into;
  (void)parseAnnotation(
      Text, [](size_t, size_t) { return SourcePlace(); }, Into);
  std::vector<Assumption> Conditions;
  (void)parseConditions(Text, Conditions);
  Expectation Expected;
  if (!Expectation::parse(Text, Expected))
    (void)Expected.holdsFor({32, 1});
  NolintComments Comments(Text);
  for (size_t Offset = 0; Offset < Text.size(); Offset += 16)
    (void)Comments.covers("warplint-bank-conflict", Offset);
}

static void readOptions(StringRef Text) {
  isGood(parseBlockOption(Text));
  isGood(parseExplainPlace(Text));
  std::vector<KernelAssumption> Assumptions;
  if (Error E = AssumptionReader(Assumptions).add(Text, "--assume"))
    consumeError(std::move(E));
  (void)splitTemplateId(Text);
  std::vector<std::string> Words;
  for (StringRef Word : split(Text, "\n"))
    if (!Word.starts_with("@")) // A file to read options from.
      Words.push_back(Word.str());
  (void)readTidyCommandLine(Words);
}

static void readFormulas(StringRef Text) {
  for (unsigned Lane : {0u, 1u, 31u})
    isGood(evaluateFormula(Text, {{"lane", Lane}}));
  isGood(parseAssignments(Text));
}

static void readSelection(StringRef Text) {
  Expected<LineFilter> Lines = LineFilter::parse(Text);
  if (Lines)
    (void)Lines->admits("a.cu", 1);
  isGood(std::move(Lines));
  (void)GlobList(Text).contains("warplint-bank-conflict");
}

static void readResults(StringRef Text) {
  auto Accesses = readAccesses(Text, "f");
  if (Accesses)
    (void)compareAccesses(*Accesses, {});
  isGood(std::move(Accesses));
  StringRef Bytes = Text;
  (void)readValue<FileReport>(Bytes);
}

/// Places of \p Doc, to the client and back.
static void checkPositions(const Document &Doc, PositionUnit Unit) {
  const LineText &Text = *Doc.Text;
  for (size_t Offset = 0; Offset <= Text.text().size(); Offset += 7) {
    const size_t Known = Text.offsetAt(Text.positionAt(Offset, Unit), Unit);
    if (Known > Text.text().size() ||
        Text.offsetAt(Text.positionAt(Known, Unit), Unit) != Known)
      std::abort();
  }
}

/// What an editor sends, and what it says of its documents.
static void receive(StringRef Bytes, PositionUnit Unit) {
  const int In = memfd_create("messages", 0);
  if (In < 0 || write(In, Bytes.data(), Bytes.size()) != ssize_t(Bytes.size()))
    std::abort();
  lseek(In, 0, SEEK_SET);
  std::error_code Code;
  raw_fd_ostream Null("/dev/null", Code);
  Connection Client(In, Null);
  Documents Docs(Unit);
  while (!Client.isBroken() && Client.receive())
    while (std::optional<json::Object> Message = Client.next()) {
      const json::Value *Params = Message->get("params");
      if (!Params)
        continue;
      if (auto Open = readAs<lsp::DidOpenTextDocumentParams>(*Params))
        (void)Docs.open(Open->textDocument);
      if (auto Change = readAs<lsp::DidChangeTextDocumentParams>(*Params))
        (void)Docs.change(*Change);
      for (const auto &[Name, Doc] : Docs.all()) {
        checkPositions(Doc, Unit);
        (void)Doc.moved(0, Doc.Text->text().size(), 1);
      }
    }
  close(In);
}

/// As they are, and each line as one message.
static void readMessages(StringRef Text) {
  std::string Framed;
  for (StringRef Line : split(Text, "\n"))
    Framed +=
        ("Content-Length: " + Twine(Line.size()) + "\r\n\r\n" + Line).str();
  for (PositionUnit Unit : {PositionUnit::Utf16, PositionUnit::CodePoint}) {
    receive(Text, Unit);
    receive(Framed, Unit);
  }
}

/// A module of PTX, and what is made of it.
static void readModule(StringRef Text) {
  const PtxSource Source = readPtx("k.ptx", Text);
  if (!Source.View == Source.Errors.empty())
    std::abort();
  if (Source.View)
    buildDeviceModel(*Source.View, {MemorySpaces::all(), true, true});
}

/// A file of Python, and edits of the CUDA C++ in it.
static void readStrings(StringRef Text) {
  const PythonSource Source = readPython("m.py", Text);
  for (const EmbeddedCuda &Module : Source.Modules) {
    if (Module.Text.size() != Module.Origins.size())
      std::abort();
    for (size_t Offset = 0; Offset < Module.Text.size(); Offset += 7)
      if (auto Edit = editOfPython({Offset, Offset % 3, "a"}, Module, Text);
          Edit && Edit->Offset + Edit->Length > Text.size())
        std::abort();
  }
}

static constexpr std::pair<StringLiteral, void (*)(StringRef)> Parsers[] = {
    {"config", readConfig},     {"baseline", readBaseline},
    {"comment", readComment},   {"options", readOptions},
    {"formulas", readFormulas}, {"selection", readSelection},
    {"results", readResults},   {"messages", readMessages},
    {"ptx", readModule},        {"python", readStrings}};

static void (*Wanted)(StringRef) = nullptr;

extern "C" int LLVMFuzzerInitialize(int *Argc, char ***Argv) {
  StringRef Name = *Argc > 1 ? (*Argv)[1] : "";
  for (auto [Known, Parser] : Parsers)
    if (Known == Name)
      Wanted = Parser;
  if (!Wanted) {
    errs() << "name a parser first:";
    for (auto [Known, Parser] : Parsers)
      errs() << ' ' << Known;
    errs() << '\n';
    std::exit(2);
  }
  // libFuzzer sees what is left.
  std::copy(*Argv + 2, *Argv + *Argc, *Argv + 1);
  --*Argc;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Bytes, size_t Size) {
  Wanted(StringRef(reinterpret_cast<const char *>(Bytes), Size));
  return 0;
}
