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
  Of.Offset = Name.Offset;
  Of.Indent = Name.Indent;
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
  bool BindsAll =
      IsForeign || First == "import" || First == "from" || First == "for";
  for (size_t I = 1; I < S.size(); ++I) {
    BindsAll &= !(First == "for" && S[I].is("in"));
    if (IsForeign)
      Foreign.insert({Current, S[I].Text});
    if (S[I].isName() && (BindsAll || S[I - 1].is("as")))
      bind(S[I], {.Scope = Current});
    if (S[I].is(":=") && S[I - 1].isName())
      bind(S[I - 1], {.Scope = Current});
  }
  static constexpr StringLiteral Compound[] = {
      "if", "elif", "else", "for", "while", "with", "try", "except", "finally"};
  if (auto Colon = findOutside(S, ":"); Colon && is_contained(Compound, First))
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
  for (Tokens T : Targets)
    assign(T.take_front(findOutside(T, ":").value_or(T.size())), S, false);
}

void Names::assign(Tokens Target, Tokens Value, bool IsAdded) {
  if (Target.empty())
    return;
  if (const std::string Name = dottedName(Target); !Name.empty())
    return bind(Target.front(),
                {.Scope = Current, .Value = Value, .IsAdded = IsAdded}, Name);
  if (Target.front().Span > 1)
    Target = Target.slice(1, Target.size() - 2);
  const std::vector<Tokens> Into = splitAtCommas(Target);
  std::vector<Tokens> From = splitAtCommas(Value);
  if (From.size() == 1 && Value.front().is("(") &&
      Value.front().Span == Value.size())
    From = splitAtCommas(Value.slice(1, Value.size() - 2));
  for (const auto &[I, Part] : enumerate(Into))
    if (Into.size() > 1)
      assign(Part, From.size() == Into.size() ? From[I] : Tokens(), IsAdded);
    else if (Part.size() > 1 && Part[0].isName() && Part[1].is("[")) {
      // An item; the name is that of another scope, if this has not bound it.
      const bool IsOwn = any_of(ByName[Part[0].Text], [&](const Binding &B) {
        return B.Scope == Current;
      });
      bind(Part.front(), {.Scope = IsOwn ? Current : 0, .Value = Value});
    }
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
  Scopes.push_back({Current, S.front().Offset, SIZE_MAX, S[1].Text, IsClass});
  Open.emplace_back(Number, S.front().Indent);
  Current = Number;
  S = S.drop_front(std::min(End, S.size()));
  if (auto Colon = findOutside(S, ":"))
    statement(S.drop_front(*Colon + 1));
}

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
  const auto ClassOf = [&](unsigned S) {
    while (S && !Scopes[S].IsClass)
      S = Scopes[S].Parent;
    return S;
  };
  const StringRef Object = Name.split('.').first;
  const bool IsSelf = Object == "self" || Object == "cls";
  unsigned Class = IsSelf ? ClassOf(Own) : 0;
  for (unsigned S = 1; S < Scopes.size() && !IsSelf; ++S)
    if (Scopes[S].IsClass && Scopes[S].Name == Object)
      Class = S;
  if (Class)
    Add(Attribute, Is(Class));
  Add(Name, [&](unsigned S) { return !IsSelf || ClassOf(S) == Class; });
  return Found;
}

std::vector<const Binding *> Names::find(StringRef Name, size_t Offset,
                                         bool &IsSure) const {
  const unsigned Own = scopeAt(Offset);
  const std::vector<const Binding *> All = visible(Name, Own);
  IsSure = All.size() == 1 && !All[0]->IsAdded && !All[0]->Parameter;
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
