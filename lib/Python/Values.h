//===- Values.h - What expressions of a Python file are ---------*- C++ -*-===//
//
// Follows literals through variables, attributes and functions of the file to
// the calls that compile them, and what these return to launches. Where a name
// may be bound to several values, a source is each of them in turn.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_PYTHON_VALUES_H
#define WARPLINT_LIB_PYTHON_VALUES_H

#include "Names.h"
#include "llvm/Support/SourceMgr.h"

namespace warplint::python {

/// A run of bytes of a literal, or what an escape or a field of it stands for.
struct Element {
  size_t Begin = 0, End = 0; ///< In the .py.
  std::string Text;
  PythonLiteral Literal;
  /// Text is not known; it is the name that the value should have.
  bool IsUnknown = false;
  bool IsSeparator = false; ///< Between two of a list.
  bool isVerbatim() const { return !IsUnknown && Text.size() == End - Begin; }
};

using Elements = std::vector<Element>;

struct Value {
  std::optional<int64_t> Number = {};
  std::vector<Elements> Texts = {}; ///< One of them.
  /// A kernel of a set, by its name, or any where that is empty.
  std::vector<std::pair<size_t, std::string>> Kernels = {};
  bool IsSure = true;
  bool IsList = false; ///< Texts are those of its elements, with separators.

  /// The text that it is for certain.
  std::optional<std::string> text() const;
  /// What either is.
  void add(Value Other);
  /// The texts with \p Right behind each; those of either, if one has none.
  void concatenate(const Value &Right);
};

/// A call of a function of the file.
struct Frame {
  unsigned Scope;
  Tokens Arguments;
  const Frame *Caller;
};

/// A function that compiles.
struct Compiler {
  llvm::StringRef Name; ///< Without what it is part of.
  llvm::StringRef Keyword;
  unsigned Position = 0;        ///< Of the source among the arguments.
  llvm::StringRef Include = ""; ///< Put before the source.
  std::optional<unsigned> OptionsAt = std::nullopt;
};

class Evaluator {
public:
  Evaluator(llvm::StringRef File, llvm::StringRef Text, const TokenList &List);

  /// Compiles and launches all that the file does.
  PythonSource run(const TokenList &List);

private:
  friend class Expression;
  Value evaluate(Tokens E, const Frame *In = nullptr, unsigned Depth = 0);
  /// The launches in what begins \p E.
  void launchAt(Tokens E);
  Value named(llvm::StringRef Name, size_t Offset, const Frame *In,
              unsigned Depth);
  Value bound(const Binding &B, llvm::StringRef Name, const Frame *In,
              unsigned Depth);
  /// \p V, or the digits or a name for \p E, of which it is the value.
  Value asText(Value V, Tokens E) const;
  /// `L + R` of what is no number.
  Value sum(const Value &L, Tokens Left, const Value &R, Tokens Right) const;
  Value listOf(Tokens Items, const Frame *In, unsigned Depth);
  /// A call, behind \p Receiver and a point where that is something.
  Value called(llvm::StringRef Function, const Value &Receiver,
               Tokens Arguments, const Frame *In, unsigned Depth);
  /// \p E, or what it is the name of.
  Tokens behindName(Tokens E) const;
  /// The elements of a tuple or list, also behind a name; empty for others.
  Tokens tupleOf(Tokens E) const;

  Value replaced(Value V, Tokens Arguments, const Frame *In, unsigned Depth);
  Value formatted(const Value &V, PythonFormat Format, Tokens Arguments,
                  const Frame *In, unsigned Depth);
  void addField(Value &To, Element Field, bool IsPlain, Tokens Of,
                const Frame *In, unsigned Depth);
  EmbeddedCuda write(const Elements &Source) const;
  SourcePlace placeOf(size_t Offset) const;

  Value compile(const Compiler &How, Tokens Arguments, const Frame *In,
                unsigned Depth);
  void add(Elements Source, llvm::StringRef Include,
           const EmbeddedCuda &Options, Value &Into);
  EmbeddedCuda optionsIn(const Compiler &How, Tokens Arguments, const Frame *In,
                         unsigned Depth);
  Value kernelOf(const Value &Of, Tokens Arguments, const Frame *In,
                 unsigned Depth);
  LaunchShape shapeOf(Tokens E, int64_t Most);
  void launch(const Value &Callee, size_t Offset, Tokens Index,
              Tokens Arguments, bool IsPrepared);

  const llvm::StringRef File, Text;
  llvm::SourceMgr Sources;
  const Tokens All;
  const Names Known;
  llvm::StringMap<std::vector<size_t>> Calls; ///< Of names: among the tokens.
  std::map<const Binding *, Value> Values;    ///< Outside of calls.
  unsigned Steps = 0;
  std::vector<EmbeddedCuda> Sets;
};

/// int(n), np.int32(n)
bool isInteger(llvm::StringRef Function);

/// What the value of \p Of is called where it is not known.
std::string nameFor(Tokens Of);

/// The argument called \p Keyword, or that at \p Position, or the value of that
/// key; `*a` or `**a` where it may be among these.
Tokens argument(Tokens Arguments, llvm::StringRef Keyword,
                std::optional<unsigned> Position = std::nullopt);

} // namespace warplint::python

#endif // WARPLINT_LIB_PYTHON_VALUES_H
