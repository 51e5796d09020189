//===- IssueWording.h - How wider requests are told -------------*- C++ -*-===//

#ifndef WARPLINT_FINDING_ISSUEWORDING_H
#define WARPLINT_FINDING_ISSUEWORDING_H

#include "warplint/Finding/AccessRecord.h"
#include "warplint/Finding/Finding.h"
#include <string>

namespace warplint {

/// The verdict of \p Access is about a wider request.
bool isJudgedTogether(const AccessRecord &Access);

/// "these 4 loads are issued as one 128-bit load", "4 iterations of this load
/// are issued as one 128-bit load"; only where a wider request is.
std::string togetherPhrase(const AccessRecord &Access);

/// What to add to a finding: where the other accesses of the request are, or
/// what the compiler may make of this one.
void addIssueNotes(const AccessRecord &Access, Finding &F);

/// Why \p Access needs no request of its own; only where its issue is silent.
std::string silentPhrase(const AccessRecord &Access);

/// A stable name for the JSON output: "as-written", "fused", "maybe-fused",
/// "repeated", "unused", "hoisted", "mixed".
std::string_view issueName(const AccessRecord &Access);

} // namespace warplint

#endif // WARPLINT_FINDING_ISSUEWORDING_H
