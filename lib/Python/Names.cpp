//===- Names.cpp - What the names of a Python file are bound to -----------===//

#include "Names.h"
#include "warplint/Support/Infix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace warplint::python {

std::string dottedName(Tokens E) {
  std::string Name;
  for (const auto &[I, T] : enumerate(E)) {
    if (I % 2 ? !T.is(".") : !T.isName())
      return "";
    Name += T.Text;
  }
  return E.size() % 2 ? Name : "";
}

Tokens withoutParentheses(Tokens E) {
  while (E.size() > 2 && E.front().is("(") && behindBracket(E, 0) == E.size() &&
         !findOutside(E.slice(1, E.size() - 2), ","))
    E = E.slice(1, E.size() - 2);
  return E;
}

/// Reads the statements of a file, one logical line at a time.
class Binder {
public:
  Binder(Names &Into, Tokens All) : Into(Into) {
    Into.Scopes.push_back({0, 0, SIZE_MAX, ""});
    while (!All.empty()) {
      size_t End = 1;
      while (End != All.size() && !All[End].BeginsLine)
        ++End;
      leaveScopes(All.front());
      for (Tokens Line = All.take_front(End); !Line.empty();) {
        const size_t Semicolon = findOutside(Line, ";").value_or(Line.size());
        statement(Line.take_front(Semicolon));
        Line = Line.drop_front(std::min(Semicolon + 1, Line.size()));
      }
      All = All.drop_front(End);
    }
  }

private:
  void leaveScopes(const Token &First) {
    while (!Open.empty() && First.Indent <= Open.back().second) {
      Into.Scopes[Open.back().first].End = First.Offset;
      Open.pop_back();
    }
  }
  unsigned current() const { return Open.empty() ? 0 : Open.back().first; }

  void bind(const Token &Name, Tokens Value, unsigned Scope,
            bool IsAdded = false, StringRef Dotted = "") {
    Into.ByName[{(Dotted.empty() ? Name.Text : Dotted).str(), Scope}].push_back(
        {Name.Offset, Name.Indent, Scope, Value, IsAdded});
  }

  void statement(Tokens S) {
    if (S.empty())
      return;
    if (S.front().is("async") && S.size() > 1)
      S = S.drop_front();
    const StringRef First = S.front().isName() ? S.front().Text : "";
    if (First == "def" || First == "class")
      return openScope(S, First == "class");
    if (First == "global" || First == "nonlocal") {
      for (const Token &T : S.drop_front())
        bind(T, {}, 0);
      return;
    }
    if (First == "import" || First == "from" || First == "for")
      for (const Token &T : S.drop_front(1)) {
        if (First == "for" && T.is("in"))
          break;
        if (T.isName())
          bind(T, {}, current());
      }
    for (size_t I = 0; I + 1 < S.size(); ++I) {
      if (S[I].is("as") && S[I + 1].isName())
        bind(S[I + 1], {}, current());
      if (S[I].isName() && S[I + 1].is(":="))
        bind(S[I], {}, current());
    }
    static constexpr StringLiteral Compound[] = {"if",  "elif",   "else",
                                                 "for", "while",  "with",
                                                 "try", "except", "finally"};
    if (auto Colon = findOutside(S, ":");
        Colon && is_contained(Compound, First))
      S = S.drop_front(*Colon + 1);
    assignment(S);
  }

  void assignment(Tokens S) {
    static constexpr StringLiteral Augmented[] = {
        "+=",  "-=",  "*=", "/=", "//=", "%=", "**=",
        ">>=", "<<=", "&=", "|=", "^=",  "@="};
    for (StringRef Operator : Augmented)
      if (auto At = findOutside(S, Operator))
        return assign(S.take_front(*At),
                      Operator == "+=" ? S.drop_front(*At + 1) : Tokens(),
                      /*IsAdded=*/true);
    std::vector<Tokens> Targets; // a = b = 1
    while (auto At = findOutside(S, "=")) {
      Targets.push_back(S.take_front(*At));
      S = S.drop_front(*At + 1);
    }
    for (Tokens Target : Targets)
      assign(
          Target.take_front(findOutside(Target, ":").value_or(Target.size())),
          S, /*IsAdded=*/false);
  }

  void assign(Tokens Target, Tokens Value, bool IsAdded) {
    if (Target.empty())
      return;
    if (const std::string Name = dottedName(Target); !Name.empty())
      return bind(Target.front(), Value, current(), IsAdded, Name);
    if (Target.front().is("(") || Target.front().is("["))
      Target = Target.slice(1, Target.size() - 1);
    const std::vector<Tokens> Into = splitAtCommas(Target);
    std::vector<Tokens> From = splitAtCommas(Value);
    if (From.size() == 1 && Value.front().is("(") &&
        behindBracket(Value, 0) == Value.size())
      From = splitAtCommas(Value.slice(1, Value.size() - 2));
    for (const auto &[I, Part] : enumerate(Into))
      if (Into.size() > 1)
        assign(Part, From.size() == Into.size() ? From[I] : Tokens(), IsAdded);
      else if (!Part.empty() && Part.front().isName()) // a[0] = 1
        bind(Part.front(), {}, current());
  }

  void openScope(Tokens S, bool IsClass) {
    if (S.size() < 3)
      return;
    bind(S[1], {}, current());
    Scope Inner{current(), S.front().Offset, SIZE_MAX, S[1].Text, IsClass};
    const auto Number = unsigned(Into.Scopes.size());
    const size_t End = S[2].is("(") ? behindBracket(S, 2) : 2;
    if (End > 3 && !IsClass)
      for (Tokens Parameter : splitAtCommas(S.slice(3, End - 4))) {
        while (!Parameter.empty() && !Parameter.front().isName())
          Parameter = Parameter.drop_front();
        if (Parameter.empty())
          continue;
        Inner.Parameters.push_back(Parameter.front().Text);
        bind(Parameter.front(), {}, Number);
      }
    Into.Scopes.push_back(std::move(Inner));
    Open.emplace_back(Number, S.front().Indent);
    S = S.drop_front(std::min(End, S.size()));
    if (auto Colon = findOutside(S, ":"))
      statement(S.drop_front(*Colon + 1));
  }

  Names &Into;
  std::vector<std::pair<unsigned, unsigned>> Open; ///< Scopes, with indents.
};

Names::Names(Tokens All) { Binder(*this, All); }

unsigned Names::scopeAt(size_t Offset) const {
  unsigned Innermost = 0;
  for (const auto &[I, S] : enumerate(Scopes))
    if (S.Begin <= Offset && Offset < S.End)
      Innermost = unsigned(I);
  return Innermost;
}

/// In the order of the file: the bindings of the innermost scope that has some;
/// of an attribute, those of its class or, of other objects, any.
std::vector<const Binding *> Names::visible(StringRef Name,
                                            size_t Offset) const {
  std::vector<const Binding *> Found;
  const auto Add = [&](const std::vector<Binding> &Bindings) {
    for (const Binding &B : Bindings)
      Found.push_back(&B);
  };
  const auto [Object, Attribute] = Name.split('.');
  const unsigned Own = scopeAt(Offset);
  unsigned In = Own;
  const auto IsOuter = [&](unsigned S) { return S == 0 || Scopes[S].IsClass; };
  if (Attribute.empty()) {
    for (;; In = Scopes[In].Parent) {
      if (!Scopes[In].IsClass || In == Own)
        if (auto It = ByName.find({Name.str(), In}); It != ByName.end()) {
          Add(It->second);
          break;
        }
      if (In == 0)
        break;
    }
    return Found;
  }
  const bool IsSelf = Object == "self" || Object == "cls";
  while (IsSelf && !IsOuter(In))
    In = Scopes[In].Parent;
  const Scope &Class = Scopes[IsSelf ? In : 0];
  for (const auto &[Key, Bindings] : ByName) {
    const Scope &Of = Scopes[Key.second];
    const bool IsOfClass =
        Of.IsClass && (IsSelf ? Key.second == In : Of.Name == Object);
    if ((Key.first == Name && Class.Begin <= Of.Begin &&
         Of.Begin < Class.End) ||
        (Key.first == Attribute && IsOfClass))
      Add(Bindings);
  }
  sort(Found, [](const Binding *A, const Binding *B) {
    return A->Offset < B->Offset;
  });
  return Found;
}

std::vector<const Binding *> Names::find(StringRef Name, size_t Offset) const {
  std::vector<const Binding *> Found;
  const std::vector<const Binding *> All = visible(Name, Offset);
  for (const Binding *B : reverse(All)) {
    // A function runs when the file has been read.
    const bool IsHere = B->Scope == scopeAt(Offset);
    if (IsHere && B->Offset >= Offset)
      continue;
    Found.push_back(B);
    if (IsHere && B->Indent == All.front()->Indent && !B->IsAdded)
      break;
  }
  return Found;
}

Tokens Names::valueOf(StringRef Name, size_t Offset) const {
  const std::vector<const Binding *> All = visible(Name, Offset);
  const bool IsSure = All.size() == 1 && !All.front()->IsAdded;
  return IsSure ? All.front()->Value : Tokens();
}

namespace {

struct Operator {
  StringRef Spelling;
  unsigned Strength; ///< How tightly it binds.
};

constexpr Operator Operators[] = {{"+", 1},  {"-", 1}, {"*", 2},
                                  {"//", 2}, {"%", 2}, {"**", 4}};

/// For readInfix (Support/Infix.h); nothing is what is not known.
class Arithmetic {
public:
  using Number = std::optional<int64_t>;

  Arithmetic(const Names &In, Tokens E, unsigned Depth)
      : In(In), E(E), Depth(Depth) {}

  Number run() {
    const Number Value = readInfix(*this);
    return E.empty() ? Value : std::nullopt;
  }

  const Operator *nextOperator() const {
    const auto *Found = find_if(Operators, [&](const Operator &O) {
      return !E.empty() && E.front().is(O.Spelling);
    });
    return Found == std::end(Operators) ? nullptr : Found;
  }

  template <typename Reader>
  Number apply(const Operator &Op, Number L, Reader Read) {
    E = E.drop_front();
    const Number R = Read();
    int64_t Result = 1;
    if (!L || !R)
      return std::nullopt;
    bool IsLost = false;
    if (Op.Spelling == "+")
      IsLost = AddOverflow(*L, *R, Result);
    else if (Op.Spelling == "-")
      IsLost = SubOverflow(*L, *R, Result);
    else if (Op.Spelling == "*")
      IsLost = MulOverflow(*L, *R, Result);
    else if (*L < 0 || *R < 0 || (Op.Spelling == "**" ? *R > 62 : *R == 0))
      IsLost = true;
    else if (Op.Spelling != "**")
      Result = Op.Spelling == "%" ? *L % *R : *L / *R;
    else
      for (int64_t I = 0; I != *R; ++I)
        IsLost |= MulOverflow(Result, *L, Result) != 0;
    return IsLost ? std::nullopt : Number(Result);
  }

  Number readOperand() {
    if (E.empty())
      return std::nullopt;
    const Token &First = E.front();
    if (First.is("-")) {
      E = E.drop_front();
      const Number Value = E.empty() || E.front().is("-")
                               ? std::nullopt
                               : readInfix(*this, /*Least=*/4);
      return Value && *Value != INT64_MIN ? Number(-*Value) : std::nullopt;
    }
    if (First.What == Token::Kind::Number) {
      E = E.drop_front();
      std::string Digits = First.Text.str();
      erase(Digits, '_');
      int64_t Value = 0;
      const bool IsOther = StringRef(Digits).getAsInteger(0, Value);
      return IsOther ? std::nullopt : Number(Value);
    }
    size_t End = First.isName();
    while (End && End + 1 < E.size() && E[End].is(".") && E[End + 1].isName())
      End += 2;
    const Tokens Name = E.take_front(End);
    E = E.drop_front(End);
    if (E.empty() || !E.front().is("("))
      return End ? In.numberOf(In.valueOf(dottedName(Name), First.Offset),
                               Depth + 1)
                 : std::nullopt;
    const size_t Behind = behindBracket(E, 0);
    const Tokens Inner = E.slice(1, Behind - 2);
    E = E.drop_front(Behind);
    // (n), int(n), np.int32(n)
    return End && !Name.back().Text.ltrim('u').starts_with("int")
               ? std::nullopt
               : In.numberOf(Inner, Depth + 1);
  }

private:
  const Names &In;
  Tokens E;
  const unsigned Depth;
};

} // namespace

std::optional<int64_t> Names::numberOf(Tokens Expression,
                                       unsigned Depth) const {
  if (Expression.empty() || Depth > 32)
    return std::nullopt;
  return Arithmetic(*this, Expression, Depth).run();
}

} // namespace warplint::python
