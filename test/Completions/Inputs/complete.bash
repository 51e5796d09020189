# complete.bash FILE WORD...: what bash's completions of FILE offer for the last WORD.
source "$1"
shift
complete -p warplint
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_warplint warplint "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '[%s]\n' "${COMPREPLY[@]}"
