#!/usr/bin/env bash
# @microsoft/sarif-multitool 5.7.0 (npm), `match-results-forward`: baselineState
# compares places alone.
#
# A result whose level rises from "warning" to "error", whose message has another
# figure, or whose property bag changes is "unchanged" if it stands at the same line
# and column. One with nothing changed but the column is "updated".
#
# Why it surprises: SARIF 2.1.0 (3.27.24) keeps "unchanged" for a result that did not
# change in any way. A gate that lets "unchanged" through lets through a cost that
# doubled, or a warning that became an error; a gate on "updated" stops at lines
# inserted above.
#
# Output seen on 2026-11-28 (Debian 12, node 20):
#   level: unchanged
#   message: unchanged
#   properties: unchanged
#   line: updated
#   column: updated
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-fund --no-audit @microsoft/sarif-multitool@5.7.0 >/dev/null
chmod u+x node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool

# log LEVEL MESSAGE FIGURE LINE COLUMN: one result, with the same fingerprint always.
log() {
  cat <<JSON
{"\$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
 "runs": [{"tool": {"driver": {"name": "costs", "rules": [{"id": "slow"}]}},
  "columnKind": "utf16CodeUnits",
  "results": [{"ruleId": "slow", "level": "$1", "message": {"text": "$2"},
   "partialFingerprints": {"site/v1": "b5"}, "properties": {"figure": $3},
   "locations": [{"physicalLocation": {"artifactLocation": {"uri": "k.cu"},
    "region": {"startLine": $4, "startColumn": $5}}}]}]}]}
JSON
}

log warning "takes 128 steps" 128 20 3 >old.sarif
# now NAME EXPECTED LOG-WORD...: the state of the result in a second run.
now() {
  local name=$1 expected=$2 state
  log "${@:3}" >new.sarif
  rm -f out.sarif
  npx --no-install sarif-multitool match-results-forward new.sarif \
    --previous old.sarif --output-file-path out.sarif >/dev/null
  state=$(node -e 'const {runs} = JSON.parse(require("fs").readFileSync("out.sarif"));
    console.log(runs[0].results.map(r => r.baselineState).join())')
  echo "$name: $state"
  [[ $state == "$expected" ]] || { echo "expected $expected" >&2; exit 1; }
}
now level unchanged error "takes 128 steps" 128 20 3
now message unchanged warning "takes 256 steps" 128 20 3
now properties unchanged warning "takes 128 steps" 256 20 3
now line updated warning "takes 128 steps" 128 21 3
now column updated warning "takes 128 steps" 128 20 9
