//===- CostJson.h - The tables of --cost as JSON ----------------*- C++ -*-===//

#ifndef WARPLINT_LIB_REPORT_COST_COSTJSON_H
#define WARPLINT_LIB_REPORT_COST_COSTJSON_H

#include "warplint/Finding/KernelCost.h"
#include "warplint/Support/JsonStream.h"

namespace warplint {

void addMembers(JsonStream &J, const KernelCost &Cost);

} // namespace warplint

#endif // WARPLINT_LIB_REPORT_COST_COSTJSON_H
