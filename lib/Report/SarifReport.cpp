//===- SarifReport.cpp - Findings as SARIF 2.1.0 --------------------------===//

#include "warplint/Report/SarifReport.h"
#include "warplint/Finding/FindingKeys.h"
#include "warplint/Messages/Checks.h"
#include "warplint/Support/EnumNames.h"
#include "warplint/Support/JsonStream.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include <set>

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
  return nameOf(Level, {"note", "warning", "error"});
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

  void writeRun(const std::vector<FileReport> &Reports) {
    J.attributeObject(
        "tool", [&] { J.attributeObject("driver", [&] { writeDriver(); }); });
    J.attributeArray("invocations",
                     [&] { J.object([&] { writeInvocation(Reports); }); });
    J.attributeObject("originalUriBaseIds", [&] {
      J.attributeObject("%SRCROOT%", [&] {
        J.add("uri", "file://" + uriPath(Options.Root) +
                         (StringRef(Options.Root).ends_with("/") ? "" : "/"));
      });
    });
    J.add("columnKind", "utf16CodeUnits");
    writeRaces(Reports);
    J.attributeArray("results", [&] {
      for (const FileReport &Report : Reports) {
        std::vector<FindingKey> Keys = keysOf(Report, Options.Root);
        WrittenFixes.clear();
        for (const auto &[F, Key] : zip(Report.Findings, Keys))
          if (F.SuppressedBy != Suppression::Repeated)
            J.object([&, &F = F, &Key = Key] { writeResult(Report, F, Key); });
      }
    });
  }

  JsonStream J;

private:
  /// Of each kernel whether its threads race.
  void writeRaces(const std::vector<FileReport> &Reports) {
    if (all_of(Reports, [](const FileReport &R) { return R.Races.empty(); }))
      return;
    J.attributeObject("properties", [&] {
      J.attributeArray("races", [&] {
        for (const FileReport &Report : Reports)
          for (const RaceRecord &R : Report.Races)
            J.object([&] {
              J.add("file", pathBelow(Options.Root, Report.File));
              J.add("kernel", R.Kernel);
              J.add("verdict", nameOf(R.Outcome));
              if (!R.Reason.empty())
                J.add("reason", R.Reason);
            });
      });
    });
  }

  void writeDriver() {
    J.add("name", "warplint");
    J.add("fullName", "warplint " WARPLINT_VERSION);
    J.add("version", WARPLINT_VERSION);
    J.add("semanticVersion", WARPLINT_VERSION);
    J.attributeArray("rules", [&] {
      for (const SarifRule &Rule : Options.Rules)
        J.object([&] { writeRule(Rule); });
    });
  }

  void writeParameter(const CheckOption &Option) {
    unsigned Number = 0;
    switch (Option.Type) {
    case CheckOption::Kind::Number:
      (void)Option.Default.getAsInteger(10, Number);
      return J.add(Option.Name, Number);
    case CheckOption::Kind::Flag:
      return J.add(Option.Name, Option.Default == "true");
    case CheckOption::Kind::Text:
      return J.add(Option.Name, Option.Default);
    }
  }

  void writeRule(const SarifRule &Rule) {
    const CheckRecord &Check = Rule.Check;
    J.add("id", Check.Id);
    J.add("name", ruleName(Check.Id));
    writeMessage("shortDescription", Check.Sentence);
    writeMessage("fullDescription", Check.Sentence);
    J.attributeObject("help", [&] {
      J.add("text", Rule.Page);
      J.add("markdown", Rule.Page);
    });
    J.attributeObject("defaultConfiguration", [&] {
      if (Check.IsOptIn)
        J.add("enabled", false);
      J.add("level", levelName(Check.Level));
      if (!Check.Options.empty())
        J.attributeObject("parameters", [&] {
          for (const CheckOption &Option : Check.Options)
            writeParameter(Option);
        });
    });
    J.attributeObject("properties", [&] {
      J.add("tags", split(Check.Tags, ','));
      // Verdicts are proven.
      J.add("precision", "very-high");
    });
  }

  void writeInvocation(const std::vector<FileReport> &Reports) {
    J.add("executionSuccessful", Options.IsComplete);
    J.attributeArray("toolExecutionNotifications", [&] {
      for (const FileReport &Report : Reports) {
        SourcePlace File;
        File.File = Report.File;
        if (Report.HadErrors)
          writeNotification("error",
                            ("the file has errors" +
                             Twine(Report.ParseErrors.empty() ? "" : ": ") +
                             StringRef(textOf(Report.ParseErrors)).rtrim())
                                .str(),
                            File);
        for (const LeftOut &Out : Report.Omitted)
          if (!Out.OnRequest)
            writeNotification("warning", messages::Skipped(Out.Name, Out.Why),
                              Out.Where.isValid() ? Out.Where : File);
      }
    });
  }

  void writeNotification(StringRef Level, StringRef Message,
                         const SourcePlace &Where) {
    J.object([&] {
      J.add("level", Level);
      writeMessage("message", Message);
      writeLocations(Where);
    });
  }

  void writeResult(const FileReport &Report, const Finding &F,
                   const FindingKey &Key) {
    J.add("ruleId", F.Check);
    auto Rule = find_if(Options.Rules, [&](const SarifRule &R) {
      return R.Check.Id == F.Check;
    });
    if (Rule != Options.Rules.end())
      J.add("ruleIndex", Rule - Options.Rules.begin());
    J.add("level", levelName(F.Level));
    std::string Message = F.Message;
    for (const FindingNote &Note : F.Notes)
      if (!F.hasOwnPlace(Note))
        Message += "\n" + Note.Message;
    writeMessage("message", Message);
    writeLocations(F.Where);
    writeRelated(F);
    if (!F.Metrics.empty())
      J.attributeObject("properties", [&] {
        for (const Metric &M : F.Metrics)
          J.attributeObject(M.Name, [&] {
            J.add("value", M.Value);
            J.add("ideal", M.Ideal);
            J.add("unit", M.Unit);
          });
      });
    J.attributeObject("partialFingerprints",
                      [&] { J.add("warplintFinding/v1", fingerprintOf(Key)); });
    if (!F.isShown())
      J.attributeArray("suppressions", [&] {
        J.object([&] {
          bool IsBaseline = F.SuppressedBy == Suppression::Baseline;
          J.add("kind", IsBaseline ? "external" : "inSource");
          J.add("justification", suppressionName(F.SuppressedBy));
        });
      });
    if (std::vector<size_t> Fixes = fixesFor(F); !Fixes.empty())
      J.attributeArray("fixes", [&] {
        for (size_t Index : Fixes)
          J.object([&] { writeFix(Report, Report.Fixes[Index]); });
      });
  }

  /// Those of \p F that no result has yet: whoever makes the fixes of all
  /// results makes each once.
  std::vector<size_t> fixesFor(const Finding &F) {
    std::vector<size_t> Fixes;
    if (F.isShown())
      copy_if(F.Fixes, std::back_inserter(Fixes),
              [&](size_t Fix) { return WrittenFixes.insert(Fix).second; });
    return Fixes;
  }

  void writeRelated(const Finding &F) {
    if (none_of(F.Notes,
                [&](const FindingNote &N) { return F.hasOwnPlace(N); }))
      return;
    J.attributeArray("relatedLocations", [&] {
      unsigned Id = 0;
      for (const FindingNote &Note : F.Notes)
        if (F.hasOwnPlace(Note))
          J.object([&] {
            J.add("id", Id++);
            writePhysical(Note.Where);
            writeMessage("message", Note.Message);
          });
    });
  }

  void writeFix(const FileReport &Report, const Fix &Fix) {
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

  void writeEdit(StringRef Source, const SourceEdit &Edit) {
    auto Place = [&](StringRef Prefix, size_t Offset) {
      StringRef Before = Source.take_front(Offset);
      size_t Line = Before.rfind('\n');
      size_t Start = Line == StringRef::npos ? 0 : Line + 1;
      J.add((Prefix + "Line").str(), Before.count('\n') + 1);
      J.add((Prefix + "Column").str(),
            utf16Length(Before.drop_front(Start)) + 1);
    };
    J.attributeObject("deletedRegion", [&] {
      Place("start", Edit.Offset);
      Place("end", Edit.Offset + Edit.Length);
    });
    writeMessage("insertedContent", Edit.Text);
  }

  void writeArtifact(StringRef File) {
    J.attributeObject("artifactLocation", [&] {
      std::string Path = pathBelow(Options.Root, File);
      if (StringRef(Path).starts_with("/")) {
        J.add("uri", "file://" + uriPath(Path));
      } else {
        J.add("uri", uriPath(Path));
        J.add("uriBaseId", "%SRCROOT%");
      }
    });
  }

  void writePhysical(const SourcePlace &Where) {
    J.attributeObject("physicalLocation", [&] {
      writeArtifact(Where.File);
      if (!Where.Line)
        return;
      J.attributeObject("region", [&] {
        J.add("startLine", Where.Line);
        if (Where.Column)
          J.add("startColumn", column(Where, Where.Line, Where.Column));
        if (!Where.EndLine)
          return;
        J.add("endLine", Where.EndLine);
        if (Where.EndColumn)
          J.add("endColumn", column(Where, Where.EndLine, Where.EndColumn));
      });
    });
  }

  void writeLocations(const SourcePlace &Where) {
    if (!Where.File.empty())
      J.attributeArray("locations",
                       [&] { J.object([&] { writePhysical(Where); }); });
  }

  void writeMessage(StringRef Key, StringRef Text) {
    J.attributeObject(Key, [&] { J.add("text", Text); });
  }
  unsigned column(const SourcePlace &Where, unsigned Line, unsigned Column) {
    StringRef Text = Lines.line(Where.File, Line);
    return Column <= 1 ? 1 : utf16Length(Text.take_front(Column - 1)) + 1;
  }

  const SarifOptions &Options;
  SourceLines &Lines;
  std::set<size_t> WrittenFixes; ///< Of the report at hand.
};

} // namespace

void printSarif(raw_ostream &Out, const std::vector<FileReport> &Reports,
                const SarifOptions &Options, SourceLines &Lines) {
  Writer W(Out, Options, Lines);
  W.J.object([&] {
    W.J.add("$schema", SchemaUri);
    W.J.add("version", "2.1.0");
    W.J.attributeArray("runs",
                       [&] { W.J.object([&] { W.writeRun(Reports); }); });
  });
  Out << '\n';
}

} // namespace warplint
