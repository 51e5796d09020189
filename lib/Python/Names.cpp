//===- Names.cpp - What the names of a Python file are bound to -----------===//

#include "Names.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint::python {

Names::Names(Tokens All) {
  Scopes.push_back({0, 0, SIZE_MAX});
  while (!All.empty()) {
    const auto *Next =
        find_if(All.drop_front(), [](const Token &T) { return T.BeginsLine; });
    leaveScopes(All.front());
    for (Tokens Line = All.take_front(size_t(Next - All.begin()));
         !Line.empty();) {
      const size_t Semicolon = findOutside(Line, ";").value_or(Line.size());
      statement(Line.take_front(Semicolon));
      Line = Line.drop_front(std::min(Semicolon + 1, Line.size()));
    }
    All = All.drop_front(size_t(Next - All.begin()));
  }
}

void Names::leaveScopes(const Token &First) {
  while (!Open.empty() && First.Indent <= Open.back().second) {
    Scopes[Open.back().first].End = First.Offset;
    Open.pop_back();
  }
  Current = Open.empty() ? 0 : Open.back().first;
}

void Names::bind(const Token &Name, Binding Of, StringRef Dotted) {
  if (Of.Scope == Current && Foreign.count({Current, Name.Text}))
    Of.Scope = 0;
  Of.Name = Name;
  Of.Offset = Name.Offset;
  Of.Indent = Name.Indent;
  const auto [Object, Attribute] = Dotted.rsplit('.');
  if (!Attribute.empty())
    Attributes[Attribute].emplace_back(
        Of.Offset, Object == "self" || Object == "cls" ? classOf(Current) : 0);
  else if (Of.Scope < Scopes.size() && Scopes[Of.Scope].IsClass)
    Attributes[Name.Text].emplace_back(Of.Offset, Of.Scope);
  ByName[Dotted.empty() ? Name.Text : Dotted].push_back(Of);
}

void Names::statement(Tokens S) {
  if (S.empty())
    return;
  const StringRef First = S.front().isName() ? S.front().Text : "";
  if (First == "async")
    return statement(S.drop_front());
  if (First == "def" || First == "class")
    return openScope(S, First == "class");
  if (First == "return")
    return Scopes[Current].Returns.push_back(S.drop_front());
  const bool IsForeign = First == "global" || First == "nonlocal";
  const auto Colon = findOutside(S, ":");
  const bool IsCase = First == "case" && Colon && !S[1].is("=");
  if (First == "from" && S.back().is("*"))
    BindsAnyAt = S.front().Offset;
  const bool BindsAll =
      IsForeign || First == "import" || First == "from" || First == "del";
  StringRef End; // Of what `for` or `lambda` binds.
  for (size_t I = 0; I < S.size(); ++I) {
    static constexpr StringLiteral Changing[] = {
        "append", "extend",  "insert", "pop",        "remove",
        "clear",  "reverse", "sort",   "setdefault", "update"};
    if (!End.empty() && S[I].is(End))
      End = "";
    if (S[I].is("for") || S[I].is("lambda"))
      End = S[I].is("for") ? "in" : ":";
    SetsAnyAttribute |= S[I].is("setattr") || S[I].is("__dict__");
    if (S[I].is("exec") || S[I].is("globals"))
      BindsAnyAt = Current ? SIZE_MAX : S[I].Offset;
    if (IsForeign)
      Foreign.insert({Current, S[I].Text});
    if (S[I].isName() && (BindsAll || !End.empty() || (IsCase && I < *Colon) ||
                          (I && S[I - 1].is("as"))))
      bind(S[I], {.Scope = Current});
    if (I && S[I].is(":=") && S[I - 1].isName())
      bind(S[I - 1], {.Scope = Current});
    if (I && I + 2 < S.size() && S[I].is(".") && S[I + 2].is("(") &&
        is_contained(Changing, S[I + 1].Text))
      changeInPlace(S.take_front(I), {});
  }
  static constexpr StringLiteral Compound[] = {
      "if", "elif", "else", "for", "while", "with", "try", "except", "finally"};
  if (Colon && (IsCase || is_contained(Compound, First)))
    return statement(S.drop_front(*Colon + 1));
  assignment(S);
}

/// `a = b = 1`, `a: int = 1`, `a += 1`
void Names::assignment(Tokens S) {
  std::vector<Tokens> Targets;
  for (size_t I = 0; I < S.size();) {
    static constexpr StringLiteral Comparisons[] = {"==", "!=", "<=", ">="};
    if (S[I].What != Token::Kind::Punctuation || S[I].Text.back() != '=' ||
        is_contained(Comparisons, S[I].Text)) {
      I += S[I].Span;
      continue;
    }
    if (!S[I].is("="))
      return assign(S.take_front(I),
                    S[I].is("+=") ? S.drop_front(I + 1) : Tokens(), true);
    Targets.push_back(S.take_front(I));
    S = S.drop_front(I + 1);
    I = 0;
  }
  for (Tokens T : Targets) {
    const auto Colon = findOutside(T, ":");
    assign(T.take_front(Colon.value_or(T.size())), S, false);
    // A field of a @dataclass: what makes an object may give another value.
    if (Colon && Scopes[Current].IsClass)
      Attributes[T.front().Text].emplace_back(SIZE_MAX, 0);
  }
}

void Names::assign(Tokens Target, Tokens Value, bool IsAdded) {
  if (Target.empty())
    return;
  if (const std::string Name = dottedName(Target); !Name.empty())
    return bind(Target.front(),
                {.Scope = Current, .Value = Value, .IsAdded = IsAdded}, Name);
  Target = bracketed(Target).value_or(Target);
  const std::vector<Tokens> Into = splitAtCommas(Target);
  std::vector<Tokens> From = splitAtCommas(Value);
  if (const auto Items = bracketed(Value); Items && Value.front().is("("))
    From = splitAtCommas(*Items);
  for (const auto &[I, Part] : enumerate(Into))
    if (Into.size() > 1)
      assign(Part, From.size() == Into.size() ? From[I] : Tokens(), IsAdded);
    else if (const auto Item = findOutside(Part, "["))
      changeInPlace(Part.take_front(*Item),
                    Part.back().is("]") ? Value : Tokens());
}

/// An item or a method of what ends \p Target changes it; the name is that of
/// an outer scope, if this has not bound it.
void Names::changeInPlace(Tokens Target, Tokens Value) {
  size_t Begin = Target.size();
  while (Begin && Target[Begin - 1].isName() &&
         (Begin == Target.size() || Target[Begin].is(".")))
    Begin -= Begin > 1 && Target[Begin - 2].is(".") ? 2 : 1;
  Target = Target.drop_front(Begin);
  if (Target.empty() || !Target.front().isName())
    return;
  const std::string Name = dottedName(Target);
  unsigned In = Current;
  while (In && Target.size() == 1 &&
         none_of(ByName[Name], [&](const Binding &B) { return B.Scope == In; }))
    In = Scopes[In].Parent;
  bind(Target.front(), {.Scope = In, .Value = Value, .IsAdded = Value.empty()},
       Name);
}

void Names::openScope(Tokens S, bool IsClass) {
  if (S.size() < 3)
    return;
  bind(S[1], {.Scope = Current});
  const auto Number = unsigned(Scopes.size());
  const size_t End = S[2].is("(") ? 2 + S[2].Span : 2;
  unsigned Position = 0;
  for (Tokens P : splitAtCommas(S.slice(3, IsClass || End < 5 ? 0 : End - 4))) {
    P = P.drop_until([](const Token &T) { return T.isName(); });
    if (P.empty() || (Position == 0 && Scopes[Current].IsClass &&
                      (P.front().is("self") || P.front().is("cls"))))
      continue;
    const size_t Default = findOutside(P, "=").value_or(P.size() - 1) + 1;
    bind(P.front(), {.Scope = Number,
                     .Value = P.drop_front(Default),
                     .Parameter = Position++});
  }
  const bool IsDerived =
      IsClass && any_of(S.slice(2, End - 2), [&](const Token &Base) {
        return any_of(scopesNamed(Base.Text),
                      [&](unsigned I) { return Scopes[I].IsClass; });
      });
  Scopes.push_back(
      {Current, S.front().Offset, SIZE_MAX, S[1].Text, IsClass, IsDerived});
  ScopesByName[S[1].Text].push_back(Number);
  Open.emplace_back(Number, S.front().Indent);
  Current = Number;
  S = S.drop_front(std::min(End, S.size()));
  if (auto Colon = findOutside(S, ":"))
    statement(S.drop_front(*Colon + 1));
}

unsigned Names::scopeAt(size_t Offset) const {
  // They begin in this order, and lie in each other.
  const auto Behind = partition_point(
      Scopes, [&](const Scope &S) { return S.Begin <= Offset; });
  unsigned In = unsigned(Behind - Scopes.begin()) - 1;
  while (In && Offset >= Scopes[In].End)
    In = Scopes[In].Parent;
  return In;
}

ArrayRef<unsigned> Names::scopesNamed(StringRef Name) const {
  const auto It = ScopesByName.find(Name);
  return It == ScopesByName.end() ? ArrayRef<unsigned>()
                                  : ArrayRef<unsigned>(It->second);
}

unsigned Names::classOf(unsigned In) const {
  while (In && !Scopes[In].IsClass)
    In = Scopes[In].Parent;
  return In;
}

/// Whether nothing beside \p B, the only binding of \p Name that is visible,
/// may bind it: `import *`, or the same attribute of an object that may be the
/// same.
bool Names::isOnlyBinding(StringRef Name, const Binding &B) const {
  const StringRef Attribute = Name.rsplit('.').second;
  if (Attribute.empty())
    return B.Scope || B.Offset > BindsAnyAt || !BindsAnyAt;
  const unsigned Class = classOf(B.Scope);
  const auto It = Attributes.find(Attribute);
  return !SetsAnyAttribute &&
         (It == Attributes.end() || none_of(It->second, [&](const auto &Other) {
            return Other.first != B.Offset &&
                   (!Other.second || !Class || Scopes[Other.second].IsDerived ||
                    Scopes[Class].IsDerived);
          }));
}

/// In the order of the file: the bindings of the innermost scope that has some;
/// of an attribute, those of its class or, of other objects, any.
std::vector<const Binding *> Names::visible(StringRef Name,
                                            unsigned Own) const {
  std::vector<const Binding *> Found;
  const auto Add = [&](StringRef Key, auto IsIn) {
    if (auto It = ByName.find(Key); It != ByName.end())
      for (const Binding &B : It->second)
        if (IsIn(B.Scope))
          Found.push_back(&B);
  };
  const auto Is = [](unsigned S) {
    return [S](unsigned In) { return In == S; };
  };
  const StringRef Attribute = Name.split('.').second;
  if (Attribute.empty()) {
    for (unsigned In = Own;; In = Scopes[In].Parent) {
      if (!Scopes[In].IsClass || In == Own)
        Add(Name, Is(In));
      if (In == 0 || !Found.empty())
        return Found;
    }
  }
  const StringRef Object = Name.split('.').first;
  const bool IsSelf = Object == "self" || Object == "cls";
  unsigned Class = IsSelf ? classOf(Own) : 0;
  for (unsigned S : scopesNamed(Object))
    if (Scopes[S].IsClass && !IsSelf)
      Class = S;
  if (Class)
    Add(Attribute, Is(Class));
  Add(Name, [&](unsigned S) { return !IsSelf || classOf(S) == Class; });
  return Found;
}

std::vector<const Binding *> Names::find(StringRef Name, size_t Offset,
                                         bool &IsSure) const {
  const unsigned Own = scopeAt(Offset);
  const std::vector<const Binding *> All = visible(Name, Own);
  IsSure = All.size() == 1 && !All[0]->IsAdded && !All[0]->Parameter &&
           isOnlyBinding(Name, *All[0]);
  std::vector<const Binding *> Found;
  for (const Binding *B : reverse(All)) {
    // A function runs when the file has been read.
    const bool IsHere = B->Scope == Own;
    if (IsHere && B->Offset >= Offset)
      continue;
    Found.push_back(B);
    if (IsHere && B->Indent == All.front()->Indent && !B->IsAdded)
      break;
  }
  return Found;
}

} // namespace warplint::python
