//===- Shuffle.cpp - shfl.sync --------------------------------------------===//
//
// PTX ISA, shfl.sync, in its own names: with lane = %laneid, bval = b & 31,
// cval = c & 31 and segmask = (c >> 8) & 31,
//
//   minLane = lane & segmask       maxLane = minLane | (cval & ~segmask)
//   up      j = lane - bval        p = j >= maxLane (signed)
//   down    j = lane + bval        p = j <= maxLane
//   bfly    j = lane ^ bval        p = j <= maxLane
//   idx     j = minLane | (bval & ~segmask)   p = j <= maxLane
//
// and d is a of lane j where p holds, of the lane itself elsewhere.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Evaluation.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

namespace {
class Shuffle {
public:
  explicit Shuffle(const Evaluation &E) : E(E), Table(E.operations()) {}

  bool read();
  PtxLinear Result;
  PtxGuard InSegment;

private:
  PtxLinear number(int64_t N) const { return constantForm(N, 32); }
  PtxLinear lowFive(const PtxLinear &Form) {
    return Table.compute(PtxOperator::And, 32, {Form, number(31)});
  }
  PtxLinear sourceLane(StringRef Mode, const PtxLinear &MinLane,
                       const PtxLinear &NotSegment);

  const Evaluation &E;
  OperationTable &Table;
  PtxLinear Lane, B;
};
} // namespace

static PtxLinear laneId() { return readSpecial("%laneid", "")->Linear; }

PtxLinear Shuffle::sourceLane(StringRef Mode, const PtxLinear &MinLane,
                              const PtxLinear &NotSegment) {
  if (Mode == "up")
    return addForms(Lane, scaleForm(B, -1));
  if (Mode == "down")
    return addForms(Lane, B);
  if (Mode == "bfly")
    return Table.compute(PtxOperator::Xor, 32, {Lane, B});
  return Table.compute(
      PtxOperator::Or, 32,
      {MinLane, Table.compute(PtxOperator::And, 32, {B, NotSegment})});
}

bool Shuffle::read() {
  StringRef Mode;
  for (StringRef Part : E.S.Opcode)
    if (Part == "up" || Part == "down" || Part == "bfly" || Part == "idx")
      Mode = Part;
  const auto A = E.form(1, 32), Wanted = E.form(2, 32), Clamp = E.form(3, 32);
  if (Mode.empty() || !A || !Wanted || !Clamp)
    return false;
  Lane = laneId();
  B = lowFive(*Wanted);
  const PtxLinear Segment =
      lowFive(Table.shift(PtxOperator::ShiftRight, 32, *Clamp, number(8)));
  const PtxLinear NotSegment =
      Table.compute(PtxOperator::Xor, 32, {Segment, number(31)});
  const PtxLinear MinLane =
      Table.compute(PtxOperator::And, 32, {Lane, Segment});
  const PtxLinear MaxLane =
      Table.compute(PtxOperator::Or, 32,
                    {MinLane, Table.compute(PtxOperator::And, 32,
                                            {lowFive(*Clamp), NotSegment})});
  const PtxLinear From = sourceLane(Mode, MinLane, NotSegment);
  InSegment = Table.compare(Mode == "up" ? PtxCompare::Ge : PtxCompare::Le,
                            /*Signed=*/true, 32, From, MaxLane);
  Result = Table.compute(PtxOperator::Shuffle, 32,
                         {*A, Table.select(InSegment, 32, From, Lane)});
  return true;
}

void warplint::ptx::executeShuffle(const Evaluation &E, RegisterFile &Registers,
                                   const PtxGuard &Guard) {
  const auto Destinations = destinationsOf(E.S);
  Shuffle S(E);
  const bool IsRead = S.read();
  for (unsigned I = 0; I != Destinations.size(); ++I) {
    Value Result = E.unknown();
    if (I == 0 && IsRead)
      Result = linearValue(S.Result);
    else if (I == 1)
      Result = predicateValue(IsRead ? S.InSegment : unknownGuard(E.S.Text));
    Registers.write(Destinations[I], Result, Guard);
  }
}
