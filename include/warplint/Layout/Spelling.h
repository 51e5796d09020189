//===- Spelling.h - A layout as C++ text ------------------------*- C++ -*-===//
//
// Turns a layout into what is written in the source: the index of an access,
// the extents of the declaration, and cute::Swizzle. Three styles:
//
//   Expression  plain C++ in place:          tile[row][col ^ (row & 7)]
//   Function    calls of a function that     tile[row][tileColumn(row, col)]
//               is written beside the kernel
//   padding     changes the declaration alone where the rows of the
//               declaration are padded, so that no index changes
//
// An index keeps the subscripts of the declaration where the layout stays
// within rows; else it is one subscript into the array taken as one row. An XOR
// of bits that all lie inside the row is written in the last subscript alone,
// tile[row][col ^ ((col >> 3) & 4)]: compilers then keep the address of the row
// apart, which costs fewer registers than the number of the element.
//
// Operands are put into parentheses where they need to be, and taken as
// unsigned numbers where they are divided; none is negative. An expression that
// needs an operand twice has its text twice, and says so: a function evaluates
// it once.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LAYOUT_SPELLING_H
#define WARPLINT_LAYOUT_SPELLING_H

#include "warplint/Layout/ArrayProblem.h"
#include "warplint/Layout/Layout.h"

namespace warplint {

enum class IndexStyle : uint8_t { Expression, Function };

/// What the functions of an array are called.
struct FunctionNames {
  std::string Index = "placeOf", Column = "columnOf", Row = "rowOf";
};

/// `unsigned Name(Parameters) { return Body; }`.
struct IndexFunction {
  std::string Name;
  std::string Parameters;
  std::string Body;
  friend bool operator==(const IndexFunction &,
                         const IndexFunction &) = default;
};

/// A subscript as the user wrote it.
struct Operand {
  std::string Text;
  bool IsUnsigned = false; ///< By its type; else it is converted.
  /// i++, or a call: it must not stand in the source twice. Then the array is
  /// taken as one row rather than to repeat the row's subscript.
  bool HasSideEffects = false;

  /// \p Other is the same text in another instantiation.
  void mergeWith(const Operand &Other) {
    IsUnsigned &= Other.IsUnsigned;
    HasSideEffects |= Other.HasSideEffects;
  }
};

/// What takes the place of an access's subscripts.
struct IndexText {
  /// As many as the declaration has extents, or one where IsFlat.
  std::vector<std::string> Subscripts;
  /// The subscript counts elements from the array's first: it belongs to
  /// (&tile[0][0])[...], or to a declaration of one extent.
  bool IsFlat = false;
  /// An operand that is more than a name stands twice in one subscript.
  bool Repeats = false;
  /// What a subscript calls.
  std::optional<IndexFunction> Function = std::nullopt;
};

/// The index of the access whose subscripts are \p Operands, as many as
/// \p Shape has extents.
IndexText spellIndex(const Layout &L, const ArrayShape &Shape,
                     const std::vector<Operand> &Operands, IndexStyle Style,
                     const FunctionNames &Names = {});

/// "tile[row][col]" or "(&tile[0][0])[i]", \p Rank being the declaration's.
std::string spellAccess(const std::string &Name, const IndexText &Index,
                        size_t Rank);

/// \p A + \p Times * \p B.
Operand sumOf(const Operand &A, const Operand &B, uint64_t Times);

/// The number of the element whose subscripts are \p Operands.
Operand spellNumber(const ArrayShape &Shape,
                    const std::vector<Operand> &Operands);

/// The place of the element whose number is \p Flat, as the index of the array
/// taken as one row.
IndexText spellFlat(const Layout &L, const ArrayShape &Shape,
                    const Operand &Flat, IndexStyle Style,
                    const FunctionNames &Names = {});
std::string spellFlatIndex(const Layout &L, const ArrayShape &Shape,
                           const Operand &Flat);

/// The element at the place \p Flat, the inverse of spellFlatIndex. Padding has
/// no elements; there the text has no meaning.
std::string spellInverse(const Layout &L, const ArrayShape &Shape,
                         const Operand &Flat);

/// Extents of the declaration: those of \p Shape, the last one longer where its
/// rows are padded, shorter where columns are left out, or one alone where groups
/// of rows are padded.
std::vector<uint64_t> declaredExtents(const Layout &L, const ArrayShape &Shape);

/// \p Extent longer by \p By: 32 becomes 33, TILE becomes TILE + 1, and TILE + 1
/// becomes TILE + 2. As a factor it stands in parentheses, unless it is a name.
std::string grown(llvm::StringRef Extent, int64_t By);
std::string grownFactor(llvm::StringRef Factor, int64_t By);

/// The same as text, "[TILE][TILE + 1]", for extents that are written as
/// \p Extents.
std::string spellExtents(const Layout &L, const ArrayShape &Shape,
                         const std::vector<std::string> &Extents);

/// By how many elements rows of the declaration grow where each is padded, or
/// each of its parts of one length: [8][128], 4 after every 32, gives
/// [8][144] and the column c + c / 32 * 4. 0 where the declaration cannot say it.
uint64_t growthOfRows(const Layout &L, const ArrayShape &Shape);

/// The declaration alone changes: rows are padded or columns left out, and each
/// is a row of the declaration. Its accesses keep their text.
bool changesDeclarationOnly(const Layout &L, const ArrayShape &Shape);

/// \p L makes m[i][j][t] of m[t][i][j], and the declaration has its extents in that
/// order, too.
bool movesFirstExtent(const Layout &L, const ArrayShape &Shape);

/// "cute::Swizzle<3,4,3>", on indices of elements, where CuTe accepts it.
std::optional<std::string> spellCute(const Layout &L);

/// Operators of the index expression.
unsigned operatorsOf(const Layout &L, const ArrayShape &Shape);

} // namespace warplint

#endif // WARPLINT_LAYOUT_SPELLING_H
