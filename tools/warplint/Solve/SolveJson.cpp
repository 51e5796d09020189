//===- SolveJson.cpp - What warplint solve prints as JSON -----------------===//

#include "Solve.h"
#include "warplint/Layout/RankProof.h"
#include "warplint/Layout/Spelling.h"
#include "warplint/Support/JsonStream.h"

using namespace llvm;

namespace warplint {

namespace {

/// The parameters of a layout by name.
struct Parameters {
  JsonStream &J;

  void operator()(const Unchanged &) const {}
  void operator()(const XorSwizzle &S) const {
    J.add("bits", S.Bits);
    J.add("base", S.Base);
    J.add("shift", S.Shift);
  }
  void operator()(const RowXor &X) const {
    J.add("length", X.Length);
    J.add("bits", X.Bits);
    J.add("base", X.Base);
    J.add("row_shift", X.RowShift);
  }
  void operator()(const RowRotation &R) const {
    J.add("length", R.Length);
    J.add("step", R.Step);
    J.add("row_shift", R.RowShift);
  }
  void operator()(const RowInterleave &I) const {
    J.add("length", I.Length);
    J.add("rows", I.Rows);
    J.add("ways", I.Ways);
  }
  void operator()(const Padding &P) const {
    J.add("every", P.Every);
    J.add("by", P.By);
  }
  void operator()(const BitMatrix &) const {}
};

} // namespace

static void addMembers(JsonStream &J, const RankArgument &A) {
  J.add("access", A.Access);
  J.add("directions", A.Directions);
  J.add("rank", A.Rank);
  J.add("words", A.Words);
  J.add("groups", A.Groups);
}

static void addMembers(JsonStream &J, const RankProof &Proof) {
  J.attributeArray("matrix", [&] {
    for (unsigned R = 0; R < Proof.Matrix.size(); ++R) {
      std::string Row;
      for (unsigned C = 0; C < Proof.Matrix.size(); ++C)
        Row += Proof.Matrix.at(R, C) ? '1' : '0';
      J.value(Row);
    }
  });
  J.add("rank", Proof.Rank);
  J.add("first_bank_bit", Proof.FirstBankBit);
  J.add("bank_bits", Proof.BankBits);
  J.add("uncovered", Proof.Uncovered);
  J.add("arguments", Proof.Arguments);
}

static void addSpelling(JsonStream &J, const SolveOptions &Options,
                        const Remedy &R) {
  const Layout &L = R.To;
  const ArrayShape &Array = Options.Problem.Array;
  J.add("declaration", declarationText(Options, L));
  J.add("access", accessText(Options, L));
  J.add("place", spellFlatIndex(L, Array, {"i", true}));
  J.add("element", spellInverse(L, Array, {"p", true}));
  if (std::optional<std::string> Cute = spellCute(L))
    J.add("cute", *Cute);
  if (!R.Tensor.empty())
    J.add("tensor_map_swizzle", R.Tensor);
  if (R.Lanes) {
    J.add("lane", spellLaneOrder(*R.Lanes, "lane"));
    J.add("lane_bits", R.Lanes->From);
  }
}

static void addRemedy(JsonStream &J, const SolveOptions &Options,
                      const Remedy &R) {
  const ArrayProblem &Problem = Options.Problem;
  const Layout &L = R.To;
  J.add("family", familyName(L));
  J.attributeObject("parameters", [&] { std::visit(Parameters{J}, L.form()); });
  J.add("description", describe(L));
  J.add("total", R.Total);
  J.add("optimal", R.IsOptimal);
  J.add("extra_bytes", R.ExtraBytes);
  J.add("operators", R.Operators);
  J.add("after",
        map_range(R.Accesses, [](const AccessOutcome &O) { return O.After; }));
  J.add("worsened", R.Worsened);
  J.add("passes_static_limit", R.Budget.PassesStaticLimit);
  J.add("blocks_before", R.Budget.BlocksBefore);
  J.add("blocks_after", R.Budget.BlocksAfter);
  addSpelling(J, Options, R);
  if (std::optional<RankProof> Proof = rankProof(Problem, L))
    J.add("proof", *Proof);
  J.attributeArray("banks", [&] { // Of every element, row by row.
    const uint64_t Length = Problem.Array.rowLength();
    for (uint64_t Row = 0; Row < Problem.Array.rows(); ++Row)
      J.array([&] {
        for (uint64_t C = 0; C < Length; ++C)
          J.value(bankOf(Problem, L, Row * Length + C));
      });
  });
}

void printSolveJson(raw_ostream &OS, const SolveOptions &Options,
                    const RemedyRanking &Ranking) {
  const ArrayProblem &Problem = Options.Problem;
  JsonStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.add("shape", Problem.Array.Extents);
    J.add("element_bytes", Problem.Array.ElementBytes);
    J.add("banks", Problem.Banks);
    J.add("whole_run", Ranking.WholeRun);
    J.add("before", Ranking.Before);
    J.add("floor", Ranking.Floor);
    J.attributeArray("accesses", [&] {
      for (const auto &[Access, Outcome] :
           zip_equal(Problem.Accesses, Ranking.Accesses))
        J.object([&, &A = Access, &O = Outcome] {
          J.add("text", A.Name);
          J.add("bytes_per_lane", A.BytesPerLane);
          J.add("requests", A.Cases.size());
          J.add("before", O.Before);
          J.add("floor", O.Floor);
        });
    });
    J.attributeArray("remedies", [&] {
      for (const Remedy &R : ArrayRef(Ranking.Remedies).take_front(Options.Top))
        J.object([&] { addRemedy(J, Options, R); });
    });
  });
  OS << '\n';
}

} // namespace warplint
