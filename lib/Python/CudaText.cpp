//===- CudaText.cpp - Formatted strings, and the CUDA C++ that they are ---===//

#include "Values.h"
#include "warplint/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace warplint::python {

namespace {

struct Field {
  size_t At = 0, Length = 0;
  StringRef Inside; ///< What names the value.
  char Escaped = 0; ///< No field, but this character.
  bool IsPlain = true;
};

} // namespace

static std::optional<Field> nextField(StringRef Text, PythonFormat Format) {
  Field F;
  if (Format == PythonFormat::FString || Format == PythonFormat::Braces) {
    F.At = Text.find_first_of("{}");
    if (F.At == StringRef::npos)
      return std::nullopt;
    const StringRef Rest = Text.drop_front(F.At);
    F.Length = Rest[0] == '{' ? behindField(Text, F.At) - F.At : 1;
    F.Inside = Rest.slice(1, F.Length - 1);
    if (Rest[0] == '}' || Rest.starts_with("{{")) {
      F.Escaped = Rest[0];
      F.Length = Rest.take_front(2).count(Rest[0]);
    }
    return F;
  }
  static const Regex Percent("%(%|(\\(([^)]*)\\))?([-+ #0-9.]*)[a-zA-Z])"),
      Dollar("\\$(\\$|(\\{?)([A-Za-z_][A-Za-z_0-9]*)()\\}?)");
  SmallVector<StringRef> Parts;
  const bool IsPercent = Format == PythonFormat::Percent;
  if (!(IsPercent ? Percent : Dollar).match(Text, &Parts))
    return std::nullopt;
  F.At = size_t(Parts[0].data() - Text.data());
  F.Length = Parts[0].size();
  F.Inside = Parts[3];
  F.IsPlain = Parts[4].empty() &&
              (!IsPercent || StringRef("disu").contains(Parts[0].back()));
  if (Parts[1] == "%" || Parts[1] == "$")
    F.Escaped = Parts[1].front();
  return F;
}

/// Adds what \p Of is, where that is known, or a name for it.
void Evaluator::addField(Value &To, Element Field, bool IsPlain, Tokens Of,
                         const Frame *In, unsigned Depth) {
  Value V = evaluate(Of, In, Depth);
  const auto Known = IsPlain ? V.text() : std::nullopt;
  const auto HasLines = [](const Elements &Text) {
    return any_of(Text, [](const Element &E) {
      return StringRef(E.Text).contains('\n');
    });
  };
  if (Known && !StringRef(*Known).contains('\n')) {
    Field.Text = *Known;
  } else if (IsPlain && !V.IsList && any_of(V.Texts, HasLines)) {
    To.concatenate(V);
    return;
  } else {
    Field.IsUnknown = true;
    if (Field.Text.empty())
      Field.Text = nameFor(Of);
  }
  To.concatenate({.Texts = {{std::move(Field)}}});
}

/// `.replace(old, new)`
Value Evaluator::replaced(Value V, Tokens Arguments, const Frame *In,
                          unsigned Depth) {
  const auto Old = evaluate(argument(Arguments, "", 0), In, Depth).text();
  const Tokens New = argument(Arguments, "", 1);
  const bool IsRead = Old && !Old->empty() && !V.IsList && !New.empty() &&
                      argument(Arguments, "count", 2).empty();
  Value Result;
  for (const Elements &Source : V.Texts) {
    Value Made{.Texts = {{}}};
    std::string Joined;
    size_t Count = 0;
    for (Element E : Source) {
      E.Literal.IsReplacedIn = true;
      Joined += E.IsUnknown ? std::string(1, '\0') : E.Text;
      const StringRef Whole = E.Text;
      const bool IsVerbatim = E.isVerbatim();
      size_t At = 0;
      const auto AddUpTo = [&](size_t To) {
        Element Part = E;
        Part.Text = Whole.slice(At, To).str();
        if (IsVerbatim)
          Part.Begin = E.Begin + At, Part.End = E.Begin + To;
        if (!Part.Text.empty())
          Made.Texts[0].push_back(std::move(Part));
      };
      for (size_t Found; IsRead && !E.IsUnknown &&
                         (Found = Whole.find(*Old, At)) != StringRef::npos;
           ++Count) {
        AddUpTo(Found);
        At = Found + Old->size();
        addField(Made, {E.Begin, E.End, "", E.Literal}, true, New, In, Depth);
      }
      AddUpTo(Whole.size());
    }
    // One may also begin in one literal and end in another.
    if (!IsRead || StringRef(Joined).count(*Old) != Count)
      Made = asText({}, Arguments);
    Result.add(std::move(Made));
  }
  Result.IsSure &= V.IsSure;
  return Result;
}

Value Evaluator::formatted(const Value &V, PythonFormat Format,
                           Tokens Arguments, const Frame *In, unsigned Depth) {
  const bool IsFString = Format == PythonFormat::FString;
  const auto From = IsFString ? Format : PythonFormat::None;
  Value Result = {.IsSure = V.IsSure};
  for (const Elements &Source : V.Texts) {
    Value Into{.Texts = {{}}};
    unsigned Automatic = 0;
    for (Element E : Source) {
      const bool IsRead = E.Literal.Format == From;
      if (IsRead)
        E.Literal.Format = Format;
      size_t At = 0;
      const auto Add = [&](Element Made) {
        Into.concatenate({.Texts = {{std::move(Made)}}});
      };
      const auto AddUpTo = [&](size_t To) {
        Add({E.Begin + At, E.Begin + To, E.Text.substr(At, To - At),
             E.Literal});
      };
      while (IsRead && E.isVerbatim()) {
        const auto F = nextField(StringRef(E.Text).drop_front(At), Format);
        if (!F)
          break;
        AddUpTo(At + F->At);
        At += F->At + F->Length;
        Element Made{E.Begin + At - F->Length, E.Begin + At, "", E.Literal};
        StringRef Head = F->Inside;
        TokenList Inside;
        if (IsFString)
          Inside = tokensOf(Text, Made.Begin + 1, Made.End - 1);
        else if (Format == PythonFormat::Braces)
          Head = Head.take_until([](char C) { return C == ':' || C == '!'; });
        Tokens Of = Inside.All;
        unsigned Number = 0;
        if (F->Escaped) {
          Made.Text = F->Escaped;
          Add(std::move(Made));
          continue;
        }
        for (StringRef Behind : {":", "!"})
          Of = Of.take_front(findOutside(Of, Behind).value_or(Of.size()));
        if (!IsFString && (Head.empty() || !Head.getAsInteger(10, Number)))
          Of = argument(Arguments, "", Head.empty() ? Automatic++ : Number);
        else if (!IsFString)
          Of = argument(Arguments, Made.Text = Head, std::nullopt);
        const bool IsPlain =
            IsFString ? Of.size() == Inside.All.size()
                      : F->IsPlain && Head.size() == F->Inside.size();
        addField(Into, std::move(Made), IsPlain, Of, In, Depth);
      }
      if (E.isVerbatim())
        AddUpTo(E.Text.size());
      else
        Add(std::move(E));
    }
    Result.add(std::move(Into));
  }
  return Result;
}

SourcePlace Evaluator::placeOf(size_t Offset) const {
  const auto [Line, Column] =
      Sources.getLineAndColumn(SMLoc::getFromPointer(Text.data() + Offset));
  return {File.str(), Line, Column};
}

/// A name like \p Wanted that nothing else has, which is put into \p Taken.
static std::string freeName(StringRef Wanted, StringSet<> &Taken) {
  std::string Name = Wanted.str();
  for (unsigned N = 0; !Taken.insert(Name).second; ++N)
    Name = N ? "v" + utostr(N) : (Wanted + "_").str();
  return Name;
}

EmbeddedCuda Evaluator::write(const Elements &Source) const {
  static const Regex IsAround("^ *(extern|namespace)[^(]*$"),
      IsCondition("^[ \t]*#[ \t]*(el)?if");
  EmbeddedCuda Into;
  StringSet<> Words;
  for (const Element &E : Source)
    if (!E.IsUnknown)
      addWords(E.Text, Words);
  StringMap<std::string> Names; ///< By what is formatted in.
  unsigned Line = 1;
  int Depth = 0; ///< In braces, apart from those around declarations.
  for (const auto &[I, E] : enumerate(Source)) {
    // A literal begins on its line of the .py, where it begins one.
    const StringRef Before = Into.Text;
    const bool IsFree =
        (Before.empty() || Before.ends_with("\n")) && E.Literal.End != 0;
    if (IsFree && !Before.ends_with("\\\n"))
      for (const unsigned Own = placeOf(E.Begin).Line; Line < Own; ++Line) {
        Into.Text += '\n';
        Into.Origins.emplace_back(E.Begin, E.Begin);
      }
    StringRef Made = E.Text;
    if (E.IsUnknown) {
      const StringRef Spelling = Text.slice(E.Begin, E.End);
      // "{}" and "%d" do not identify the value.
      std::string &Name =
          Names[Spelling.size() > 2 ? Spelling.str() : utostr(E.Begin)];
      if (Name.empty())
        Name = freeName(Made, Words);
      Made = Name;
      const bool IsPart =
          (!Into.Text.empty() && isWordPart(Into.Text.back())) ||
          (I + 1 != Source.size() && !Source[I + 1].Text.empty() &&
           isWordPart(Source[I + 1].Text.front()));
      const StringRef OnLine = StringRef(Into.Text).rsplit('\n').second;
      const bool IsWhole =
          (Depth <= 0 && OnLine.trim().empty()) || IsCondition.match(OnLine);
      if ((IsWhole ||
           (!IsPart && !OnLine.contains("//") && OnLine.count('"') % 2 == 0)) &&
          none_of(Into.Values,
                  [&](const FormattedValue &V) { return V.Name == Name; }))
        Into.Values.push_back(
            {IsPart ? "" : Name, Spelling.str(), placeOf(E.Begin), IsWhole});
    }
    for (const auto &[At, C] : enumerate(Made)) {
      if (C == '{')
        Depth += !IsAround.match(StringRef(Into.Text).rsplit('\n').second);
      Depth -= C == '}';
      Into.Text += C;
      Line += C == '\n';
      Into.Origins.emplace_back(E.isVerbatim() ? E.Begin + At : E.Begin,
                                E.isVerbatim() ? E.Begin + At + 1 : E.End);
    }
    if (none_of(Into.Literals, [&](const PythonLiteral &L) {
          return L.Begin == E.Literal.Begin;
        }))
      Into.Literals.push_back(E.Literal);
  }
  return Into;
}

} // namespace warplint::python

using namespace warplint;

/// \p Text with the names of values spelled as they are formatted in.
static std::optional<std::string> withFields(StringRef Text,
                                             const EmbeddedCuda &Module) {
  std::string Result;
  while (!Text.empty()) {
    const StringRef Word = Text.take_while(isWordPart);
    const auto Value = find_if(
        Module.Values, [&](const FormattedValue &V) { return V.Name == Word; });
    const bool IsValue = Value != Module.Values.end();
    if (IsValue && Value->Spelling.size() == 2)
      return std::nullopt; // {} and %d are numbered by where they stand.
    Result += IsValue        ? StringRef(Value->Spelling)
              : Word.empty() ? Text.take_front()
                             : Word;
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return Result;
}

std::optional<SourceEdit> warplint::editOfPython(const SourceEdit &Edit,
                                                 const EmbeddedCuda &Module,
                                                 StringRef Text) {
  const auto &Of = Module.Origins;
  if (Of.empty() || Edit.Offset + Edit.Length > Of.size())
    return std::nullopt;
  const size_t Begin =
      Edit.Offset < Of.size() ? Of[Edit.Offset].first : Of.back().second;
  const size_t End =
      Edit.Length ? Of[Edit.Offset + Edit.Length - 1].second : Begin;
  const auto Literal = find_if(Module.Literals, [&](const PythonLiteral &L) {
    return L.Begin <= Begin && End <= L.End;
  });
  // Where the text has it twice, an edit of one is an edit of both.
  unsigned Times = 0;
  for (size_t I = 0; I != Of.size(); ++I)
    Times += Edit.Offset < Of.size() && Of[I] == Of[Edit.Offset] &&
             (I == 0 || Of[I - 1] != Of[I]);
  const bool IsInside = Edit.Offset && Of[Edit.Offset - 1].second > Begin &&
                        Of[Edit.Offset - 1].first <= Begin;
  if (Literal == Module.Literals.end() || IsInside || Times > 1 ||
      Literal->IsReplacedIn ||
      Text.slice(Begin, End) !=
          StringRef(Module.Text).substr(Edit.Offset, Edit.Length))
    return std::nullopt;
  SourceEdit Result{Begin, End - Begin, ""};
  const bool HasBraces = Literal->Format == PythonFormat::FString ||
                         Literal->Format == PythonFormat::Braces;
  for (char C : Edit.Text) {
    if ((C == '\n' && !Literal->IsTriple) || C == '"' || C == '\'')
      return std::nullopt;
    const bool IsTwice =
        C == '\\' ? !Literal->IsRaw
        : C == '{' || C == '}'
            ? HasBraces
            : C == '%' && Literal->Format == PythonFormat::Percent;
    Result.Text += std::string(IsTwice ? 2 : 1, C);
  }
  if (Literal->Format == PythonFormat::None)
    return Result;
  auto Spelled = withFields(Result.Text, Module);
  Result.Text = Spelled.value_or("");
  return Spelled ? std::optional(Result) : std::nullopt;
}
