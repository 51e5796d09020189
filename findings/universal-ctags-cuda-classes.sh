#!/usr/bin/env bash
# universal-ctags 5.9.20210829 (Debian 12): in a .cu file a class has no tag, and a struct
# has one.
#
# ctags has a language "CUDA" for .cu and .cuh. Of the same text it finds struct, enum,
# functions and methods, but no class, no class template, no namespace, and no field of a
# class; `using Word = int` is a variable, and `operator ()` is called `operator`. As C++
# all of them are found.
#
# Why it surprises: the parser of CUDA is that of C++ with a table of its own words
# (__shared__, __launch_bounds__), CUDA is C++, and methods of the missing class do have
# tags. An editor jumps to each struct of a file and to none of its classes.
#
# Output seen on 2026-11-28 (Debian 12):
#   .cu: function load, struct Pair, function first, variable Word, function operator
#   .cpp: namespace tiles, class Tile, member width, function load,
#     class Row, struct Pair, function first, typedef Word, class Add, function operator ()
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq universal-ctags=5.9.20210829.0-1 2>/dev/null
dpkg -x ./*.deb root

cat >tile.cu <<'CU'
namespace tiles {
class Tile {
public:
  int width;
  __device__ float load(int i) { return 0; }
};
template <class T> class Row {};
}
struct Pair { __device__ int first() { return 1; } };
using Word = int;
class Add { public: __device__ int operator()(int a) { return a; } };
CU
cp tile.cu tile.cpp
sed -i 's/__device__ //' tile.cpp
# tags FILE: the kind and name of each tag.
tags() {
  root/usr/bin/ctags-universal --quiet --options=NONE -f - --sort=no --fields=K "$1" |
    awk -F'\t' '{ print $4, $1 }' | paste -sd, | sed 's/,/, /g'
}
{
  echo ".cu: $(tags tile.cu)"
  echo ".cpp: $(tags tile.cpp)"
} | tee seen
diff seen - <<'SEEN'
.cu: function load, struct Pair, function first, variable Word, function operator
.cpp: namespace tiles, class Tile, member width, function load, class Row, struct Pair, function first, typedef Word, class Add, function operator ()
SEEN
