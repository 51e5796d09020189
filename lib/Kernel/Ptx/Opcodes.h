//===- Opcodes.h - The instructions of PTX ----------------------*- C++ -*-===//
//
// What the opcode alone says: which family an instruction belongs to, which
// state space it names, how wide its type is. From the instruction list of PTX
// ISA 9.0.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_KERNEL_PTX_OPCODES_H
#define WARPLINT_LIB_KERNEL_PTX_OPCODES_H

#include "Statement.h"
#include "warplint/Kernel/InlinePtx.h"
#include "warplint/Warp/PtxTypes.h"

namespace warplint::ptx {

/// An opcode split at its dots.
using Opcode = llvm::ArrayRef<llvm::StringRef>;

enum class OpcodeClass : uint8_t {
  Memory,   ///< A PtxMemoryKind.
  Register, ///< Registers in, first operand out; memory is not touched.
  NoResult, ///< Touches neither memory nor registers (fence, nanosleep).
  Branch,   ///< bra, brx.
  Leave,    ///< ret, exit, trap.
  Call,
  Unknown,
};

struct OpcodeMeaning {
  OpcodeClass Class = OpcodeClass::Unknown;
  PtxMemoryKind Memory = PtxMemoryKind::Other;
  /// Parts of the opcode that name it: 3 for `cp.async.bulk`.
  unsigned HeadLength = 1;
};

OpcodeMeaning meaningOf(Opcode Op);

/// The memory that \p Part names as a state space.
std::optional<MemorySpace> spaceOf(llvm::StringRef Part);
/// All that \p Op names, in order.
llvm::SmallVector<MemorySpace, 2> spacesOf(Opcode Op);

using warplint::typeBits;
/// The last type qualifier of \p Op, "" when it has none.
llvm::StringRef typeOf(Opcode Op);
/// 2, 4, 8 for .v2, .v4, .v8, else 0.
unsigned vectorLength(llvm::StringRef Part);

struct IntegerType {
  unsigned Bits = 0;
  bool Signed = false;
};
/// u8 to u64, s8 to s64, b8 to b64; nothing for other types.
std::optional<IntegerType> integerType(llvm::StringRef Part);

/// The registers that \p S writes, `_` among them.
llvm::SmallVector<Token, 8> destinationsOf(const Statement &S);

} // namespace warplint::ptx

#endif // WARPLINT_LIB_KERNEL_PTX_OPCODES_H
