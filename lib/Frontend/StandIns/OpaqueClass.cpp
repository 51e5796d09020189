//===- OpaqueClass.cpp - Classes of which nothing is known ----------------===//

#include "OpaqueClass.h"
#include "llvm/ADT/Twine.h"

using llvm::StringRef;

namespace warplint {

/// Operators with an own operand on the left are members, so that they win over
/// all others; an assignment to a number is a load and a store, which are the
/// user's.
static constexpr StringRef Basis = R"(
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
template <class T> struct bare_ { typedef T type; };
template <class T> struct bare_<T &> : bare_<T> {};
template <class T> struct bare_<T &&> : bare_<T> {};
template <class T> struct bare_<const T> : bare_<T> {};
template <class T> struct bare_<volatile T> : bare_<T> {};
template <class T> struct bare_<const volatile T> : bare_<T> {};
template <class T> using bare = typename bare_<T>::type;
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
)";

std::string opaqueBasis(StringRef AnyMembers) {
  // No implicit conversion to it: `c ? a.x : 1.0f` is a float. The address of
  // `a[i]` is that of anything.
  return (llvm::Twine(Basis) +
          "struct any : own {\n__WARPLINT_CLASS(any, explicit)\n"
          "__WARPLINT_HD any operator&() const;\n" +
          AnyMembers + "};\n} // namespace __warplint\n")
      .str();
}

std::string opaqueFunctions(StringRef Name, StringRef Specifier) {
  std::string Text;
  for (StringRef Parameters :
       {"::__warplint::hidden = ::__warplint::hidden()", "class T, class... U",
        "__WARPLINT_VALUE V, __WARPLINT_VALUE... W"})
    Text += ("template <" + Parameters + ", class... A>\n__WARPLINT_HD " +
             Specifier + "::__warplint::any " + Name + "(A &&...);\n")
                .str();
  return Text;
}

std::string opaqueClass(StringRef Name, StringRef Members) {
  return ("struct " + llvm::Twine(Name) +
          " : ::__warplint::own {\n__WARPLINT_CLASS(" + Name + ", )\n" +
          Members + "};\n")
      .str();
}

} // namespace warplint
