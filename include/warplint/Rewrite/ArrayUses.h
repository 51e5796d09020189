//===- ArrayUses.h - Every place that names a shared array ------*- C++ -*-===//
//
// To move the elements of an array, every index into it has to change, and no
// other use may depend on where they are. This finds all of them in the source
// of the project's files, or says which one stands in the way:
//
//   tile[a][b]                    as many subscripts as the array has extents
//   s[i]   s + i   *(s + i)       of an array of one extent
//   tile[a] + b                   of one with more
//   reinterpret_cast<float4 *>(s)[i]   in units of several elements
//   reinterpret_cast<float4 *>(&tile[a][b])[i]   an index behind a cast, which
//                                 moves into the brackets
//   FLOAT4(s[i])                  the whole of it inside a macro's argument
//   #define AT(a, b) tile[a][b]   the whole of it in a macro's body
//   #define AT(t, a, b) t[a][b]   the same of an argument: a macro that is about
//                                 other arrays, too, gets a copy for this one
//   #define A (s + a)   A[b]      a macro that is a pointer into the array: read as
//                                 s[a + b]
//   float (*p)[32] = s[a]; p[b][c]  a name for a plane, or a parameter that gets
//                                 one: indices of the plane alone change
//   float (*t)[32] = (float (*)[32])s; t[a][b]   rows that a cast makes of an array
//                                 of one extent: the column changes, or the row
//                                 that the types spell grows
//   float *row = tile[a]; row[b]  a local pointer into the array that never
//                                 changes: read as tile[a][b]
//   float *p = s + a; *p++        one that moves once in each round of a loop
//                                 with a counter: read as s[a + counter]
//   s.a[i][j]                     a member of a structure, whose other objects
//                                 stay as they are: so does its declaration
//   t[a][b]                       t being a parameter `float (&t)[32][32]`,
//                                 `float t[][32]`, `float *t` to which every
//                                 call passes the array; or a local reference
//                                 or pointer to it
//
// Several arrays that share such a function are looked at as one: their uses are
// those of all of them, and change alike.
//
// What happens to a pointer that such a use makes (&tile[a][b]) beyond that is
// not looked at here: MakesPointers says that somebody else has to.
//
// Rows of the declaration that grow change no index: what speaks against a
// change of indices (IndexBlockers) does not speak against that.
//
// A use counts once however many instantiations it has, and every token that
// spells the array's name must be accounted for: one in a branch of #if that
// was not compiled, or in a template that was not instantiated, blocks.
//
// Places are offsets from the beginning of all that the parse read: they say
// the file, too. byFile() makes offsets in files of them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REWRITE_ARRAYUSES_H
#define WARPLINT_REWRITE_ARRAYUSES_H

#include "warplint/Basic/SourceEdit.h"
#include "warplint/Basic/SourcePlace.h"
#include "warplint/Kernel/MemberArrays.h"
#include "warplint/Layout/ArrayProblem.h"
#include "warplint/Layout/Layout.h"
#include "warplint/Layout/Spelling.h"
#include "warplint/Rewrite/IndexSplit.h"
#include "warplint/Rewrite/NewName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Expr;
class VarDecl;
} // namespace clang

namespace warplint {

class SourceWalk;

/// An expression between brackets, or behind a plus.
struct WrittenIndex : Operand {
  uint64_t Begin = 0, End = 0;
  /// Where it is one expression; lives as long as the parse.
  const clang::Expr *Written = nullptr;
  /// Its type and its operators say that it is from 0 to this.
  std::optional<uint64_t> Most = std::nullopt;
  /// The rows and columns that it can be taken as.
  std::vector<IndexSplit> Splits = {};
  /// Of `8 * t + i`, where a loop counts i: `8 * t`, and `i`. A number counts, too.
  struct Addition {
    Operand Base;
    std::string Last;
    /// A power of two: as the text says, the index stays in the aligned run of so
    /// many that begins at Base. 0: it does not say so.
    uint64_t Run = 0;
  };
  std::optional<Addition> Addend = std::nullopt;

  /// \p Other is the same index in another instantiation.
  void addStrides(const WrittenIndex &Other);
};

/// An index behind a cast of an element's address: 'c' in
/// reinterpret_cast<float4 *>(&tile[r][0])[c].
struct OuterIndex {
  WrittenIndex Index;
  uint64_t Run = 1; ///< Elements that one step of it covers.
};

/// Text that no source has.
inline constexpr llvm::StringLiteral HiddenIndex = "@plane@";

struct IndexSite {
  /// Of the expression: from the array's name (or a parenthesis before it) to
  /// behind the last index.
  uint64_t Begin = 0, End = 0;
  std::string Name; ///< What stands there: "tile", or the name of a parameter.
  /// One for each extent. Those of a folded site stand elsewhere in part.
  std::vector<WrittenIndex> Indices;
  /// The first indices, so many of them, are written where a name was given to a
  /// plane of the array. Here they are HiddenIndex, and no other index may use them.
  size_t Hidden = 0;
  /// The expression does not name the array with all its indices (a pointer
  /// into it, a row): all of it is replaced by one that does.
  bool IsFolded = false;
  bool IsPointer = false; ///< A folded one is the element's address.
  bool IsInParentheses = false;
  std::string SeenAs; ///< A folded one's type, if not the element's.
  std::optional<OuterIndex> Outer;
  /// Elements of the array that one step of the index covers: 4 for a float
  /// array seen as float4.
  uint64_t Run = 1;
  bool IsPointerSum = false; ///< s + i, in place of s[i].
  /// Subscripts of rows that a type gives an array of one extent: `r][c` is the only
  /// index, and its split is the only way to write it.
  bool HasTypedRows = false;
  bool IsInMacroArgument = false; ///< A comma has to be in parentheses.
  /// Nobody has seen all values of the index: it is taken as a row and a column
  /// only where the text says that the column stays in the row.
  bool MayLeaveRow = false;
  unsigned Loops = 0; ///< That are written around it.
  /// Of ArrayUses::Macros: the site stands in its body, for an argument.
  std::optional<size_t> Macro;
  /// Of ArrayUses::RowPointers: a folded one is reached by way of it.
  std::optional<size_t> RowPointer;
  /// The index behind that pointer alone; nothing: the element it points to.
  std::optional<WrittenIndex> Behind;
  uint64_t BehindRun = 1; ///< Elements of the array in one step of that.
  bool IsBehindPlus = false;
  SourcePlace Where;
  /// Where a function uses the element that gets a reference to it.
  std::vector<SourcePlace> SeenAt;
};

/// A macro that indexes an argument.
struct UsedMacro {
  std::string Name;
  /// The lines of its definition, from the # on, and its name in them.
  uint64_t Begin = 0, End = 0, NameAt = 0;
  std::string Text;
  /// Where its name stands before arguments that are the array.
  std::vector<uint64_t> Calls;
  /// Its body names the array.
  bool NamesArray = false;
  /// Another macro's body has it.
  bool IsNested = false;
  /// It is about others, too.
  bool IsShared = false;
  /// What a copy for this array can be called.
  NewName Swizzled, Padded;
};

/// `#define PITCH (W + 2)`, by which rows of the array alone are numbered, in its
/// indices and its extent: what it stands for can grow.
struct RowMacro {
  uint64_t Begin = 0, End = 0; ///< Of what it stands for.
  std::string Text;
  uint64_t Length = 0; ///< Its value.
};

/// A factor of a product, and its value.
using WrittenFactor = std::pair<WrittenIndex, uint64_t>;
/// All of them; none if some value is not known.
using WrittenFactors = std::vector<WrittenFactor>;

/// The brackets of the array's declaration, or of a parameter's.
struct WrittenExtents {
  std::vector<WrittenIndex> Extents; ///< Fewer for `float t[][33]`: the last.
  /// The factors of the only one, and their values: 16 and D of `16 * D`.
  WrittenFactors Factors;
  SourcePlace Where;
};

/// The length of rows that a cast makes of an array of one extent, where a type
/// spells it: that of the cast, or of a name for such rows.
struct TypedRow {
  WrittenIndex Length;
  uint64_t Elements = 0; ///< Of the array, in a row.
  uint64_t Run = 1;      ///< Of these, in an element of the row.
};

/// What a launch passes as the size of an array of dynamic shared memory.
struct LaunchSize {
  WrittenIndex Size;
  WrittenFactors Factors;
};

/// What a call says of the array's rows: the leading dimension of a wmma tile.
struct WrittenPitch {
  uint64_t Begin = 0, End = 0;
  std::string Text;
};

/// A file that may be edited, as it was read.
struct UsedFile {
  std::string Name; ///< Absolute but for the main file: that as it was given.
  uint64_t Begin = 0, End = 0;
};

/// What is written beside the uses: a function for the index, a comment.
struct WrittenAround {
  /// The beginning of a line, and what all lines there begin with.
  struct Line {
    uint64_t Offset = 0;
    std::string Indent;
  };
  /// Before all functions that index the array, where their calls find it.
  std::optional<Line> Function;
  /// Behind the declaration of the array, where all uses are in its block.
  std::optional<Line> Lambda;
  /// Above the declaration, if it has no comment.
  std::optional<Line> Comment;
  /// Of functions for an index, a column, a row.
  std::array<NewName, 3> Names;
  FunctionNames functions() const {
    return {Names[0].text(), Names[1].text(), Names[2].text()};
  }
  bool AreSnakes = false; ///< Functions of the file are named like_this.
  /// Some use is in a function of the host, too.
  bool IsForHost = false;
  std::string LineEnd = "\n";
};

/// `float *row = s + y * 32;` or `= tile[y];`, of which row[x] is made.
struct RowPointer {
  std::string Name;
  IndexSite At; ///< Its initialiser.
  /// The declaration, where that can go once no use is left.
  std::vector<SourceEdit> Removed;
  /// All its uses are sites, or go with another one's declaration.
  bool IsOfSites = false;
  /// It points to the beginning of a row, and its declaration can say so of a
  /// longer one.
  bool MayStay = false;
  /// It points to a multiple of this many elements, of one of them in each
  /// instantiation; empty where that is not known.
  std::vector<uint64_t> Offsets;
  /// The earlier pointer that it is made of; none: of the array.
  std::optional<size_t> Base;
  WrittenFactors Factors; ///< Of the only number that is added to that.
  /// What is added; null if it is nothing.
  const WrittenIndex *added() const {
    if (!Base)
      return &At.Indices.front();
    return At.Behind ? &*At.Behind : nullptr;
  }
};

struct ArrayUses {
  std::vector<UsedFile> Files;
  std::string Name;
  WrittenAround Around;
  std::vector<IndexSite> Sites;
  std::vector<UsedMacro> Macros;
  std::vector<RowPointer> RowPointers;
  std::vector<RowMacro> RowMacros;
  std::vector<WrittenPitch> Pitches;
  /// Of all its launches; empty where one cannot be edited.
  std::vector<LaunchSize> LaunchSizes;
  /// Each of its kernels may get more than the limit of static memory:
  /// cudaFuncSetAttribute gets the size that the launches pass.
  bool IsLimitRaised = false;
  /// It gets a number of its own.
  bool IsLimitFixed = false;
  /// Pointers that no use needs once all are rewritten, and their steps.
  std::vector<SourceEdit> Removed;
  /// Other shared arrays that functions get which get this one.
  std::vector<const clang::VarDecl *> Partners;
  std::vector<WrittenExtents> Declarators; ///< The array's own is the first.
  std::vector<TypedRow> TypedRows;
  std::string
      ElementType; ///< As its declaration spells it; empty: it does not.
  /// Why nothing can change. Places and reasons, in the order of the file.
  std::vector<FindingNote> Blockers;
  /// Why indices cannot change.
  std::vector<FindingNote> IndexBlockers;
  /// Where pointers to elements are passed on.
  std::vector<FindingNote> Passed;
  /// Why the declaration cannot grow.
  std::vector<FindingNote> PaddingBlockers;
  /// Its address is passed on, stored, or taken of an element.
  bool MakesPointers = false;
  /// From where to where the functions go that name it, or a pointer into it.
  std::set<std::pair<unsigned, unsigned>> Functions;

  /// The main file first.
  std::vector<FileEdits> byFile(const std::vector<SourceEdit> &Edits) const;
  /// Some index can be written as row and column, or as one number.
  bool hasTwoForms() const;
  /// Some index stands in a loop.
  bool isInLoop() const;
  /// EditOptions::KeepsAddend makes a difference.
  bool hasAddends() const;
};

/// Adds \p Note to \p To, unless it is there.
inline void addOnce(std::vector<FindingNote> &To, FindingNote Note) {
  if (llvm::none_of(To, [&](const FindingNote &N) {
        return N.Where == Note.Where && N.Message == Note.Message;
      }))
    To.push_back(std::move(Note));
}

/// How indices are written that can be taken as row and column: put together
/// from two places, or sums.
enum class FoldStyle : uint8_t {
  Rows, ///< tile[r][c + i], s[r * 32 + (c ^ r)]: right where columns stay in
        ///< their row.
  Flat, ///< (&tile[0][0])[r * 32 + c + i], s[sIndex(r * 32 + c)].
};

/// The sources of one parse, walked once: the main file, and headers that
/// \p MayEdit, which no system header is.
class SourceUses {
public:
  SourceUses(clang::ASTContext &Context,
             llvm::function_ref<bool(llvm::StringRef File)> MayEdit);
  ~SourceUses();

  /// The uses of \p Arrays, and of all their instantiations alike. All have
  /// elements of one size and as many extents, and none is a member of a variable
  /// that another is, or is in.
  ArrayUses of(llvm::ArrayRef<SharedArray> Arrays);

  /// Some of \p Functions has \p Name in it, be it in code that no instantiation
  /// has.
  bool isNamedIn(const std::set<std::pair<unsigned, unsigned>> &Functions,
                 llvm::StringRef Name) const;

private:
  std::unique_ptr<SourceWalk> Walk;
};

struct EditOptions {
  FoldStyle Fold = FoldStyle::Rows;
  /// Padding of 1 is written as N | 1: for other instantiations of the
  /// template, whose rows are of odd length, too.
  bool ToOdd = false;
  /// The function is a lambda behind the declaration: it needs names of there.
  bool IsLocal = false;
  /// `sIndex(8 * t) + i` for s[8 * t + i]: where the layout keeps these side by
  /// side, compilers see that it does, and join accesses.
  bool KeepsAddend = false;
  /// Only where that is right for every value of the index.
  bool IsForAnyBlock = false;
};

/// Stands in comments for what the edit gains, which its proof tells.
inline constexpr llvm::StringLiteral GainMark = "@gain@";

/// Puts \p Gain, "1056 -> 64 wavefronts a block", into the comments of \p Edits,
/// and these into lines of 100 columns.
void tellGain(std::vector<FileEdits> &Edits, llvm::StringRef Gain);

struct LayoutEdits {
  std::vector<SourceEdit> Edits; ///< In the order of the file.
  /// Functions of the index, and copies of macros, by what they do: two that
  /// differ in names alone are the same here.
  std::vector<std::string> Added;
  std::vector<NewName> Names; ///< Of these.
  unsigned Places = 0;        ///< Indices and declarations that change.
  bool IsFree = false;        ///< No index takes more arithmetic.
};

/// The edits that put the elements where \p L says. Fails with a sentence where
/// some use has no such form.
llvm::Expected<LayoutEdits> editsFor(const ArrayUses &Uses, const Layout &L,
                                     const ArrayShape &Shape,
                                     const EditOptions &Options);

} // namespace warplint

#endif // WARPLINT_REWRITE_ARRAYUSES_H
