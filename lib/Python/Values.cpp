//===- Values.cpp - What expressions of a Python file are -----------------===//

#include "Values.h"
#include "warplint/Support/Infix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint::python {

/// What follows from a file ends somewhere, also where that is hostile.
static constexpr unsigned MostDepth = 32, MostSteps = 1 << 16, MostTexts = 8,
                          MostElements = 1 << 14;

/// What lists are joined by, unless `join` says another.
static const Value Separator{.Texts = {{{0, 0, "\n", {}, false, true}}}};

bool isInteger(StringRef Function) {
  static constexpr StringLiteral Widths[] = {"", "8", "16", "32", "64", "c"};
  Function.consume_front("u");
  return Function.consume_front("int") && is_contained(Widths, Function);
}

/// What a call that keeps the value is given: n of str(n), np.int32(n).
static Tokens converted(Tokens E) {
  const auto *Open = find_if(E, [](const Token &T) { return T.is("("); });
  if (Open == E.begin() || Open == E.end() ||
      Open->Span != size_t(E.end() - Open) ||
      !(isInteger(Open[-1].Text) || Open[-1].is("str")))
    return {};
  return Tokens(Open + 1, E.end() - 1);
}

std::string nameFor(Tokens Of) {
  for (Tokens Given = Of; !Given.empty(); Given = converted(Of))
    Of = Given;
  if (!Of.empty() && Of.back().isName())
    return Of.back().Text.str();
  const auto *Name = find_if(Of, [](const Token &T) { return T.isName(); });
  return Name == Of.end() ? "value" : Name->Text.str();
}

std::optional<std::string> Value::text() const {
  if (Number)
    return itostr(*Number);
  if (!IsSure || IsList || Texts.size() != 1)
    return std::nullopt;
  std::string Text;
  for (const Element &E : Texts.front()) {
    if (E.IsUnknown)
      return std::nullopt;
    Text += E.Text;
  }
  return Text;
}

void Value::add(Value Other) {
  Number = Number ? Number : Other.Number;
  append_range(Texts, Other.Texts);
  if (Texts.size() > MostTexts)
    Texts.resize(MostTexts);
  append_range(Kernels, Other.Kernels);
  IsSure &= Other.IsSure;
  IsList |= Other.IsList;
}

void Value::concatenate(const Value &Right) {
  if (Right.Texts.empty() || Texts.empty()) {
    if (!Right.Texts.empty())
      *this = Right;
    return;
  }
  IsSure &= Right.IsSure;
  std::vector<Elements> Left = std::exchange(Texts, {});
  for (Elements &L : Left)
    for (const Elements &R : Right.Texts) {
      if (Texts.size() == MostTexts)
        return;
      Texts.push_back(Right.Texts.size() == 1 ? std::move(L) : L);
      Elements &Made = Texts.back();
      if (Made.size() + R.size() <= MostElements)
        append_range(Made, R);
      else
        Made.assign(1, {R.front().Begin, R.front().Begin, "value", {}, true});
    }
}

Value Evaluator::asText(Value V, Tokens E) const {
  if (!V.Texts.empty() || E.empty())
    return V;
  Element Made{
      E.front().Offset, E.back().Offset + E.back().Text.size(), "", {}};
  if (V.Number)
    Made.Text = itostr(*V.Number);
  Made.IsUnknown = !V.Number;
  if (Made.IsUnknown)
    Made.Text = nameFor(E);
  return {.Texts = {{Made}}};
}

Value Evaluator::sum(const Value &L, Tokens Left, const Value &R,
                     Tokens Right) const {
  if (L.Texts.empty() && R.Texts.empty())
    return {.Kernels = L.Kernels};
  if (L.IsList != R.IsList)
    return L.IsList ? asText({}, Left) : asText({}, Right);
  Value Made = asText(L, Left);
  if (L.IsList)
    Made.concatenate(Separator);
  Made.concatenate(asText(R, Right));
  return Made;
}

Value Evaluator::listOf(Tokens Items, const Frame *In, unsigned Depth) {
  Value Made;
  bool HasText = false;
  for (Tokens Item : splitAtCommas(Items)) {
    const Value V = evaluate(Item, In, Depth);
    HasText |= !V.Texts.empty();
    if (!Made.Texts.empty())
      Made.concatenate(Separator);
    Made.concatenate(asText(V.IsList ? Value() : V, Item));
  }
  Made.IsList = true;
  return HasText ? Made : Value();
}

Tokens argument(Tokens Arguments, StringRef Keyword,
                std::optional<unsigned> Position) {
  unsigned Number = 0;
  Tokens Found;
  for (Tokens A : splitAtCommas(Arguments)) {
    if (!A.empty() && (A[0].is("*") || A[0].is("**"))) {
      if (A[0].is("**") ? Found.empty() : Position && Number <= *Position)
        Found = A;
      Position = A[0].is("*") ? std::nullopt : Position;
    } else if (A.size() > 2 && A[1].is("=") && A[0].isName()) {
      if (A[0].Text == Keyword)
        return A.drop_front(2);
    } else if (A.size() > 2 && A[1].is(":") && A[0].isString()) {
      if (A[0].Text.trim("'\"") == Keyword)
        return A.drop_front(2);
    } else if (Position && Number++ == *Position) {
      Found = A;
    }
  }
  return Found;
}

/// Takes the escape that \p Rest begins with, and returns what it stands for.
static std::string takeEscape(StringRef &Rest) {
  static constexpr StringLiteral Letters = "abfnrtv\\'\"\n";
  static constexpr StringLiteral Values = "\a\b\f\n\r\t\v\\'\"";
  Rest = Rest.drop_front();
  const char C = Rest.empty() ? ' ' : Rest.front();
  if (const size_t I = Letters.find(C); I != StringRef::npos) {
    Rest = Rest.drop_front();
    return Values.substr(I, 1).str();
  }
  const size_t Most = C == 'x' ? 2 : C == 'u' ? 4 : C == 'U' ? 8 : 3;
  const bool IsHex = StringRef("xuU").contains(C);
  const StringRef Digits = Rest.drop_front(IsHex).take_front(Most).take_while(
      [&](char D) { return IsHex ? isHexDigit(D) : D >= '0' && D <= '7'; });
  unsigned Code = 0;
  if (Digits.getAsInteger(IsHex ? 16 : 8, Code))
    return "\\"; // No escape.
  Rest = Rest.drop_front(IsHex + Digits.size());
  char Bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT], *Behind = Bytes;
  return ConvertCodePointToUTF8(Code, Behind) ? std::string(Bytes, Behind)
                                              : " ";
}

static Elements elementsOf(const Token &T) {
  const PythonLiteral &L = T.Literal;
  StringRef Rest = T.Text.slice(L.Begin - T.Offset, L.End - T.Offset);
  const char *Base = T.Text.data() - T.Offset;
  const auto Here = [&] { return size_t(Rest.data() - Base); };
  Elements Found;
  do {
    const StringRef Run = Rest.take_front(L.IsRaw ? L.End : Rest.find('\\'));
    Found.push_back({Here(), Here() + Run.size(), Run.str(), L});
    Rest = Rest.drop_front(Run.size());
    if (Rest.empty())
      break;
    const size_t Begin = Here();
    std::string Text = takeEscape(Rest);
    Found.push_back({Begin, Here(), std::move(Text), L});
  } while (!Rest.empty());
  return Found;
}

namespace {

struct Operator {
  StringRef Spelling;
  unsigned Strength; ///< How tightly it binds.
};

constexpr Operator Operators[] = {{"+", 1},  {"-", 1}, {"*", 2},
                                  {"//", 2}, {"%", 2}, {"**", 4}};

std::optional<int64_t> computed(StringRef Op, int64_t L, int64_t R) {
  int64_t Result = 1;
  bool IsLost = false;
  if (Op == "+")
    IsLost = AddOverflow(L, R, Result);
  else if (Op == "-")
    IsLost = SubOverflow(L, R, Result);
  else if (Op == "*")
    IsLost = MulOverflow(L, R, Result);
  else if (L < 0 || R < 0 || (Op == "**" ? R > 62 : R == 0))
    IsLost = true;
  else if (Op != "**")
    Result = Op == "%" ? L % R : L / R;
  else
    for (int64_t I = 0; I != R; ++I)
      IsLost |= MulOverflow(Result, L, Result) != 0;
  return IsLost ? std::nullopt : std::optional(Result);
}

} // namespace

/// Reads an expression, for readInfix (Support/Infix.h).
class Expression {
public:
  Expression(Evaluator &By, Tokens E, const Frame *In, unsigned Depth)
      : By(By), Whole(E), E(E), In(In), Depth(Depth + 1) {}

  Value run() {
    Value V = readInfix(*this);
    return E.empty() ? V : Value();
  }

  const Operator *nextOperator() const {
    const auto *Found = find_if(Operators, [&](const Operator &O) {
      return !E.empty() && E.front().is(O.Spelling);
    });
    return Found == std::end(Operators) ? nullptr : Found;
  }

  template <typename Reader>
  Value apply(const Operator &Op, Value L, Reader Read) {
    const Tokens Left = Whole.drop_back(E.size()); // Nothing binds weaker.
    Tokens Right = E = E.drop_front();
    const Value R =
        Op.Spelling == "**" ? readInfix(*this, Op.Strength) : Read();
    Right = Right.drop_back(E.size());
    if (Op.Spelling == "%" && !L.Texts.empty()) {
      if (const Tokens Items = By.tupleOf(Right); !Items.empty())
        Right = Items;
      return By.formatted(L, PythonFormat::Percent, Right, In, Depth);
    }
    if (Op.Spelling == "+" && !(L.Number && R.Number))
      return By.sum(L, Left, R, Right);
    Value Result;
    if (L.Number && R.Number) {
      Result.Number = computed(Op.Spelling, *L.Number, *R.Number);
    }
    return Result;
  }

  Value readOperand() {
    if (!E.empty() && E.front().is("-")) {
      E = E.drop_front();
      Value V;
      if (auto N = readInfix(*this, /*Least=*/4).Number)
        V.Number = computed("-", 0, *N);
      return V;
    }
    return primary(/*IsLaunched=*/false);
  }

  /// What stands before dots, brackets and parentheses, and these; the calls of
  /// kernels among them are launches of the file where it \p IsLaunched.
  Value primary(bool IsLaunched);
  struct Call {
    StringRef Name;
    size_t Offset;
    Tokens Index, Arguments;
    bool IsLaunched;
  };
  Value invoked(Value Callee, const Value &Receiver, const Call &C);

private:
  Value atom();
  Tokens bracket() {
    const Tokens Whole = E.take_front(E.front().Span);
    E = E.drop_front(Whole.size());
    return Whole.slice(1, Whole.size() < 2 ? 0 : Whole.size() - 2);
  }

  Evaluator &By;
  const Tokens Whole;
  Tokens E;
  const Frame *const In;
  const unsigned Depth;
};

Value Expression::atom() {
  Value V;
  if (E.front().What == Token::Kind::Number) {
    std::string Digits = E.front().Text.str();
    erase(Digits, '_');
    int64_t Number = 0;
    if (!StringRef(Digits).getAsInteger(0, Number))
      V.Number = Number;
    E = E.drop_front();
  } else if (E.front().isString()) {
    for (; !E.empty() && E.front().isString(); E = E.drop_front()) {
      Value Part{.Texts = {elementsOf(E.front())}};
      if (E.front().Literal.Format == PythonFormat::FString)
        Part = By.formatted(Part, PythonFormat::FString, {}, In, Depth);
      V.concatenate(Part);
    }
  } else if (E.front().Span > 1) {
    const bool IsDictionary = E.front().is("{");
    const bool IsGroup = E.front().is("(");
    const Tokens Inside = bracket();
    if (IsGroup && !findOutside(Inside, ","))
      return By.evaluate(Inside, In, Depth);
    if (!IsDictionary)
      return By.listOf(Inside, In, Depth);
  }
  return V;
}

/// What a call of \p Callee gives; \p Receiver is what it is a method of.
Value Expression::invoked(Value Callee, const Value &Receiver, const Call &C) {
  const bool IsPrepared = Callee.Kernels.empty() && C.Name == "prepared_call" &&
                          !Receiver.Kernels.empty();
  if (Callee.Kernels.empty() && !IsPrepared)
    return By.called(C.Name, Receiver, C.Arguments, In, Depth);
  if (C.IsLaunched)
    By.launch(IsPrepared ? Receiver : Callee, C.Offset,
              IsPrepared ? Tokens() : C.Index, C.Arguments, IsPrepared);
  return IsPrepared ? std::move(Callee) : Value();
}

Value Expression::primary(bool IsLaunched) {
  if (E.empty() || Depth > MostDepth)
    return {};
  const Tokens Begin = E;
  const size_t Offset = E.front().Offset;
  bool IsPath = E.front().isName(), IsMethod = false;
  std::string Object, Path;
  StringRef Last;
  Tokens Index;
  Value V;
  if (IsPath) {
    Path = Last = E.front().Text;
    E = E.drop_front();
  } else {
    V = atom();
  }
  const auto Read = [&] {
    if (IsPath)
      V = By.named(Path, Offset, In, Depth);
    else if (IsMethod) // No method: an attribute of what has no name.
      V = {};
    IsPath = IsMethod = false;
  };
  while (!E.empty()) {
    if (E.front().is(".") && E.size() > 1) {
      Last = E[1].Text;
      Object = Path;
      Path += ("." + Last).str();
      IsMethod = !IsPath;
      E = E.drop_front(2);
    } else if (E.front().is("[")) {
      const Tokens Items = By.tupleOf(Begin.drop_back(E.size()));
      Read();
      Index = bracket();
      const auto Number = By.evaluate(Index, In, Depth).Number;
      if (!Items.empty() && Number && *Number >= 0)
        V = By.evaluate(argument(Items, "", unsigned(*Number)), In, Depth);
      else
        V = {.Kernels = std::move(V.Kernels)};
    } else if (E.front().is("(")) {
      const Value Receiver = IsMethod ? V
                             : IsPath && !Object.empty()
                                 ? By.named(Object, Offset, In, Depth)
                                 : Value();
      const Tokens Arguments = bracket();
      Read();
      V = invoked(std::move(V), Receiver,
                  {Last, Offset, Index, Arguments, IsLaunched});
      Last = "";
      Index = {};
    } else {
      break;
    }
  }
  Read();
  return V;
}

Value Evaluator::evaluate(Tokens E, const Frame *In, unsigned Depth) {
  if (E.empty() || Depth > MostDepth || ++Steps > MostSteps)
    return {};
  const auto If = findOutside(E, "if"), Else = findOutside(E, "else");
  if (!If || !Else)
    return Expression(*this, E, In, Depth).run();
  Value V = evaluate(E.take_front(*If), In, Depth + 1);
  V.add(evaluate(E.drop_front(*Else + 1), In, Depth + 1));
  V.IsSure = false;
  V.Number.reset();
  return V;
}

void Evaluator::launchAt(Tokens E) {
  Steps = 0;
  Expression(*this, E, nullptr, 0).primary(/*IsLaunched=*/true);
}

Value Evaluator::named(StringRef Name, size_t Offset, const Frame *In,
                       unsigned Depth) {
  Value V, Added; // Behind what the name was bound to before.
  Tokens Adds;
  bool IsSure = false;
  const std::vector<const Binding *> Bindings =
      Known.find(Name, Offset, IsSure);
  for (const Binding *B : Bindings) {
    Value Of = bound(*B, Name, In, Depth + 1);
    // What a condition or a loop adds is added any number of times.
    if (B->IsAdded && B->Indent > Bindings.back()->Indent)
      Of = {};
    const Tokens By = Of.Texts.empty() ? B->Name : B->Value;
    if (!Adds.empty())
      Of = sum(Of, By, Added, Adds);
    Adds = B->IsAdded ? By : Tokens();
    if (B->IsAdded)
      Added = std::move(Of);
    else
      V.add(std::move(Of));
  }
  if (!IsSure) {
    V.IsSure = false;
    V.Number.reset();
  }
  return V;
}

Value Evaluator::bound(const Binding &B, StringRef Name, const Frame *In,
                       unsigned Depth) {
  const bool IsCalled = In && In->Scope == B.Scope;
  if (IsCalled && !B.Parameter)
    return evaluate(B.Value, In, Depth);
  if (IsCalled) {
    const Tokens Given = argument(In->Arguments, Name, B.Parameter);
    return Given.empty() ? evaluate(B.Value, nullptr, Depth)
                         : evaluate(Given, In->Caller, Depth);
  }
  // Where it is bound to itself, that adds nothing.
  if (auto [It, IsNew] = Values.try_emplace(&B); !IsNew)
    return It->second;
  Value V;
  const Scope &Function = Known.Scopes[B.Scope];
  const StringRef Called = Function.Name == "__init__"
                               ? Known.Scopes[Function.Parent].Name
                               : Function.Name;
  if (!B.Parameter)
    V = evaluate(B.Value, nullptr, Depth);
  if (const auto It = Calls.find(Called); B.Parameter && It != Calls.end())
    for (size_t I : It->second) {
      const Tokens Given =
          argument(All.slice(I + 2, All[I + 1].Span - 2), Name, B.Parameter);
      V.add(evaluate(Given.empty() ? B.Value : Given, nullptr, Depth));
    }
  return Values[&B] = V;
}

Tokens Evaluator::behindName(Tokens E) const {
  bool IsSure = false;
  for (unsigned Depth = 0; Depth != MostDepth; ++Depth) {
    const std::string Name = dottedName(E);
    const auto Bound = Name.empty()
                           ? std::vector<const Binding *>()
                           : Known.find(Name, E.front().Offset, IsSure);
    if (Bound.empty() || !IsSure)
      break;
    E = Bound.front()->Value;
  }
  return E;
}

Tokens Evaluator::tupleOf(Tokens E) const {
  E = behindName(E);
  return bracketed(E).value_or(Tokens());
}

} // namespace warplint::python
