# bazel.sh FOLDER COMMAND [TARGET]: Bazel without a network, with its state beside FOLDER.
cd "$1"
for name in rules_cc rules_java remote_coverage_tools; do
  overrides+=("--override_repository=$name=$WARPLINT_OFFLINE/$name")
done
options=("${overrides[@]}" --noshow_progress --spawn_strategy=linux-sandbox
  --nosandbox_debug)
case $2 in
shutdown) options=() ;;
test) options+=(--test_output=all) ;;
esac
exec bazel --output_user_root="$PWD/../root" --max_idle_secs=20 "$2" "${options[@]}" ${3:+"$3"}
