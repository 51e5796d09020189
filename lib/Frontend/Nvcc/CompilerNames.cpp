//===- CompilerNames.cpp - What gcc's text has otherwise ------------------===//

#include "CompilerNames.h"
#include "warplint/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace warplint {

static constexpr StringRef OtherInGcc[] = {
    "__GNUC_MINOR__",  "__GNUC_PATCHLEVEL__",
    "__VERSION__",     "__has_builtin",
    "__has_feature",   "__has_extension",
    "__has_attribute", "__has_cpp_attribute",
    "__is_identifier", "__PIC__",
    "__pic__",         "__PIE__",
    "__pie__",         "__NO_INLINE__",
    "__TIME__",        "__DATE__",
    "__TIMESTAMP__"};

/// Those that differ between gcc 12 and Clang 22, C++17 and C++20 (-dM -E).
static constexpr StringRef FeaturesOtherInGcc[] = {
    "__cpp_char8_t",
    "__cpp_consteval",
    "__cpp_constexpr_in_decltype",
    "__cpp_deduction_guides",
    "__cpp_deleted_function",
    "__cpp_impl_destroying_delete",
    "__cpp_modules",
    "__cpp_named_character_escapes",
    "__cpp_nontype_template_args",
    "__cpp_nontype_template_parameter_class",
    "__cpp_pack_indexing",
    "__cpp_placeholder_variables",
    "__cpp_runtime_arrays",
    "__cpp_rvalue_reference",
    "__cpp_static_assert",
    "__cpp_static_call_operator",
    "__cpp_structured_bindings",
    "__cpp_trivial_relocatability",
    "__cpp_unicode_characters",
    "__cpp_variadic_friend"};

bool isOtherInGcc(StringRef Macro) {
  return Macro.starts_with("__") &&
         (llvm::is_contained(OtherInGcc, Macro) ||
          llvm::is_contained(FeaturesOtherInGcc, Macro) ||
          Macro.starts_with("__INT_FAST") || Macro.starts_with("__UINT_FAST"));
}

bool hasOtherInGcc(StringRef Text) {
  return llvm::any_of(OtherInGcc,
                      [&](StringRef Name) { return Text.contains(Name); });
}

bool isDefinedByBoth(StringRef Macro) {
  static const llvm::StringSet<> OfOne = {
      "__has_feature", "__has_extension", "__is_identifier", "__PIC__",
      "__pic__",       "__PIE__",         "__pie__",         "__NO_INLINE__"};
  static const llvm::StringSet<> OfBoth = {
      "__cpp_deduction_guides", "__cpp_nontype_template_args",
      "__cpp_static_assert", "__cpp_structured_bindings",
      "__cpp_unicode_characters"};
  return !OfOne.contains(Macro) &&
         (!Macro.starts_with("__cpp_") || OfBoth.contains(Macro));
}

void forEachTypeOfGcc(StringRef Text,
                      llvm::function_ref<void(StringRef, size_t)> Of) {
  constexpr StringRef Part = "va_list";
  for (size_t At = 0; (At = Text.find(Part, At)) != StringRef::npos;
       At += Part.size()) {
    size_t Begin = At;
    while (Begin != 0 && isWordPart(Text[Begin - 1]))
      --Begin;
    const StringRef Name = Text.drop_front(Begin).take_while(isWordPart);
    const bool IsComment =
        Text.take_front(Begin).rsplit('\n').second.contains("//");
    if (!IsComment &&
        llvm::is_contained({"va_list", "__builtin_va_list", "__gnuc_va_list"},
                           Name))
      Of(Name, Begin);
  }
}

} // namespace warplint
