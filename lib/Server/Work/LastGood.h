//===- LastGood.h - What is known of code that does not parse ---*- C++ -*-===//

#ifndef WARPLINT_LIB_SERVER_WORK_LASTGOOD_H
#define WARPLINT_LIB_SERVER_WORK_LASTGOOD_H

#include "Server/Text/Places.h"

namespace warplint {

/// While one types most of what is there does not parse. Where \p New has errors,
/// what \p Old knows of the functions that are not in it any more is taken over,
/// moved to where it stands now: findings without their fixes, figures, and the
/// functions. \p Doc is the document of both.
void keepLastGood(const Analysed &Old, Analysed &New, const Document &Doc,
                  Documents &Docs);

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_WORK_LASTGOOD_H
