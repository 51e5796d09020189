//===- EditDiff.cpp - Edits as the lines that they change -----------------===//

#include "warplint/Report/EditDiff.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {

/// Lines around a change.
static constexpr size_t Context = 3;

/// With their ends; the last one may have none.
static std::vector<StringRef> linesOf(StringRef Text) {
  std::vector<StringRef> Lines;
  while (!Text.empty()) {
    size_t Length = std::min(Text.find('\n'), Text.size() - 1) + 1;
    Lines.push_back(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
  return Lines;
}

/// Leaves out what is the same at either end; nothing may be left.
static void trim(ChangedLines &C) {
  auto First = std::mismatch(C.Before.begin(), C.Before.end(), C.After.begin(),
                             C.After.end())
                   .first -
               C.Before.begin();
  C.Line += First;
  C.Before.erase(C.Before.begin(), C.Before.begin() + First);
  C.After.erase(C.After.begin(), C.After.begin() + First);
  while (!C.Before.empty() && !C.After.empty() &&
         C.Before.back() == C.After.back()) {
    C.Before.pop_back();
    C.After.pop_back();
  }
}

std::vector<ChangedLines> changedLines(StringRef Text,
                                       ArrayRef<SourceEdit> Edits) {
  std::vector<SourceEdit> Sorted(Edits);
  llvm::sort(Sorted);
  std::vector<StringRef> Lines = linesOf(Text);
  std::vector<size_t> Starts;
  for (StringRef Line : Lines)
    Starts.push_back(Line.data() - Text.data());
  auto LineAt = [&](uint64_t Offset) {
    size_t After = upper_bound(Starts, Offset) - Starts.begin();
    return After ? After - 1 : 0;
  };
  auto StartOf = [&](size_t Line) {
    return Line < Starts.size() ? Starts[Line] : Text.size();
  };
  std::vector<ChangedLines> Changes;
  for (size_t I = 0; I < Sorted.size();) {
    size_t First = LineAt(Sorted[I].Offset), End = First;
    uint64_t Done = StartOf(First);
    std::string After;
    for (; I < Sorted.size() && (End == First || Sorted[I].Offset < Done ||
                                 LineAt(Sorted[I].Offset) < End);
         ++I) {
      const SourceEdit &E = Sorted[I];
      After += Text.slice(Done, E.Offset);
      After += E.Text;
      Done = E.Offset + E.Length;
      End = std::max(End, LineAt(Done) + 1);
    }
    End = std::min(End, Lines.size());
    After += Text.slice(Done, StartOf(End));
    ChangedLines C;
    C.Line = First + 1;
    C.Before.assign(Lines.begin() + First, Lines.begin() + End);
    for (StringRef Line : linesOf(After))
      C.After.push_back(Line.str());
    trim(C);
    if (!C.Before.empty() || !C.After.empty())
      Changes.push_back(std::move(C));
  }
  return Changes;
}

namespace {

/// Prints one diff.
class UnifiedDiff {
public:
  UnifiedDiff(raw_ostream &Out, StringRef Text, bool Color)
      : Out(Out), Lines(linesOf(Text)), Color(Color) {}

  void print(StringRef File, ArrayRef<ChangedLines> Changes) {
    if (Changes.empty())
      return;
    std::string Name = printable(File);
    in(raw_ostream::SAVEDCOLOR, "--- " + Name + "\n+++ " + Name + "\n");
    while (!Changes.empty()) {
      size_t Count = 1;
      while (Count < Changes.size() &&
             Changes[Count].Line <= endOf(Changes[Count - 1]) + 2 * Context)
        ++Count;
      printHunk(Changes.take_front(Count));
      Changes = Changes.drop_front(Count);
    }
  }

private:
  static size_t endOf(const ChangedLines &C) {
    return C.Line + C.Before.size();
  }

  void printHunk(ArrayRef<ChangedLines> Changes) {
    size_t First =
        Changes.front().Line - std::min(Context, Changes.front().Line - 1);
    size_t End = std::min(endOf(Changes.back()) + Context, Lines.size() + 1);
    size_t Now = End - First;
    for (const ChangedLines &C : Changes)
      Now = Now - C.Before.size() + C.After.size();
    auto Range = [](size_t Start, size_t Count) {
      return std::to_string(Count ? Start : Start - 1) + "," +
             std::to_string(Count);
    };
    in(raw_ostream::CYAN, "@@ -" + Range(First, End - First) + " +" +
                              Range(First + Shift, Now) + " @@\n");
    size_t Line = First;
    auto PrintTo = [&](size_t To) {
      for (; Line < To; ++Line)
        printLine(" ", Lines[Line - 1], std::nullopt);
    };
    for (const ChangedLines &C : Changes) {
      PrintTo(C.Line);
      for (StringRef Old : C.Before)
        printLine("-", Old, raw_ostream::RED);
      for (StringRef New : C.After)
        printLine("+", New, raw_ostream::GREEN);
      Line += C.Before.size();
      Shift += C.After.size() - C.Before.size();
    }
    PrintTo(End);
  }

  void printLine(StringRef Sign, StringRef Line,
                 std::optional<raw_ostream::Colors> How) {
    std::string Text = (Sign + Line).str();
    if (!Line.ends_with("\n"))
      Text += "\n\\ No newline at end of file\n";
    if (How)
      in(*How, Text);
    else
      Out << Text;
  }

  void in(raw_ostream::Colors How, const std::string &Text) {
    if (Color)
      Out.changeColor(How, /*Bold=*/How == raw_ostream::SAVEDCOLOR);
    Out << Text;
    if (Color)
      Out.resetColor();
  }

  raw_ostream &Out;
  std::vector<StringRef> Lines;
  bool Color;
  size_t Shift = 0; ///< Lines added so far, modulo 2^64.
};

} // namespace

void printUnifiedDiff(raw_ostream &Out, StringRef File, StringRef Text,
                      ArrayRef<SourceEdit> Edits, bool Color) {
  UnifiedDiff(Out, Text, Color).print(File, changedLines(Text, Edits));
}

} // namespace warplint
