//===- OpaqueClass.cpp - Classes of which nothing is known ----------------===//
//
// The text of a class that stands for one whose header is missing. It takes
// whatever a program does with it: construction, assignment and conversion from
// and to all types, all operators, calls and subscripts. Each is a function that
// is declared for host and device and defined nowhere, so that in LLVM IR all
// that happens to an object is a call of something unknown. What has no type of
// its own (results, members) is of one class for all, __warplint::any.
//
// Not taken are && || and !, which work by a conversion to bool, as only so the
// right operand is evaluated under the condition of the left.
//
//===----------------------------------------------------------------------===//

#include "MissingNames.h"
#include "warplint/Frontend/MadeClasses.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {

/// What every opaque class needs before it, once, up to the members of
/// __warplint::any that are asked for.
/// Operators with an own operand on the left are members, so that they win over
/// all others; an assignment to a number is a load and a store, which are the
/// user's. There is no implicit conversion to any: `c ? a.x : 1.0f` is a float.
/// The address of `a[i]` is that of anything.
static constexpr StringRef Basis = R"(#pragma GCC system_header
#ifdef __cplusplus

#define __WARPLINT_HD __attribute__((host)) __attribute__((device))
#if __cplusplus >= 201703L
#define __WARPLINT_VALUE auto
#else
#define __WARPLINT_VALUE long long
#endif
namespace __warplint {
struct any;
struct own {};
enum class hidden {};
template <bool, class T = int> struct when_ {};
template <class T> struct when_<true, T> { typedef T type; };
template <bool B, class T = int> using when = typename when_<B, T>::type;
template <class T> using bare = __remove_cvref(T);
template <class... T> struct some { static const bool value = false; };
template <class T, class... U> struct some<T, U...> {
  static const bool value = __is_base_of(own, bare<T>) || some<U...>::value;
};
template <class T>
using value =
    when<!some<T>::value && !__is_pointer(T) && !__is_array(T)>;
template <class T>
using number = when<__is_integral(bare<T>) || __is_floating_point(bare<T>)>;
} // namespace __warplint
#define __WARPLINT_BINARY(OP)                                                  \
  template <class A>                                                           \
  __WARPLINT_HD ::__warplint::any operator OP(const A &) const;
#define __WARPLINT_ASSIGN(NAME, OP)                                            \
  template <class A> __WARPLINT_HD NAME &operator OP(const A &);
#define __WARPLINT_OPERATORS(DO)                                               \
  DO(+) DO(-) DO(*) DO(/) DO(%) DO(&) DO(|) DO(^) DO(<<) DO(>>) DO(==) DO(!=)  \
  DO(<) DO(>) DO(<=) DO(>=)
#define __WARPLINT_CHANGES(DO, NAME)                                           \
  DO(NAME, +=) DO(NAME, -=) DO(NAME, *=) DO(NAME, /=) DO(NAME, %=)             \
  DO(NAME, &=) DO(NAME, |=) DO(NAME, ^=) DO(NAME, <<=) DO(NAME, >>=)
#define __WARPLINT_CLASS(NAME, EXPLICIT)                                       \
  __WARPLINT_HD NAME();                                                        \
  __WARPLINT_HD NAME(const NAME &);                                            \
  template <class A, ::__warplint::when<!::__warplint::some<A>::value> = 0>    \
  __WARPLINT_HD EXPLICIT NAME(A &&);                                           \
  template <class A, class B, class... C>                                      \
  __WARPLINT_HD NAME(A &&, B &&, C &&...);                                     \
  __WARPLINT_HD NAME &operator=(const NAME &);                                 \
  template <class A> __WARPLINT_HD NAME &operator=(const A &);                 \
  template <class A> __WARPLINT_HD operator A() const;                         \
  template <class... A>                                                        \
  __WARPLINT_HD ::__warplint::any operator()(A &&...) const;                   \
  template <class A>                                                           \
  __WARPLINT_HD ::__warplint::any operator[](const A &) const;                 \
  __WARPLINT_HD ::__warplint::any operator*() const;                           \
  __WARPLINT_HD ::__warplint::any *operator->() const;                         \
  __WARPLINT_HD ::__warplint::any operator-() const;                           \
  __WARPLINT_HD ::__warplint::any operator+() const;                           \
  __WARPLINT_HD ::__warplint::any operator~() const;                           \
  __WARPLINT_HD NAME &operator++();                                            \
  __WARPLINT_HD NAME operator++(int);                                          \
  __WARPLINT_HD NAME &operator--();                                            \
  __WARPLINT_HD NAME operator--(int);                                          \
  __WARPLINT_OPERATORS(__WARPLINT_BINARY)                                      \
  __WARPLINT_CHANGES(__WARPLINT_ASSIGN, NAME)                                  \
  char __warplint_held;
namespace __warplint {
#define __WARPLINT_LEFT(OP)                                                    \
  template <class A, class B, value<A> = 0, when<some<B>::value> = 0>          \
  __WARPLINT_HD any operator OP(const A &, const B &);
__WARPLINT_OPERATORS(__WARPLINT_LEFT)
#define __WARPLINT_CHANGE(NAME, OP)                                            \
  template <class A, class B, number<A> = 0, when<some<B>::value> = 0>         \
  __WARPLINT_HD inline A &operator OP(A &a, const B &b) {                      \
    return a OP static_cast<bare<A>>(b);                                       \
  }
__WARPLINT_CHANGES(__WARPLINT_CHANGE, )
struct any : own {
__WARPLINT_CLASS(any, explicit)
__WARPLINT_HD any operator&() const;
)";

/// Functions \p Name for all arguments, of types and values in angle brackets,
/// too. \p Specifier: "static ", or nothing.
static std::string opaqueFunctions(StringRef Name, StringRef Specifier) {
  std::string Text;
  for (StringRef Parameters :
       {"::__warplint::hidden = ::__warplint::hidden()", "class T, class... U",
        "__WARPLINT_VALUE V, __WARPLINT_VALUE... W"})
    Text += ("template <" + Parameters + ", class... A>\n__WARPLINT_HD " +
             Specifier + "::__warplint::any " + Name + "(A &&...);\n")
                .str();
  return Text;
}

/// What stands for a macro of attributes.
static constexpr StringRef Attributes = " __WARPLINT_HD";

std::vector<StringRef> MissingNames::macrosIn(StringRef Text) {
  std::vector<StringRef> Found;
  for (StringRef Line : llvm::split(Text, '\n'))
    if (Line.consume_front("#define ") && Line.consume_back(Attributes))
      Found.push_back(Line);
  return Found;
}

void MissingNames::writeInner(Name &N, std::string &Text) {
  for (auto &[Called, Inner] : N.Inner)
    if (!Inner.IsGivenUp)
      write(Called, Inner, N.What != Kind::Namespace, Text);
}

void MissingNames::write(const std::string &Called, Name &N, bool IsInClass,
                         std::string &Text) {
  auto Add = [&](llvm::Twine Line) { Text += Line.str(); };
  StringRef Static = IsInClass ? "static " : "";
  switch (N.What) {
  case Kind::Namespace:
    Add("namespace " + Called + " {\n");
    writeInner(N, Text);
    return Add("}\n");
  case Kind::ClassTemplate: {
    Add("template <");
    for (auto [I, IsType] : llvm::enumerate(N.IsType)) {
      Parameters.push_back({Text.size(), &N, unsigned(I)});
      std::string Number = llvm::utostr(I);
      Add(IsType ? "class A" + Number + " = void, "
                 : "__WARPLINT_VALUE A" + Number + " = 0, ");
    }
    Parameters.push_back({Text.size(), &N, unsigned(N.IsType.size())});
    Add(N.IsType.empty() || N.IsType.back() ? "class... R>\n"
                                            : "__WARPLINT_VALUE... R>\n");
    [[fallthrough]];
  }
  case Kind::Class:
    Add("struct " + Called + " : ::__warplint::own {\n__WARPLINT_CLASS(" +
        Called + ", )\n");
    writeInner(N, Text);
    return Add("};\n");
  case Kind::Function:
    return Add(opaqueFunctions(Called, Static));
  case Kind::Object:
    return Add((IsInClass ? "static" : "extern") +
               llvm::Twine(" __attribute__((device)) ::__warplint::any ") +
               Called + ";\n");
  case Kind::Member:
    return Add("::__warplint::any " + Called + ";\n");
  case Kind::Specifier:
    return Add("#define " + Called + Attributes.str() + "\n");
  case Kind::Overload:
    return Add("template <class... A, "
               "::__warplint::when<::__warplint::some<A...>::value> = "
               "0>\n__WARPLINT_HD ::__warplint::any " +
               Called + "(A...);\n");
  }
}

std::string MissingNames::text() {
  Parameters.clear();
  std::string Text = Basis.str();
  for (auto &[Called, N] : Any.Inner) {
    N.What = N.What == Kind::Member ? Kind::Object : N.What;
    write(Called, N, /*IsInClass=*/true, Text);
  }
  Parameters.clear(); // Of Any's templates no error is looked for.
  Text += "};\n} // namespace __warplint\n";
  writeInner(Global, Text);
  if (!Made.Inner.empty())
    write(MadeClassSpace.str(), Made, /*IsInClass=*/false, Text);
  return Text + "#endif\n";
}

//===----------------------------------------------------------------------===//
// Their names
//===----------------------------------------------------------------------===//

static bool isOurSpace(const DeclContext *In) {
  const auto *Space = dyn_cast<NamespaceDecl>(In);
  return Space && Space->getParent()->isTranslationUnit() &&
         Space->getName() == MadeClassSpace;
}

static bool isMadeSpace(const DeclContext *In) {
  const auto *Space = dyn_cast<NamespaceDecl>(In);
  return Space && isOurSpace(Space->getParent()) &&
         Space->getName().starts_with(MadeClassPrefix);
}

const NamedDecl *madeClass(const Decl &D) {
  const Decl *Inner = &D;
  for (const DeclContext *In = D.getDeclContext(); In; In = In->getParent()) {
    if (isMadeSpace(In))
      return cast<NamedDecl>(Inner);
    Inner = cast<Decl>(In);
  }
  return nullptr;
}

namespace {

struct WithoutOurSpaces final : PrintingCallbacks {
  bool isScopeVisible(const DeclContext *In) const override {
    return isMadeSpace(In) || isOurSpace(In);
  }
};

} // namespace

PrintingPolicy inMessages(PrintingPolicy Policy) {
  static const WithoutOurSpaces Hidden{};
  Policy.Callbacks = &Hidden;
  return Policy;
}

} // namespace warplint
