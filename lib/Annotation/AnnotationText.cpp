//===- AnnotationText.cpp - What the user promises of a kernel ------------===//

#include "AnnotationLexer.h"
#include "warplint/Annotation/Annotation.h"
#include "warplint/Frontend/Templates.h"
#include "warplint/Support/ClosestName.h"
#include "warplint/Support/Infix.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <limits>

using namespace llvm;

namespace warplint {

using annotation::Token;
using annotation::TokenKind;

std::string blockProblem(const LaunchShape &Shape) {
  uint64_t X = Shape.X.value_or(1), Y = Shape.Y.value_or(1),
           Z = Shape.Z.value_or(1);
  if (X == 0 || Y == 0 || Z == 0)
    return "a block has at least one thread along each axis";
  if (X > MaxBlockExtents[0] || Y > MaxBlockExtents[1] ||
      Z > MaxBlockExtents[2])
    return "a block has at most 1024 x 1024 x 64 threads";
  if (X * Y * Z > MaxBlockThreads)
    return "a block has at most 1024 threads";
  return "";
}

std::string clauseProblem(StringRef Clause) {
  // An expectation is no clause of an annotation, but likely to be meant.
  constexpr StringRef Known[] = {"block", "assume", "instantiate",
                                 "dynamic_shared", "expect"};
  if (is_contained(ArrayRef(Known).drop_back(), Clause))
    return "";
  return ("unknown clause '" + Clause + "'" + didYouMean(Clause, Known)).str();
}

std::string dynamicSharedProblem(int64_t Bytes) {
  if (Bytes < 1 || Bytes > int64_t(MaxBlockShared))
    return "a block has 1 to " + std::to_string(MaxBlockShared) +
           " bytes of dynamic shared memory";
  return "";
}

namespace {

/// `Constant Relation Name` with the sides exchanged.
StringRef mirrored(StringRef Relation) {
  return StringSwitch<StringRef>(Relation)
      .Case("<", ">")
      .Case("<=", ">=")
      .Case(">", "<")
      .Case(">=", "<=")
      .Default(Relation);
}

/// Recursive descent over the grammar of the header. A function that fails has
/// set Error and returns false or nothing.
class Parser : public annotation::Words {
public:
  Parser(StringRef Source, PlaceOfPart PlaceOf)
      : Words(Source), PlaceOf(PlaceOf) {}

  bool annotation(Annotation &Into) {
    do {
      if (std::string Problem = clauseProblem(Next.Text);
          Next.Kind == TokenKind::Name && !Problem.empty())
        return fail(Problem);
      bool IsRead = accept("block")            ? block(Into)
                    : accept("assume")         ? assume(Into)
                    : accept("instantiate")    ? instantiate(Into)
                    : accept("dynamic_shared") ? dynamicShared(Into)
                                               : fail("expected 'block(...)', "
                                                      "'assume(...)', "
                                                      "'dynamic_shared(...)' "
                                                      "or 'instantiate(...)'");
      if (!IsRead)
        return false;
      accept(",");
    } while (Next.Kind != TokenKind::End);
    return true;
  }

  bool conditions(std::vector<Assumption> &Into, StringRef Closing) {
    do {
      if (!condition(Into))
        return false;
    } while (accept("&&") || accept(","));
    if (at("||"))
      return fail("conditions can only be combined with '&&'");
    if (!Closing.empty() ? !at(Closing) : Next.Kind != TokenKind::End)
      return fail("expected '&&'" +
                  (Closing.empty() ? " or the end" : " or '" + Closing + "'"));
    return true;
  }

  bool block(Annotation &Into) {
    Token First = Next;
    if (!expect("("))
      return false;
    unsigned Size[3] = {1, 1, 1};
    unsigned Count = 0;
    do {
      Token Begin = Next;
      if (Count == 3)
        return fail(Begin, "a block has at most three dimensions");
      std::optional<int64_t> Value = constant();
      if (!Value)
        return false;
      if (*Value <= 0 || *Value > MaxBlockThreads)
        return fail(Begin, "a block has 1 to 1024 threads along an axis");
      Size[Count++] = static_cast<unsigned>(*Value);
    } while (accept(","));
    size_t End = Next.End;
    if (!expect(")"))
      return false;
    LaunchShape Shape{Size[0], Size[1], Size[2]};
    if (std::string Problem = blockProblem(Shape); !Problem.empty())
      return fail(First, Problem);
    // From the word 'block' on.
    size_t Begin = Source.take_front(First.Begin).rfind("block");
    Into.Blocks.push_back({Shape, PlaceOf(Begin, End)});
    return true;
  }

  bool dynamicShared(Annotation &Into) {
    if (!expect("("))
      return false;
    Token Begin = Next;
    std::optional<int64_t> Bytes = constant();
    if (!Bytes)
      return false;
    if (std::string Problem = dynamicSharedProblem(*Bytes); !Problem.empty())
      return fail(Begin, Problem);
    Into.DynamicShared = *Bytes;
    return expect(")");
  }

  /// Template arguments are read by the compiler: here they are only told apart.
  bool instantiate(Annotation &Into) {
    Token Open = Next;
    if (!expect("("))
      return false;
    unsigned Depth = 1;
    size_t End = Open.End;
    for (; End < Source.size() && Depth; ++End)
      Depth += (Source[End] == '(') - (Source[End] == ')');
    if (Depth) {
      moveTo(Source.size());
      return fail("expected ')'");
    }
    StringRef Inner = Source.slice(Open.End, End - 1);
    Token Arguments = {TokenKind::Name, Open.End, End - 1, Inner};
    auto Split = splitTemplateId(("<" + Inner + ">").str());
    if (!Split || Split->second.empty())
      return fail(
          Arguments,
          "expected template arguments, as in 'instantiate(float, 128)'");
    moveTo(End);
    // From the word 'instantiate' on.
    size_t Begin = Source.take_front(Open.Begin).rfind("instantiate");
    Into.Instances.push_back({std::move(Split->second), PlaceOf(Begin, End)});
    return true;
  }

  bool assume(Annotation &Into) {
    return expect("(") && conditions(Into.Assumptions, ")") && expect(")");
  }

  // For readInfix.
  struct Operator {
    StringRef Text;
    unsigned Strength;
  };
  std::optional<int64_t> readOperand() {
    Token First = Next;
    // Nothing that a person writes nests as deeply.
    constexpr size_t MaximumLength = 4096;
    if (Source.size() > MaximumLength) {
      fail(First, "the annotation is too long");
      return std::nullopt;
    }
    if (accept("-")) {
      std::optional<int64_t> V = readOperand();
      return V ? computed({TokenKind::Punctuation, First.Begin, First.End, "-"},
                          0, *V)
               : std::nullopt;
    }
    if (accept("(")) {
      std::optional<int64_t> V = constant();
      if (!V || !expect(")"))
        return std::nullopt;
      return V;
    }
    if (Next.Kind == TokenKind::Number)
      return number();
    if (Next.Kind == TokenKind::Name)
      fail("'" + Next.Text + "' is not a number");
    else
      fail("expected a number");
    return std::nullopt;
  }

  const Operator *nextOperator() const {
    static constexpr Operator Operators[] = {
        {"<<", 1}, {"+", 2}, {"-", 2}, {"*", 3}, {"/", 3}};
    const auto *Found =
        find_if(Operators, [&](const Operator &O) { return at(O.Text); });
    return Error || Found == std::end(Operators) ? nullptr : Found;
  }

  std::optional<int64_t> apply(const Operator &, std::optional<int64_t> Left,
                               function_ref<std::optional<int64_t>()> Read) {
    const Token At = Next;
    take();
    const std::optional<int64_t> Right = Read();
    return Right ? computed(At, *Left, *Right) : std::nullopt;
  }

private:
  struct Operand {
    bool IsName = false;
    std::string Name;
    int64_t Value = 0;
    Token First;
  };

  bool condition(std::vector<Assumption> &Into) {
    std::optional<Operand> Left = operand();
    if (!Left)
      return false;
    if (Left->IsName && at("%"))
      return remainder(*Left, Into);
    if (at("!="))
      return fail("'!=' cannot be assumed; use '==', '<', '<=', '>', '>=' or "
                  "'% M == R'");
    if (!is_contained({"==", "=", "<", "<=", ">", ">="}, Next.Text))
      return fail("expected a comparison, as in 'n == 128'");
    StringRef Relation = Next.Text;
    take();
    std::optional<Operand> Right = operand();
    if (!Right)
      return false;
    if (Left->IsName == Right->IsName)
      return fail(Left->IsName ? Right->First : Left->First,
                  "expected a name compared with a constant");
    if (Left->IsName)
      return relate(*Left, Relation, Right->Value, Into);
    return relate(*Right, mirrored(Relation), Left->Value, Into);
  }

  bool relate(const Operand &Name, StringRef Relation, int64_t Value,
              std::vector<Assumption> &Into) {
    SymbolValues Values;
    if ((Relation == "<" && Value == std::numeric_limits<int64_t>::min()) ||
        (Relation == ">" && Value == std::numeric_limits<int64_t>::max()))
      return fail(Name.First, "no value satisfies this");
    if (Relation == "<")
      Values.Most = Value - 1;
    else if (Relation == "<=")
      Values.Most = Value;
    else if (Relation == ">")
      Values.Least = Value + 1;
    else if (Relation == ">=")
      Values.Least = Value;
    else
      Values = SymbolValues::exactly(Value);
    add(Into, Name, Values,
        (Relation == "=" ? "==" : Relation) + " " + Twine(Value));
    return true;
  }

  bool remainder(const Operand &Name, std::vector<Assumption> &Into) {
    take();
    Token At = Next;
    std::optional<int64_t> Modulus = readOperand();
    if (!Modulus)
      return false;
    if (*Modulus < 1 || *Modulus > (int64_t(1) << 30))
      return fail(At, "expected a modulus of 1 to 2^30");
    if (!accept("==") && !accept("="))
      return fail("expected '==', as in 'n % 32 == 0'");
    At = Next;
    std::optional<int64_t> Residue = constant();
    if (!Residue)
      return false;
    if (*Residue < 0 || *Residue >= *Modulus)
      return fail(At, "the remainder is 0 to " + Twine(*Modulus - 1));
    SymbolValues Values;
    Values.Modulus = static_cast<uint64_t>(*Modulus);
    Values.Residue = static_cast<uint64_t>(*Residue);
    add(Into, Name, Values, "% " + Twine(*Modulus) + " == " + Twine(*Residue));
    return true;
  }

  std::optional<Operand> operand() {
    Operand Result;
    Result.First = Next;
    if (Next.Kind == TokenKind::Name || at("*")) {
      std::optional<std::string> Name = name();
      if (!Name)
        return std::nullopt;
      Result.IsName = true;
      Result.Name = std::move(*Name);
      return Result;
    }
    std::optional<int64_t> Value = constant();
    if (!Value)
      return std::nullopt;
    Result.Value = *Value;
    return Result;
  }

  /// A name as the program prints it: without spaces.
  std::optional<std::string> name() {
    std::string Text;
    while (accept("*"))
      Text += "*";
    if (Next.Kind != TokenKind::Name) {
      fail("expected a name");
      return std::nullopt;
    }
    Text += Next.Text;
    take();
    while (at(".") || at("->") || at("[")) {
      bool Subscript = at("[");
      Text += Next.Text;
      take();
      if (!Subscript) {
        if (Next.Kind != TokenKind::Name) {
          fail("expected a member's name");
          return std::nullopt;
        }
        Text += Next.Text;
        take();
        continue;
      }
      for (unsigned Depth = 1; Depth != 0; take()) {
        if (Next.Kind == TokenKind::End) {
          fail("expected ']'");
          return std::nullopt;
        }
        Depth += at("[");
        Depth -= at("]");
        Text += Next.Text;
      }
    }
    return Text;
  }

  std::optional<int64_t> constant() { return readInfix(*this); }

  std::optional<int64_t> number() {
    std::string Digits = Next.Text.str();
    erase(Digits, '\'');
    StringRef Text = Digits;
    bool Hex = Text.starts_with_insensitive("0x");
    Text = Text.rtrim("uUlL");
    uint64_t Value = 0;
    if (Text.getAsInteger(0, Value) ||
        (!Hex && Value > uint64_t(std::numeric_limits<int64_t>::max()))) {
      fail("'" + Next.Text + "' is not an integer");
      return std::nullopt;
    }
    take();
    return static_cast<int64_t>(Value);
  }

  std::optional<int64_t> computed(const Token &Operator, int64_t L, int64_t R) {
    std::optional<int64_t> Result;
    if (Operator.Text == "+")
      Result = checkedAdd(L, R);
    else if (Operator.Text == "-")
      Result = checkedSub(L, R);
    else if (Operator.Text == "*")
      Result = checkedMul(L, R);
    else if (Operator.Text == "<<" && R >= 0 && R <= 62)
      Result = checkedMul(L, int64_t(1) << R);
    else if (Operator.Text == "/" && R != 0 &&
             (R != -1 || L != std::numeric_limits<int64_t>::min()))
      Result = L / R;
    if (!Result)
      fail(Operator, Operator.Text == "/"
                         ? "division by zero"
                         : "the constant does not fit 64 bits");
    return Result;
  }

  void add(std::vector<Assumption> &Into, const Operand &Name,
           SymbolValues Values, const Twine &Text) {
    // Up to the end of the token before the next one.
    size_t End = Source.take_front(Next.Begin).rtrim().size();
    Into.push_back({Name.Name,
                    Values,
                    (Name.Name + " " + Text).str(),
                    PlaceOf(Name.First.Begin, End),
                    {}});
  }

  PlaceOfPart PlaceOf;
};

} // namespace

std::optional<AnnotationError>
parseAnnotation(StringRef Text, PlaceOfPart PlaceOf, Annotation &Into) {
  Parser P(Text, PlaceOf);
  Annotation Found;
  if (!P.annotation(Found))
    return P.Error;
  append_range(Into.Blocks, Found.Blocks);
  append_range(Into.Assumptions, Found.Assumptions);
  append_range(Into.Instances, Found.Instances);
  if (Found.DynamicShared)
    Into.DynamicShared = Found.DynamicShared;
  return std::nullopt;
}

std::optional<AnnotationError> parseConditions(StringRef Text,
                                               std::vector<Assumption> &Into) {
  auto Nowhere = [](size_t, size_t) { return SourcePlace(); };
  Parser P(Text, Nowhere);
  std::vector<Assumption> Found;
  if (!P.conditions(Found, ""))
    return P.Error;
  append_range(Into, Found);
  return std::nullopt;
}

} // namespace warplint
