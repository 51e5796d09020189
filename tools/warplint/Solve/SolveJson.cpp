//===- SolveJson.cpp - What warplint solve prints as JSON -----------------===//

#include "SolveOutput.h"
#include "warplint/Layout/RankProof.h"
#include "warplint/Layout/Spelling.h"
#include "llvm/Support/JSON.h"
#include <bit>

namespace warplint {

namespace {

/// The parameters of a layout by name.
struct Parameters {
  llvm::json::OStream &J;

  void operator()(const Unchanged &) const {}
  void operator()(const XorSwizzle &S) const {
    J.attribute("bits", S.Bits);
    J.attribute("base", S.Base);
    J.attribute("shift", S.Shift);
  }
  void operator()(const RowXor &X) const {
    J.attribute("length", X.Length);
    J.attribute("bits", X.Bits);
    J.attribute("base", X.Base);
    J.attribute("row_shift", X.RowShift);
  }
  void operator()(const RowRotation &R) const {
    J.attribute("length", R.Length);
    J.attribute("step", R.Step);
    J.attribute("row_shift", R.RowShift);
  }
  void operator()(const RowInterleave &I) const {
    J.attribute("length", I.Length);
    J.attribute("rows", I.Rows);
    J.attribute("ways", I.Ways);
  }
  void operator()(const Padding &P) const {
    J.attribute("every", P.Every);
    J.attribute("by", P.By);
  }
  void operator()(const BitMatrix &) const {}
};

class JsonPrinter {
public:
  JsonPrinter(llvm::raw_ostream &OS, const SolveOptions &Options,
              const RemedyRanking &Ranking)
      : J(OS, 2), Options(Options), Problem(Options.Problem), Ranking(Ranking) {
  }

  void print() {
    J.object([&] {
      J.attributeArray("shape", [&] {
        for (uint64_t Extent : Problem.Array.Extents)
          J.value(Extent);
      });
      J.attribute("element_bytes", Problem.Array.ElementBytes);
      J.attribute("banks", Problem.Banks);
      J.attribute("whole_run", Ranking.WholeRun);
      J.attribute("before", Ranking.Before);
      J.attribute("floor", Ranking.Floor);
      J.attributeArray("accesses", [&] {
        for (size_t A = 0; A < Problem.Accesses.size(); ++A)
          printAccess(Problem.Accesses[A], Ranking.Accesses[A]);
      });
      J.attributeArray("remedies", [&] {
        for (size_t R = 0; R < Ranking.Remedies.size() && R < Options.Top; ++R)
          J.object([&] { printRemedy(Ranking.Remedies[R]); });
      });
    });
  }

private:
  llvm::json::OStream J;
  const SolveOptions &Options;
  const ArrayProblem &Problem;
  const RemedyRanking &Ranking;

  void printAccess(const ArrayAccess &A, const AccessOutcome &Outcome) {
    J.object([&] {
      J.attribute("text", llvm::json::fixUTF8(A.Name));
      J.attribute("bytes_per_lane", A.BytesPerLane);
      J.attribute("requests", A.Cases.size());
      J.attribute("before", Outcome.Before);
      J.attribute("floor", Outcome.Floor);
    });
  }

  void printRemedy(const Remedy &R) {
    const Layout &L = R.To;
    J.attribute("family", llvm::StringRef(familyName(L)));
    J.attributeObject("parameters",
                      [&] { std::visit(Parameters{J}, L.form()); });
    J.attribute("description", describe(L));
    J.attribute("total", R.Total);
    J.attribute("optimal", R.IsOptimal);
    J.attribute("extra_bytes", R.ExtraBytes);
    J.attribute("operators", R.Operators);
    J.attributeArray("after", [&] {
      for (const AccessOutcome &O : R.Accesses)
        J.value(O.After);
    });
    J.attributeArray("worsened", [&] {
      for (unsigned A : R.Worsened)
        J.value(A);
    });
    J.attribute("passes_static_limit", R.Budget.PassesStaticLimit);
    J.attribute("blocks_before", R.Budget.BlocksBefore);
    J.attribute("blocks_after", R.Budget.BlocksAfter);
    printSpelling(R);
    if (std::optional<RankProof> Proof = rankProof(Problem, L))
      J.attributeObject("proof", [&] { printProof(*Proof); });
    J.attributeArray("banks", [&] { printBanks(L); });
  }

  void printSpelling(const Remedy &R) {
    const Layout &L = R.To;
    const Operand Element = {"i", true}, Place = {"p", true};
    J.attribute("declaration", declarationText(Options, L));
    J.attribute("access", accessText(Options, L, false));
    J.attribute("header", accessText(Options, L, true));
    J.attribute("place", spellFlatIndex(L, Problem.Array, Element,
                                        IndexStyle::Expression));
    J.attribute("element", spellInverse(L, Problem.Array, Place));
    if (std::optional<std::string> Cute = spellCute(L))
      J.attribute("cute", *Cute);
    if (R.Tensor)
      J.attribute("tensor_map_swizzle",
                  llvm::StringRef(tensorSwizzleName(*R.Tensor)));
    if (R.Lanes) {
      J.attribute("lane", spellLaneOrder(*R.Lanes, "lane"));
      J.attributeArray("lane_bits", [&] {
        for (unsigned Bit : R.Lanes->From)
          J.value(Bit);
      });
    }
  }

  void printProof(const RankProof &Proof) {
    J.attributeArray("matrix", [&] {
      for (unsigned R = 0; R < Proof.Matrix.size(); ++R) {
        std::string Row;
        for (unsigned C = 0; C < Proof.Matrix.size(); ++C)
          Row += Proof.Matrix.at(R, C) ? '1' : '0';
        J.value(Row);
      }
    });
    J.attribute("rank", Proof.Rank);
    J.attribute("first_bank_bit", Proof.FirstBankBit);
    J.attribute("bank_bits", Proof.BankBits);
    J.attribute("uncovered", Proof.Uncovered);
    J.attributeArray("arguments", [&] {
      for (const RankArgument &A : Proof.Arguments)
        J.object([&] {
          J.attribute("access", A.Access);
          J.attributeArray("directions", [&] {
            for (uint64_t D : A.Directions)
              J.value(D);
          });
          J.attribute("rank", A.Rank);
          J.attribute("words", A.Words);
          J.attribute("groups", A.Groups);
        });
    });
  }

  /// Of every element, row by row.
  void printBanks(const Layout &L) {
    const uint64_t Length = Problem.Array.rowLength();
    for (uint64_t Row = 0; Row < Problem.Array.rows(); ++Row)
      J.array([&] {
        for (uint64_t C = 0; C < Length; ++C)
          J.value(bankOf(Problem, L, Row * Length + C));
      });
  }
};

} // namespace

void printSolveJson(llvm::raw_ostream &OS, const SolveOptions &Options,
                    const RemedyRanking &Ranking) {
  JsonPrinter(OS, Options, Ranking).print();
  OS << '\n';
}

} // namespace warplint
