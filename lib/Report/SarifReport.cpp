//===- SarifReport.cpp - Findings as SARIF 2.1.0 --------------------------===//

#include "warplint/Report/SarifReport.h"
#include "JsonParts.h"
#include "warplint/Finding/FindingKeys.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace warplint {
namespace {

constexpr const char *SchemaUri =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json";

/// Bytes that a URI has no other use for stay; the rest is escaped.
std::string uriPath(StringRef Path) {
  std::string Uri;
  for (char C : Path) {
    if (isAlnum(C) || StringRef("-._~/!$&'()*+,;=@").contains(C))
      Uri += C;
    else
      Uri += "%" + utohexstr(static_cast<unsigned char>(C), false, 2);
  }
  return Uri;
}

/// "warplint-bank-conflict" as "BankConflict".
std::string ruleName(StringRef Id) {
  Id.consume_front("warplint-");
  std::string Name;
  bool StartsWord = true;
  for (char C : Id) {
    if (C != '-')
      Name += StartsWord ? toUpper(C) : C;
    StartsWord = C == '-';
  }
  return Name;
}

StringRef levelName(Severity Level) {
  switch (Level) {
  case Severity::Remark:
    return "note";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  llvm_unreachable("unknown severity");
}

/// UTF-16 code units of \p Bytes; bytes that are no UTF-8 count as one each.
unsigned utf16Length(StringRef Bytes) {
  unsigned Units = 0;
  while (!Bytes.empty()) {
    const auto *Begin = reinterpret_cast<const UTF8 *>(Bytes.bytes_begin());
    const auto *End = reinterpret_cast<const UTF8 *>(Bytes.bytes_end());
    unsigned Length =
        isLegalUTF8Sequence(Begin, End) ? getNumBytesForUTF8(*Begin) : 1;
    Units += Length == 4 ? 2 : 1;
    Bytes = Bytes.drop_front(Length);
  }
  return Units;
}

class Writer {
public:
  Writer(raw_ostream &Out, const SarifOptions &Options, SourceLines &Lines)
      : J(Out, /*IndentSize=*/2), Options(Options), Lines(Lines) {}

  void write(const std::vector<FileReport> &Reports);

private:
  void writeDriver();
  void writeParameter(const CheckOption &Option);
  void writeRule(const SarifRule &Rule);
  void writeInvocation(const std::vector<FileReport> &Reports);
  void writeNotification(StringRef Level, StringRef Message,
                         const SourcePlace &Where);
  void writeResult(const FileReport &Report, const Finding &F,
                   const FindingKey &Key);
  void writeSuppression(const Finding &F);
  void writeRelated(const Finding &F);
  void writeFix(const FileReport &Report, const Fix &Fix);
  void writeFixes(const FileReport &Report, const Finding &F);
  void writeEdit(StringRef Source, const SourceEdit &Edit);
  void writeArtifact(StringRef File);
  void writePhysical(const SourcePlace &Where);
  void writeMessage(StringRef Key, StringRef Text) {
    J.attributeObject(Key, [&] { J.attribute("text", jsonText(Text)); });
  }
  unsigned column(const SourcePlace &Where, unsigned Line, unsigned Column);

  json::OStream J;
  const SarifOptions &Options;
  SourceLines &Lines;
};

} // namespace

unsigned Writer::column(const SourcePlace &Where, unsigned Line,
                        unsigned Column) {
  StringRef Text = Lines.line(Where.File, Line);
  return Column <= 1 ? 1 : utf16Length(Text.take_front(Column - 1)) + 1;
}

void Writer::writeArtifact(StringRef File) {
  J.attributeObject("artifactLocation", [&] {
    std::string Path = pathBelow(Options.Root, File);
    if (StringRef(Path).starts_with("/")) {
      J.attribute("uri", "file://" + uriPath(Path));
    } else {
      J.attribute("uri", uriPath(Path));
      J.attribute("uriBaseId", "%SRCROOT%");
    }
  });
}

void Writer::writePhysical(const SourcePlace &Where) {
  J.attributeObject("physicalLocation", [&] {
    writeArtifact(Where.File);
    if (!Where.Line)
      return;
    J.attributeObject("region", [&] {
      J.attribute("startLine", Where.Line);
      if (Where.Column)
        J.attribute("startColumn", column(Where, Where.Line, Where.Column));
      if (!Where.EndLine)
        return;
      J.attribute("endLine", Where.EndLine);
      if (Where.EndColumn)
        J.attribute("endColumn", column(Where, Where.EndLine, Where.EndColumn));
    });
  });
}

void Writer::writeParameter(const CheckOption &Option) {
  unsigned Number = 0;
  switch (Option.Type) {
  case CheckOption::Kind::Number:
    (void)Option.Default.getAsInteger(10, Number);
    return J.attribute(Option.Name, Number);
  case CheckOption::Kind::Flag:
    return J.attribute(Option.Name, Option.Default == "true");
  case CheckOption::Kind::Text:
    return J.attribute(Option.Name, jsonText(Option.Default));
  }
}

void Writer::writeRule(const SarifRule &Rule) {
  const CheckRecord &Check = Rule.Check;
  J.attribute("id", jsonText(Check.Id));
  J.attribute("name", ruleName(Check.Id));
  writeMessage("shortDescription", Check.Sentence);
  writeMessage("fullDescription", Check.Sentence);
  J.attributeObject("help", [&] {
    J.attribute("text", jsonText(Rule.Page));
    J.attribute("markdown", jsonText(Rule.Page));
  });
  J.attributeObject("defaultConfiguration", [&] {
    J.attribute("level", levelName(Check.Level));
    if (!Check.Options.empty())
      J.attributeObject("parameters", [&] {
        for (const CheckOption &Option : Check.Options)
          writeParameter(Option);
      });
  });
  J.attributeObject("properties", [&] {
    J.attributeArray("tags", [&] {
      for (StringRef Tag : split(Check.Tags, ','))
        J.value(Tag);
    });
    // Verdicts are proven.
    J.attribute("precision", "very-high");
  });
}

void Writer::writeDriver() {
  J.attribute("name", "warplint");
  J.attribute("fullName", "warplint " WARPLINT_VERSION);
  J.attribute("version", WARPLINT_VERSION);
  J.attribute("semanticVersion", WARPLINT_VERSION);
  J.attributeArray("rules", [&] {
    for (const SarifRule &Rule : Options.Rules)
      J.object([&] { writeRule(Rule); });
  });
}

void Writer::writeNotification(StringRef Level, StringRef Message,
                               const SourcePlace &Where) {
  J.object([&] {
    J.attribute("level", Level);
    writeMessage("message", Message);
    if (!Where.File.empty())
      J.attributeArray("locations",
                       [&] { J.object([&] { writePhysical(Where); }); });
  });
}

void Writer::writeInvocation(const std::vector<FileReport> &Reports) {
  J.attribute("executionSuccessful", Options.IsComplete);
  J.attributeArray("toolExecutionNotifications", [&] {
    for (const FileReport &Report : Reports) {
      SourcePlace File;
      File.File = Report.File;
      if (Report.HadErrors)
        writeNotification("error",
                          Report.ParseErrors.empty()
                              ? std::string("the file has errors")
                              : ("the file has errors: " +
                                 StringRef(Report.ParseErrors).rtrim())
                                    .str(),
                          File);
      for (const LeftOut &Out : Report.Omitted)
        if (!Out.OnRequest)
          writeNotification("warning",
                            "'" + Out.Name + "' is not analysed: " + Out.Why,
                            Out.Where.isValid() ? Out.Where : File);
    }
  });
}

void Writer::writeSuppression(const Finding &F) {
  if (F.isShown())
    return;
  J.attributeArray("suppressions", [&] {
    J.object([&] {
      bool IsBaseline = F.HeldBack == Suppression::Baseline;
      J.attribute("kind", IsBaseline ? "external" : "inSource");
      J.attribute("justification", suppressionName(F.HeldBack));
    });
  });
}

static bool hasOwnPlace(const FindingNote &Note, const Finding &F) {
  return Note.Where.isValid() && Note.Where != F.Where;
}

void Writer::writeRelated(const Finding &F) {
  if (none_of(F.Notes, [&](const FindingNote &N) { return hasOwnPlace(N, F); }))
    return;
  J.attributeArray("relatedLocations", [&] {
    unsigned Id = 0;
    for (const FindingNote &Note : F.Notes)
      if (hasOwnPlace(Note, F))
        J.object([&] {
          J.attribute("id", Id++);
          writePhysical(Note.Where);
          writeMessage("message", Note.Message);
        });
  });
}

void Writer::writeEdit(StringRef Source, const SourceEdit &Edit) {
  auto Place = [&](StringRef Prefix, size_t Offset) {
    StringRef Before = Source.take_front(Offset);
    size_t Line = Before.rfind('\n');
    size_t Start = Line == StringRef::npos ? 0 : Line + 1;
    J.attribute((Prefix + "Line").str(),
                static_cast<uint64_t>(Before.count('\n') + 1));
    J.attribute((Prefix + "Column").str(),
                utf16Length(Before.drop_front(Start)) + 1);
  };
  J.attributeObject("deletedRegion", [&] {
    Place("start", Edit.Offset);
    Place("end", Edit.Offset + Edit.Length);
  });
  writeMessage("insertedContent", Edit.Text);
}

void Writer::writeFix(const FileReport &Report, const Fix &Fix) {
  writeMessage("description",
               Fix.Title + (Fix.isProven() ? "" : ", if " + Fix.Condition));
  J.attributeArray("artifactChanges", [&] {
    for (const FileEdits &File : Fix.Files)
      J.object([&] {
        writeArtifact(File.File);
        J.attributeArray("replacements", [&] {
          for (const SourceEdit &Edit : File.Edits)
            J.object([&] { writeEdit(*Report.textOf(File.File), Edit); });
        });
      });
  });
}

void Writer::writeFixes(const FileReport &Report, const Finding &F) {
  if (F.Fixes.empty())
    return;
  J.attributeArray("fixes", [&] {
    for (size_t Index : F.Fixes)
      J.object([&] { writeFix(Report, Report.Fixes[Index]); });
  });
}

void Writer::writeResult(const FileReport &Report, const Finding &F,
                         const FindingKey &Key) {
  J.attribute("ruleId", jsonText(F.Check));
  auto Rule = find_if(
      Options.Rules, [&](const SarifRule &R) { return R.Check.Id == F.Check; });
  if (Rule != Options.Rules.end())
    J.attribute("ruleIndex",
                static_cast<int64_t>(Rule - Options.Rules.begin()));
  J.attribute("level", levelName(F.Level));
  std::string Message = F.Message;
  for (const FindingNote &Note : F.Notes)
    if (!hasOwnPlace(Note, F))
      Message += "\n" + Note.Message;
  writeMessage("message", Message);
  if (!F.Where.File.empty())
    J.attributeArray("locations",
                     [&] { J.object([&] { writePhysical(F.Where); }); });
  writeRelated(F);
  if (!F.Metrics.empty())
    J.attributeObject("properties", [&] {
      for (const Metric &M : F.Metrics)
        J.attributeObject(M.Name, [&] {
          J.attribute("value", M.Value);
          J.attribute("ideal", M.Ideal);
          J.attribute("unit", jsonText(M.Unit));
        });
    });
  J.attributeObject("partialFingerprints", [&] {
    J.attribute("warplintFinding/v1", fingerprintOf(Key));
  });
  writeSuppression(F);
  writeFixes(Report, F);
}

void Writer::write(const std::vector<FileReport> &Reports) {
  J.objectBegin();
  J.attribute("$schema", SchemaUri);
  J.attribute("version", "2.1.0");
  J.attributeBegin("runs");
  J.arrayBegin();
  J.objectBegin();
  J.attributeObject(
      "tool", [&] { J.attributeObject("driver", [&] { writeDriver(); }); });
  J.attributeArray("invocations",
                   [&] { J.object([&] { writeInvocation(Reports); }); });
  J.attributeObject("originalUriBaseIds", [&] {
    J.attributeObject("%SRCROOT%", [&] {
      J.attribute("uri",
                  "file://" + uriPath(Options.Root) +
                      (StringRef(Options.Root).ends_with("/") ? "" : "/"));
    });
  });
  J.attribute("columnKind", "utf16CodeUnits");
  J.attributeArray("results", [&] {
    for (const FileReport &Report : Reports) {
      std::vector<FindingKey> Keys = keysOf(Report, Options.Root);
      for (const auto &[F, Key] : zip(Report.Findings, Keys))
        if (F.HeldBack != Suppression::Repeated)
          J.object([&, &F = F, &Key = Key] { writeResult(Report, F, Key); });
    }
  });
  J.objectEnd();
  J.arrayEnd();
  J.attributeEnd();
  J.objectEnd();
}

void printSarif(raw_ostream &Out, const std::vector<FileReport> &Reports,
                const SarifOptions &Options, SourceLines &Lines) {
  Writer(Out, Options, Lines).write(Reports);
  Out << '\n';
}

} // namespace warplint
