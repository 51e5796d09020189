#!/usr/bin/env bash
# @security-alert/sarif-to-markdown 1.11.1 (npm): all results of a rule get the message of the
# first one, and the level of the rule.
#
# Three results of the rule "slow" say "takes 2 steps" (a note), "takes 32 steps" (an error)
# and, suppressed, "takes 8 steps". The report has one item "takes 2 steps" with the first
# two places, and an item "takes 2 steps" among the suppressed results; each is called a
# warning, which no result is.
#
# Why it surprises: the report is made for pull requests and has room for a text; a message
# belongs to its result, and the level of a result counts before that of its rule (SARIF
# 2.1.0, 3.27.10 and 3.27.11). A rule whose messages have names or figures, as of most
# analyzers, is shown with those of another place.
#
# Output seen on 2026-11-29 (Debian 12, node 20):
#   - **[WARNING]** **[slow]**  `takes 2 steps`
#       - https://github.com/owner/repo/blob/main/k.cu#L1
#       - https://github.com/owner/repo/blob/main/k.cu#L2
#   - **[WARNING]** **[slow]**  `takes 2 steps`
#       - https://github.com/owner/repo/blob/main/k.cu#L3
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-fund --no-audit @security-alert/sarif-to-markdown@1.11.1 >/dev/null

# result LEVEL TEXT LINE [PROPERTY]
result() {
  echo "{\"ruleId\": \"slow\", \"ruleIndex\": 0, \"level\": \"$1\", \"message\": {\"text\": \"$2\"},
    \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"k.cu\"},
    \"region\": {\"startLine\": $3}}}]${4:-}}"
}
cat >costs.sarif <<JSON
{"\$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
 "runs": [{"tool": {"driver": {"name": "costs",
   "rules": [{"id": "slow", "defaultConfiguration": {"level": "warning"}}]}},
  "results": [
   $(result note "takes 2 steps" 1),
   $(result error "takes 32 steps" 2),
   $(result error "takes 8 steps" 3 ', "suppressions": [{"kind": "inSource"}]')]}]}
JSON
node -e '
  const { sarifToMarkdown } = require("@security-alert/sarif-to-markdown");
  const convert = sarifToMarkdown({ owner: "owner", repo: "repo", branch: "main", sourceRoot: "" });
  const log = JSON.parse(require("fs").readFileSync("costs.sarif", "utf8"));
  for (const { body } of convert(log)) console.log(body);' |
  grep -E '^ *- (\*\*|https)' | tee seen
diff seen - <<'SEEN'
- **[WARNING]** **[slow]**  `takes 2 steps`
    - https://github.com/owner/repo/blob/main/k.cu#L1
    - https://github.com/owner/repo/blob/main/k.cu#L2
- **[WARNING]** **[slow]**  `takes 2 steps`
    - https://github.com/owner/repo/blob/main/k.cu#L3
SEEN
