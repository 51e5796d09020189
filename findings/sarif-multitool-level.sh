#!/usr/bin/env bash
# @microsoft/sarif-multitool 5.7.0 (npm): `rewrite` makes errors of warnings.
#
# A result says `"level": "warning"`; its rule has the defaultConfiguration "error".
# `rewrite`, without any option, drops the result's level, and of a result without one
# the level is that of its rule (SARIF 2.1.0, 3.27.10): an error.
# `query "Level == 'Error'"` of the same tool goes by the opposite: it counts a result
# without a level as a warning, whatever its rule says.
#
# Why it surprises: "warning" is the schema's default for `level`, so leaving it out seems
# safe; but the schema's default holds only if no rule has another. A result of "note"
# or "none" keeps its level. A gate that fails on errors fails after the rewrite, and a
# query for errors misses each error that is one by its rule.
#
# Output seen on 2026-11-28 (Debian 12, node 20):
#   before: warning absent note
#   after rewrite: absent absent note
#   query Error: 0 of 3
#   query Warning: 2 of 3
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-fund --no-audit @microsoft/sarif-multitool@5.7.0 >/dev/null
multitool=node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
chmod u+x $multitool

cat >costs.sarif <<'JSON'
{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
 "runs": [{"tool": {"driver": {"name": "costs",
   "rules": [{"id": "slow", "defaultConfiguration": {"level": "error"}}]}},
  "columnKind": "utf16CodeUnits",
  "results": [
   {"ruleId": "slow", "ruleIndex": 0, "level": "warning", "message": {"text": "a little"}},
   {"ruleId": "slow", "ruleIndex": 0, "message": {"text": "much"}},
   {"ruleId": "slow", "ruleIndex": 0, "level": "note", "message": {"text": "hardly"}}]}]}
JSON
levels() {
  node -e 'const {runs} = JSON.parse(require("fs").readFileSync(process.argv[1]));
    console.log(runs[0].results.map(r => r.level ?? "absent").join(" "))' "$1"
}
query() { $multitool query costs.sarif --expression "Level == '$1'" | grep -o '[0-9]* of [0-9]*'; }
{
  echo "before: $(levels costs.sarif)"
  $multitool rewrite costs.sarif --output rewritten.sarif >/dev/null
  echo "after rewrite: $(levels rewritten.sarif)"
  echo "query Error: $(query Error)"
  echo "query Warning: $(query Warning)"
} | tee seen
diff seen - <<'SEEN'
before: warning absent note
after rewrite: absent absent note
query Error: 0 of 3
query Warning: 2 of 3
SEEN
