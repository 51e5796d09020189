//===- Pipes.cpp - What an SM executes at one time ------------------------===//

#include "warplint/Warp/Pipes.h"
#include "warplint/Support/EnumNames.h"
#include "warplint/Warp/LaneMask.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace warplint {

namespace {
struct Row {
  unsigned Capability, Fma, Alu, Half, Double, Special, Matrix, SMs, MHz,
      Memory, L2, Capacity;
  std::string_view Device;
};
} // namespace

static constexpr Row MeasuredRows[] = {
#define WARPLINT_PIPES(...) {__VA_ARGS__},
#include "warplint/Warp/Pipes.def"
};

/// Lanes of loads and stores that an SM issues in a cycle: its 32 load/store
/// units (white papers of GP100, GV100, GA100 and GH100).
static constexpr unsigned LoadStoreLanes = 32;
/// Bytes a cycle that L1 gives at most: those of a line (V100 and A100 white
/// papers).
static constexpr double L1Bytes = LineBytes;
/// Where it is not published what L2 gives, this much for each SM.
static constexpr double L2Bytes = 64;

std::string_view pipeName(Pipe P) {
  return nameOf(P, {"shared", "lsu", "l1", "l2", "dram", "fma", "alu", "fp16",
                    "fp64", "xu", "tensor"});
}

std::string_view pipePhrase(Pipe P) {
  return nameOf(P, {"shared memory", "the load/store unit", "L1", "L2", "DRAM",
                    "32-bit floating point", "integer arithmetic",
                    "16-bit floating point", "64-bit floating point",
                    "special functions", "tensor cores"});
}

std::string_view pipeUnit(Pipe P) {
  switch (P) {
  case Pipe::Shared:
    return "wavefronts";
  case Pipe::L1:
  case Pipe::L2:
  case Pipe::Dram:
    return "sectors";
  case Pipe::Tensor:
    return "16-bit multiply-adds";
  default:
    return "warp instructions";
  }
}

PipeRates pipeRates(const Target &T) {
  const Row *R = &MeasuredRows[0];
  for (const Row &Other : MeasuredRows)
    if (Other.Capability <= T.Capability)
      R = &Other;
  PipeRates Rates;
  auto Set = [&](Pipe P, double Cycles) {
    Rates.CyclesPerUnit[static_cast<unsigned>(P)] = Cycles;
  };
  auto SetLanes = [&](Pipe P, double Lanes) {
    Set(P, Lanes > 0 ? WarpSize / Lanes : 0);
  };
  Rates.Device = {std::string(R->Device), R->Memory * 1e3 / R->MHz / R->SMs,
                  R->SMs, R->MHz, R->Capacity * 1024.0};
  Set(Pipe::Shared, 1);
  SetLanes(Pipe::Lsu, LoadStoreLanes);
  Set(Pipe::L1, SectorBytes / L1Bytes);
  Set(Pipe::L2, SectorBytes / (R->L2 ? double(R->L2) / R->SMs : L2Bytes));
  Set(Pipe::Dram, SectorBytes / Rates.Device.BytesPerCycle);
  SetLanes(Pipe::Fma, R->Fma);
  SetLanes(Pipe::Alu, R->Alu);
  SetLanes(Pipe::Fp16, R->Half);
  SetLanes(Pipe::Fp64, R->Double);
  SetLanes(Pipe::Xu, R->Special);
  Set(Pipe::Tensor, R->Matrix ? 1.0 / R->Matrix : 0);
  Rates.Half = R->Half ? Pipe::Fp16 : Pipe::Fma;
  return Rates;
}

std::optional<double> matrixWeight(std::string_view Type) {
  // DMMA: 64 multiply-adds a cycle on 8.0 where f16 has 1024, 128 of 2048 on
  // 9.0 (white papers).
  constexpr double Double = 16;
  return StringSwitch<std::optional<double>>(StringRef(Type))
      .Cases({"f16", "bf16", "f32"}, 1)
      .Case("tf32", 2)
      .Cases({"s8", "u8", "e4m3", "e5m2"}, 0.5)
      .Cases({"s4", "u4", "e2m1"}, 0.25)
      .Case("b1", 0.0625)
      .Case("f64", Double)
      .Default(std::nullopt);
}

} // namespace warplint
