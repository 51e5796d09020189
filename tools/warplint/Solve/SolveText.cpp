//===- SolveText.cpp - What warplint solve prints as text -----------------===//

#include "Solve.h"
#include "warplint/Layout/RankProof.h"
#include "warplint/Layout/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <bit>

using namespace llvm;

namespace warplint {

static std::vector<Operand> subscripts(const ArrayShape &Array) {
  const size_t Rank = Array.Extents.size();
  if (Rank == 1)
    return {{"i", true}};
  static constexpr const char *FromLast[] = {"col", "row", "plane"};
  std::vector<Operand> Names;
  for (size_t D = 0; D < Rank; ++D)
    Names.push_back(
        {Rank - D <= 3 ? FromLast[Rank - 1 - D] : "d" + std::to_string(D),
         true});
  return Names;
}

std::string accessText(const SolveOptions &Options, const Layout &L) {
  const ArrayShape &Array = Options.Problem.Array;
  const IndexText Index =
      spellIndex(L, Array, subscripts(Array), IndexStyle::Expression);
  return spellAccess(Options.Name, Index, declaredExtents(L, Array).size());
}

std::string declarationText(const SolveOptions &Options, const Layout &L) {
  std::string Text = Options.Name;
  for (uint64_t Extent : declaredExtents(L, Options.Problem.Array))
    Text += '[' + std::to_string(Extent) + ']';
  return Text;
}

unsigned bankOf(const ArrayProblem &Problem, const Layout &L,
                uint64_t Element) {
  return L.place(Element) * Problem.Array.ElementBytes / 4 % Problem.Banks;
}

namespace {

class TextPrinter {
public:
  TextPrinter(raw_ostream &OS, const SolveOptions &Options,
              const RemedyRanking &Ranking)
      : OS(OS), Options(Options), Problem(Options.Problem), Ranking(Ranking) {}

  void print() {
    printDeclared();
    const size_t Count = std::min<size_t>(Ranking.Remedies.size(), Options.Top);
    for (size_t R = 0; R < Count; ++R)
      printRemedy(R + 1, Ranking.Remedies[R]);
    if (Count)
      printDetails(Ranking.Remedies[0].To);
    else
      OS << (Ranking.Before == Ranking.Floor
                 ? "\nno layout costs less\n"
                 : "\nno layout that was tried costs less\n");
  }

private:
  raw_ostream &OS;
  const SolveOptions &Options;
  const ArrayProblem &Problem;
  const RemedyRanking &Ranking;

  /// Wavefronts, unless every access counts lines.
  const char *unit(uint64_t Count) const {
    const bool AllLines = all_of(Problem.Accesses, [](const ArrayAccess &A) {
      return A.Kind == RequestKind::CpAsync && A.BytesPerLane == 16;
    });
    return AllLines ? (Count == 1 ? "line" : "lines")
                    : (Count == 1 ? "wavefront" : "wavefronts");
  }

  void printDeclared() {
    OS << declarationText(Options, Layout()) << ", "
       << Problem.Array.ElementBytes << "-byte elements, " << Problem.Banks
       << " banks: " << Ranking.Before << ' ' << unit(Ranking.Before)
       << ", minimum of any layout " << Ranking.Floor << '\n';
    if (Ranking.WholeRun > 1)
      OS << "  runs of " << Ranking.WholeRun << " elements ("
         << Ranking.WholeRun * Problem.Array.ElementBytes
         << " bytes) stay together\n";
    for (size_t A = 0; A < Problem.Accesses.size(); ++A)
      OS << "  "
         << format("%6llu", (unsigned long long)Ranking.Accesses[A].Before)
         << "  " << Problem.Accesses[A].Name << '\n';
  }

  void printRemedy(size_t Number, const Remedy &R) {
    OS << '\n' << Number << ". " << describe(R.To);
    if (R.Lanes)
      OS << (R.To.isUnchanged() ? ", " : " and ") << describe(*R.Lanes);
    OS << ": " << R.Total << ' ' << unit(R.Total)
       << (R.IsOptimal ? ", optimal" : "");
    if (R.ExtraBytes)
      OS << ", " << R.ExtraBytes << " extra bytes";
    OS << '\n';
    for (size_t A = 0; A < R.Accesses.size(); ++A)
      OS << format("  %6llu", (unsigned long long)R.Accesses[A].After) << "  "
         << Problem.Accesses[A].Name
         << (is_contained(R.Worsened, A) ? "   (more than before)" : "")
         << '\n';
    printBudget(R.Budget);
    printSpelling(R);
  }

  void printBudget(const BudgetOutcome &B) {
    if (B.PassesStaticLimit)
      OS << "  exceeds the limit of 48 KB for static arrays\n";
    if (B.BlocksAfter < B.BlocksBefore)
      OS << "  an SM holds " << B.BlocksAfter << " blocks instead of "
         << B.BlocksBefore << '\n';
  }

  void printSpelling(const Remedy &R) {
    const Layout &L = R.To;
    if (R.Lanes)
      OS << "  lane     " << spellLaneOrder(*R.Lanes, "lane") << '\n';
    if (L.isUnchanged())
      return;
    if (declaredExtents(L, Problem.Array) != Problem.Array.Extents)
      OS << "  declare  " << declarationText(Options, L) << '\n';
    OS << "  access   " << accessText(Options, L) << '\n';
    if (std::optional<std::string> Cute = spellCute(L))
      OS << "  CuTe     " << *Cute << "{} on element numbers\n";
    if (!R.Tensor.empty())
      OS << "  TMA      " << R.Tensor << '\n';
    OS << "  place    " << spellFlatIndex(L, Problem.Array, {"i", true})
       << "   of element i\n"
       << "  element  " << spellInverse(L, Problem.Array, {"p", true})
       << "   at place p\n";
  }

  void printDetails(const Layout &L) {
    if (!L.isUnchanged())
      if (std::optional<RankProof> Proof = rankProof(Problem, L))
        printProof(*Proof);
    printPicture(L);
  }

  void printProof(const RankProof &Proof) {
    const unsigned Size = Proof.Matrix.size();
    OS << "\nwhy 1. works: bits of the place (down, lowest first) as XORs of "
          "bits "
          "of the element number\n";
    for (unsigned R = 0; R < Size; ++R) {
      OS << "  ";
      for (unsigned C = 0; C < Size; ++C)
        OS << (C ? " " : "") << (Proof.Matrix.at(R, C) ? '1' : '.');
      const bool IsBank =
          R >= Proof.FirstBankBit && R < Proof.FirstBankBit + Proof.BankBits;
      OS << (IsBank ? "   bank" : "") << '\n';
    }
    OS << "  rank " << Proof.Rank << " of " << Size << ": "
       << (Proof.Rank == Size ? "a bijection" : "not a bijection") << '\n';
    for (const RankArgument &A : Proof.Arguments)
      printArgument(A);
    if (Proof.Uncovered)
      OS << "  " << Proof.Uncovered
         << (Proof.Uncovered == 1 ? " group of lanes is"
                                  : " groups of lanes are")
         << " counted one by one\n";
  }

  void printArgument(const RankArgument &A) {
    OS << "  " << Problem.Accesses[A.Access].Name << ": lanes go ";
    if (A.Directions.empty())
      OS << "nowhere";
    for (size_t D = 0; D < A.Directions.size(); ++D)
      OS << (D ? ", " : "")
         << direction(A.Directions[A.Directions.size() - 1 - D]);
    OS << "; there the bank rows have rank " << A.Rank << ": " << (1u << A.Rank)
       << (A.Rank ? " places" : " place") << ", " << A.Words
       << (A.Words == 1 ? " word" : " words") << " each\n";
  }

  /// "bit 3", "bits 0+5".
  static std::string direction(uint64_t Bits) {
    std::string Text = std::popcount(Bits) == 1 ? "bit " : "bits ";
    for (uint64_t Left = Bits; Left; Left &= Left - 1) {
      if (Left != Bits)
        Text += '+';
      Text += std::to_string(std::countr_zero(Left));
    }
    return Text;
  }

  void printPicture(const Layout &L) {
    constexpr uint64_t FewRows = 16, MaxRows = 32, MaxColumns = 32;
    const uint64_t Length = Problem.Array.rowLength();
    const uint64_t PerCell = std::max<uint64_t>(
        1, std::max(4u, widestAccess()) / Problem.Array.ElementBytes);
    const uint64_t Rows = std::min(Problem.Array.rows(), MaxRows);
    const uint64_t Cells = std::min(Length / PerCell, MaxColumns);
    if (!Cells)
      return;
    // More of them, and the answer scrolls away.
    if (Rows > FewRows && !Options.ShowsMap) {
      OS << "\n--map shows the banks of 1., row by row\n";
      return;
    }
    OS << "\nbanks of 1., row by row";
    if (PerCell > 1)
      OS << ", first bank of each " << PerCell << " elements";
    OS << '\n';
    for (uint64_t Row = 0; Row < Rows; ++Row) {
      OS << ' ';
      for (uint64_t C = 0; C < Cells; ++C)
        OS << format(" %2u", bankOf(Problem, L, Row * Length + C * PerCell));
      OS << (Cells * PerCell < Length ? " ...\n" : "\n");
    }
    if (Rows < Problem.Array.rows())
      OS << "  ...\n";
  }

  unsigned widestAccess() const {
    unsigned Widest = 1;
    for (const ArrayAccess &A : Problem.Accesses)
      Widest = std::max(Widest, A.BytesPerLane);
    return Widest;
  }
};

} // namespace

void printSolveText(raw_ostream &OS, const SolveOptions &Options,
                    const RemedyRanking &Ranking) {
  TextPrinter(OS, Options, Ranking).print();
}

} // namespace warplint
