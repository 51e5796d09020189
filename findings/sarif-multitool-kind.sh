#!/usr/bin/env bash
# @microsoft/sarif-multitool 5.7.0 (npm): each command that writes a log makes a failure
# of a passed check.
#
# A result says `"kind": "pass"` and has no level. `rewrite`, `merge` and `page` drop its kind, and a
# result without a kind is "fail", with the level "warning". The same with "open", "review",
# "informational" and "notApplicable". With `"level": "none"` beside it the kind is kept. `query
# "Level == 'Warning'"` counts all of them as warnings, before anything is written.
#
# Why it surprises: without a level such a result has the level "none" (SARIF 2.1.0, 3.27.10), so that
# there is nothing to add; and the kind is what says that a check found nothing, or that a person has
# to look. The command validate has nothing to say about the log. A merged log has more warnings than
# the logs that it was made of, and a gate fails on checks that passed.
#
# Output seen on 2026-11-29 (Debian 12, node 20):
#   log: pass/absent pass/none open/absent review/absent fail/absent
#   query Warning: 4 of 5
#   rewrite: absent/absent pass/none absent/absent absent/absent absent/absent
#   merge: absent/absent pass/none absent/absent absent/absent absent/absent
#   page: absent/absent pass/none absent/absent absent/absent absent/absent
#   lines of validate about kind: 0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-fund --no-audit @microsoft/sarif-multitool@5.7.0 >/dev/null
multitool=node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
chmod u+x $multitool

cat >log.sarif <<'JSON'
{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
 "runs": [{"tool": {"driver": {"name": "races", "rules": [{"id": "race"}]}},
  "columnKind": "utf16CodeUnits",
  "results": [
   {"ruleId": "race", "ruleIndex": 0, "kind": "pass", "message": {"text": "No race in a."}},
   {"ruleId": "race", "ruleIndex": 0, "kind": "pass", "level": "none",
    "message": {"text": "No race in b."}},
   {"ruleId": "race", "ruleIndex": 0, "kind": "open", "message": {"text": "Unknown in c."}},
   {"ruleId": "race", "ruleIndex": 0, "kind": "review", "message": {"text": "Look at d."}},
   {"ruleId": "race", "ruleIndex": 0, "kind": "fail", "message": {"text": "A race in e."}}]}]}
JSON
# kinds FILE: kind and level of each result.
kinds() {
  node -e 'const {runs} = JSON.parse(require("fs").readFileSync(process.argv[1]));
    console.log(runs.flatMap(run => run.results)
      .map(r => `${r.kind ?? "absent"}/${r.level ?? "absent"}`).join(" "))' "$1"
}
{
  echo "log: $(kinds log.sarif)"
  $multitool query log.sarif --expression "Level == 'Warning'" | grep -o '[0-9]* of [0-9]*' |
    sed 's/^/query Warning: /'
  $multitool rewrite log.sarif --output rewritten.sarif >/dev/null
  echo "rewrite: $(kinds rewritten.sarif)"
  $multitool merge log.sarif --output-directory . --output-file merged.sarif >/dev/null
  echo "merge: $(kinds merged.sarif)"
  $multitool page log.sarif --index 0 --count 5 --output page.sarif >/dev/null
  echo "page: $(kinds page.sarif)"
  $multitool validate log.sarif | grep -c -i kind | sed 's/^/lines of validate about kind: /' || :
} | tee seen
diff seen - <<'SEEN'
log: pass/absent pass/none open/absent review/absent fail/absent
query Warning: 4 of 5
rewrite: absent/absent pass/none absent/absent absent/absent absent/absent
merge: absent/absent pass/none absent/absent absent/absent absent/absent
page: absent/absent pass/none absent/absent absent/absent absent/absent
lines of validate about kind: 0
SEEN
