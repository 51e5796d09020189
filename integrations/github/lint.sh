#!/usr/bin/env bash
# The step of action.yml: runs warplint over the files of its inputs, with a
# problem matcher that puts the findings at the lines of a pull request, and
# leaves the counts where GitHub reads them.
#
# Reads INPUT_FILES, INPUT_BUILD_PATH, INPUT_ARGS, INPUT_SARIF, INPUT_PROGRAM and
# GitHub's own GITHUB_ACTION_PATH, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY. The exit
# code is warplint's (docs/ci.md).

set -euo pipefail
shopt -s globstar nullglob

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=${GITHUB_ACTION_PATH:-$here/../..}

fail() {
  echo "::error title=warplint::$*"
  exit 2
}

# The program that is named, on PATH, or built here.
program() {
  if [[ -n ${INPUT_PROGRAM:-} ]]; then
    command -v "$INPUT_PROGRAM" || fail "no program '$INPUT_PROGRAM'"
  elif ! command -v warplint; then
    "$root/dev" build warplint >&2 || fail "warplint could not be built"
    echo "$root/build/tools/warplint/warplint"
  fi
}

files=()
while IFS= read -r glob; do
  # No words are split off: names may hold blanks.
  IFS=
  # shellcheck disable=SC2206 # The glob is to be expanded.
  files+=($glob)
  unset IFS
done <<<"${INPUT_FILES:-**/*.cu}"
# A file's name is no option, whatever it begins with.
for i in "${!files[@]}"; do
  [[ ${files[i]} != -* ]] || files[i]=./${files[i]}
done
((${#files[@]})) || fail "no file matches '${INPUT_FILES:-**/*.cu}'"

options=(--format=text)
[[ -z ${INPUT_BUILD_PATH:-} ]] || options+=(-p "$INPUT_BUILD_PATH")
[[ -z ${INPUT_SARIF:-} ]] || options+=("--format=sarif:$INPUT_SARIF")
# One argument a word, quotes as a shell has them.
while IFS= read -r -d '' word; do
  options+=("$word")
done < <(xargs -r printf '%s\0' <<<"${INPUT_ARGS:-}")
# What follows a "--" in the arguments are flags of every file.
flags=()
for i in "${!options[@]}"; do
  if [[ ${options[i]} == -- ]]; then
    flags=("${options[@]:i}")
    options=("${options[@]:0:i}")
    break
  fi
done

warplint=$(program)
log=$(mktemp)
trap 'rm -f "$log"' EXIT

echo "::add-matcher::$here/problem-matcher.json"
# Names of files and lines of sources are anybody's: what is printed of them
# gives the runner no commands.
pause=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$pause"
code=0
"$warplint" "${options[@]}" "${files[@]}" "${flags[@]}" >"$log" || code=$?
cat "$log"
echo
echo "::$pause::"
echo "::remove-matcher owner=warplint::"

findings=$(grep -cE ': (warning|error|remark): .* \[warplint-[a-z-]+\]$' "$log" || true)
{
  echo "findings=$findings"
  echo "sarif=${INPUT_SARIF:-}"
} >>"${GITHUB_OUTPUT:-/dev/null}"
{
  echo "### warplint"
  echo
  echo "$findings findings in ${#files[@]} files"
  if ((findings)); then
    echo
    echo '````text'
    grep -E ': (warning|error|remark): .* \[warplint-[a-z-]+\]$' "$log" |
      tr '`' "'" | head -n 50
    echo '````'
  fi
} >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
exit "$code"
