//===- LdmatrixFindings.h - What warplint-ldmatrix looks for ----*- C++ -*-===//

#ifndef WARPLINT_LIB_CHECKS_LDMATRIX_LDMATRIXFINDINGS_H
#define WARPLINT_LIB_CHECKS_LDMATRIX_LDMATRIXFINDINGS_H

#include "Checks/AccessFindings.h"
#include "warplint/Analysis/FileFacts.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace warplint {

/// The best known of each source access, where several kernels and instances
/// have it.
class LdmatrixFindings {
public:
  /// \p F, on \p At; the one that saves more is kept.
  void add(const AccessRecord &At, Finding F);
  /// In the order of the source.
  std::vector<Finding> take();

private:
  std::map<AccessKey, Finding> Found;
};

/// What costs no wavefronts, only instructions: a remark.
Finding instructionFinding(const AccessRecord &A, uint64_t Now, uint64_t Then,
                           const std::string &Message);

/// What lanes of a wide load add to the address of its first part, as an
/// expression of the lane: the parts have \p Matrices each and lie at \p
/// Distances from the first, odd rows \p OddRow further on. Empty where that is
/// no sum over the bits of the lane's number.
std::string distanceText(llvm::ArrayRef<int64_t> Distances, unsigned Matrices,
                         int64_t OddRow = 0);

/// The matrices of \p A, a load of some, have 8 rows of 16 bytes.
bool loadsRowsOf16(const KernelAccess &A);
bool isTransposed(const KernelAccess &A);

/// "mma.m16n8k16".
std::string nameOf(const MatrixProduct &P);

/// Bytes from the address of \p From to that of \p To, where all lanes have the
/// same.
std::optional<int64_t> distanceOf(const KernelAccess &From,
                                  const KernelAccess &To);

/// \p Asked, but for its address, is proven clean of \p A in all launches.
bool isProven(const JudgedKernel &K, FileFacts &Facts, const KernelAccess &A,
              WarpQuestion Asked);

/// Calls \p Visit with each operand of the products of \p K, 'A' or 'B', and
/// what fills its registers together.
void forEachFragment(
    const KernelModel &K,
    llvm::function_ref<void(const MatrixProduct &, char Operand,
                            llvm::ArrayRef<FragmentRegister>)>
        Visit);

/// Of one kernel: .x1 and .x2 loads that wider ones could do together.
void findNarrowLoads(const JudgedKernel &K, FileFacts &Facts,
                     LdmatrixFindings &To);

/// Of one kernel: 32-bit and 16-bit loads that fill operands of mma.sync as
/// ldmatrix would.
void findScalarFragments(const JudgedKernel &K, FileFacts &Facts,
                         LdmatrixFindings &To);

/// Of one kernel: ldmatrix with and without .trans, against what mma.sync takes.
void findTransposedLoads(const JudgedKernel &K, FileFacts &Facts,
                         LdmatrixFindings &To);

/// In what kernels of the file call: Copy_Atoms of CuTe that are narrower than
/// fits their TiledMMA.
std::vector<Finding> findCopyAtoms(FileFacts &Facts);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_LDMATRIX_LDMATRIXFINDINGS_H
