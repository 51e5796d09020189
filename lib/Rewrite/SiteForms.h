//===- SiteForms.h - The ways to write one index ----------------*- C++ -*-===//

#ifndef WARPLINT_LIB_REWRITE_SITEFORMS_H
#define WARPLINT_LIB_REWRITE_SITEFORMS_H

#include "warplint/Rewrite/ArrayUses.h"

namespace warplint {

/// A site under a layout.
struct SiteForms {
  const IndexSite *Site = nullptr;
  IndexText InPlace;
  /// With a call, where some function computes it.
  IndexText Call;
  /// Row and column apart, and how the column changes.
  std::optional<IndexSplit> Split;
  std::vector<SpanText> Parts;
  /// In place, an operand with side effects would stand twice.
  bool EvaluatesTwice = false;
  /// In place, a text would stand twice that is long to read.
  bool IsLong = false;
};

/// Fails with a sentence where the layout cannot be said in units of the site.
llvm::Expected<SiteForms> formsOf(const IndexSite &Site, const Layout &L,
                                  const ArrayShape &Shape,
                                  const FunctionNames &Names,
                                  const EditOptions &Options);

/// \p Site's edits where its index becomes \p New.
std::vector<SourceEdit> editsAt(const IndexSite &Site, const IndexText &New);

/// Where \p Forms' column changes.
std::vector<SourceEdit> editsOfSplit(const SiteForms &Forms);

/// Rows that types give an array grow as \p L says.
llvm::Error addTypedRows(const ArrayUses &Uses, const Layout &L,
                         std::vector<SourceEdit> &Edits);

/// The declaration's last extent, or its only one, changes. \p Function: computes
/// the index, where one does. Fails where the declaration cannot say it.
llvm::Error addExtents(const ArrayUses &Uses, const Layout &L,
                       const ArrayShape &Shape, bool ToOdd,
                       llvm::StringRef Function,
                       std::vector<SourceEdit> &Edits);

/// The factor of \p Product that says how long the rows are that \p P pads: by
/// which \p Sites multiply them, else one of that value; or null.
const WrittenFactor *rowFactorOf(const WrittenFactors &Product,
                                 const Padding &P,
                                 llvm::ArrayRef<IndexSite> Sites);

/// What is written in its place.
std::string grownRow(const WrittenFactor &Row, const Padding &P);

/// The edit of the factor of \p Product that says how long the rows are that \p P
/// pads, if there is one: all of them are of the product.
std::optional<SourceEdit> grownProduct(const WrittenFactors &Product,
                                       const Padding &P, const ArrayUses &Uses);

/// The launches of an array of dynamic shared memory pass what \p L takes.
void addLaunchSizes(const ArrayUses &Uses, const Layout &L,
                    const ArrayShape &Shape, std::vector<SourceEdit> &Edits);

/// The edit of the one macro that says how long the rows are that \p L pads, if
/// there is one.
std::optional<LayoutEdits> grownRowMacro(const ArrayUses &Uses,
                                         const Layout &L);

} // namespace warplint

#endif // WARPLINT_LIB_REWRITE_SITEFORMS_H
