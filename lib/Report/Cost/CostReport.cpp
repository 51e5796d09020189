//===- CostReport.cpp - The tables of --cost ------------------------------===//

#include "warplint/Report/CostReport.h"
#include "warplint/Finding/CostSentence.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/Printable.h"
#include "warplint/Support/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace warplint {

/// A kernel's lines that are shown: the busiest ones, if they take more than this
/// part of the time.
static constexpr size_t ShownLines = 8;
static constexpr double LeastPart = 0.01;

namespace {

std::string blockText(const KernelCost &Cost) {
  if (Cost.IsOfWarp)
    return "per warp";
  const LaunchShape &S = Cost.Launch.Shape;
  return "per block of " + utostr(*S.X) + "x" + utostr(*S.Y) + "x" +
         utostr(*S.Z);
}

class CostPrinter {
public:
  CostPrinter(raw_ostream &Out, const KernelCost &Cost)
      : Out(Out), Cost(Cost) {}

  void print(StringRef Architecture) {
    Out << printable(shownPath(Cost.Where.File)) << ':' << Cost.Where.Line
        << ": cost of '" << printable(Cost.Kernel + Cost.TemplateArguments)
        << "', " << Architecture << ", " << blockText(Cost)
        << (Cost.IsOfWarp ? ", because its block is unknown" : "")
        << ": estimated cycles of an SM\n";
    if (!Cost.Pipes.empty()) {
      printPipes();
      printLines();
    }
    Out << "  " << costSentence(Cost) << '\n';
    if (const std::string Bound = boundSentence(Cost); !Bound.empty())
      Out << "  " << printable(Bound) << '\n';
    if (const std::string Launch = launchSentence(Cost); !Launch.empty())
      Out << "  " << printable(Launch) << '\n';
    for (const UnknownLoop &Loop : Cost.Loops)
      Out << "  " << printable(Loop.Name) << ": iterations of a loop"
          << (Loop.Condition.empty() ? std::string()
                                     : " while " + printable(Loop.Condition))
          << ", unknown\n";
    for (const std::string &Remark : Cost.Remarks)
      Out << "  " << printable(Remark) << '\n';
  }

private:
  std::string cycles(const PipeUse &Use, TripSum PipeUse::*Which) const {
    return printSum(Use.*Which, Cost.Loops, Cost.Rates.cycles(Use.In, 1));
  }

  /// "1,056 wavefronts, 32 at best".
  std::string unitsText(const PipeUse &Use) const {
    std::string Text =
        printSum(Use.Units, Cost.Loops) + " " + std::string(pipeUnit(Use.In));
    const std::string Best = printSum(Use.AtBest, Cost.Loops);
    if (printSum(Use.Units, Cost.Loops) != Best)
      Text += ", " + Best + " at best";
    return Text;
  }

  void printPipes() {
    std::vector<Row> Rows = {{"cycles", "of busiest", "pipe", "what"}};
    const double Most = busiestPipe(Cost, ManyTrips).Cycles;
    std::vector<const PipeUse *> Sorted;
    for (const PipeUse &Use : Cost.Pipes)
      Sorted.push_back(&Use);
    auto Long = [&](const PipeUse &Use) {
      return Cost.Rates.cycles(Use.In, Use.Units.at(ManyTrips));
    };
    llvm::sort(Sorted, [&](const PipeUse *A, const PipeUse *B) {
      return std::tuple(-Long(*A), A->In) < std::tuple(-Long(*B), B->In);
    });
    for (const PipeUse *Use : Sorted)
      Rows.push_back(
          {cycles(*Use, &PipeUse::Units),
           formatv("{0} %", uint64_t(Long(*Use) / Most * 100 + 1e-6)),
           std::string(pipeName(Use->In)), unitsText(*Use)});
    printTable(Out, Rows, /*Texts=*/1, "  ");
  }

  /// The lines that take most of some pipe's time.
  void printLines() {
    std::map<std::tuple<std::string, unsigned, Pipe>, PipeUse> ByLine;
    for (const LineUse &Line : Cost.Lines) {
      PipeUse &Use = ByLine[{Line.Where.File, Line.Where.Line, Line.Use.In}];
      Use.In = Line.Use.In;
      Use.Units.add(Line.Use.Units);
      Use.AtBest.add(Line.Use.AtBest);
    }
    struct Shown {
      double Order;
      unsigned Line;
      std::string Place;
      const PipeUse *Use;
      auto key() const { return std::tie(Order, Line, Place, Use->In); }
      bool operator<(const Shown &Other) const { return key() < Other.key(); }
    };
    std::vector<Shown> Lines;
    const double Most = busiestPipe(Cost, ManyTrips).Cycles;
    for (const auto &[Key, Use] : ByLine) {
      const auto &[File, Line, In] = Key;
      const double Cycles = Cost.Rates.cycles(In, Use.Units.at(ManyTrips));
      const std::string Before = File == Cost.Where.File ? "line " : File + ":";
      if (Cycles >= Most * LeastPart)
        Lines.push_back(
            {-Cycles, Line, Line ? Before + utostr(Line) : "no line", &Use});
    }
    llvm::sort(Lines);
    std::vector<Row> Rows;
    for (const Shown &L : ArrayRef(Lines).take_front(ShownLines))
      Rows.push_back({cycles(*L.Use, &PipeUse::Units), printable(L.Place),
                      std::string(pipeName(L.Use->In)), unitsText(*L.Use)});
    printTable(Out, Rows, /*Texts=*/1, "  ");
  }

  raw_ostream &Out;
  const KernelCost &Cost;
};

} // namespace

void printCosts(raw_ostream &Out, ArrayRef<FileReport> Reports) {
  for (const FileReport &Report : Reports)
    for (const KernelCost &Cost : Report.Costs)
      CostPrinter(Out, Cost).print(Report.Architecture);
}

} // namespace warplint
