//===- FindingKeys.cpp - The same finding after an edit -------------------===//

#include "warplint/Finding/FindingKeys.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace warplint {

std::vector<FindingKey> keysOf(const FileReport &Report, StringRef Root) {
  std::vector<FindingKey> Keys;
  for (const Finding &F : Report.Findings) {
    FindingKey Key;
    Key.Check = F.Check;
    Key.File = F.Where.File.empty() ? "" : pathBelow(Root, F.Where.File);
    Key.Source = F.SourceLine;
    if (F.Subject) {
      Key.Kernel = F.Subject->Kernel;
      Key.Array = F.Subject->Array;
    }
    Keys.push_back(std::move(Key));
  }
  std::vector<size_t> ByPlace;
  for (size_t I = 0; I < Keys.size(); ++I)
    ByPlace.push_back(I);
  llvm::sort(ByPlace, [&](size_t A, size_t B) {
    return std::tie(Report.Findings[A].Where, A) <
           std::tie(Report.Findings[B].Where, B);
  });
  std::map<FindingKey, unsigned> Count;
  for (size_t I : ByPlace)
    Keys[I].Ordinal = Count[Keys[I]]++;
  return Keys;
}

std::string fingerprintOf(const FindingKey &Key) {
  std::string Text;
  for (const std::string *Part :
       {&Key.Check, &Key.File, &Key.Source, &Key.Kernel, &Key.Array}) {
    Text += *Part;
    Text += '\0';
  }
  Text += utostr(Key.Ordinal);
  return utohexstr(xxh3_64bits(Text), /*LowerCase=*/true, /*Width=*/16);
}

} // namespace warplint
