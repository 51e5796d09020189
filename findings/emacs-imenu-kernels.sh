#!/usr/bin/env bash
# Emacs 28.2 (Debian 12), c++-mode: the index of a file (imenu) has no function whose line begins
# with an underscore, so it has no kernel that begins with `__global__`.
#
# `__global__ void kernel(...)` and `__device__ int twice(...)` are not listed. Behind `static`,
# `inline`, `extern "C"` or `template <class T>` of the same line they are. With the template on the
# line before, and in `__attribute__((noinline)) int f(...)`, they are not. A name on a line of its
# own is listed. `GLOBAL void kernel(...)` is listed, `_GLOBAL void kernel(...)` is not.
#
# Why it surprises: the mode knows these functions, since add-log-current-defun, asked in the body of
# the kernel, names it. An unknown word in front of a type does no harm, as GLOBAL shows. The
# pattern wants the beginning of a word, and `_` is no part of a word in this mode. In a file of
# kernels the index has the static helpers and no kernel, and a reader takes it for all
# functions of the file.
#
# Output seen on 2026-11-29 (Debian 12):
#   void plain(float *p) { -> plain
#   __global__ void kernel(float *p) { -> nothing
#   static __global__ void kernel(float *p) { -> kernel
#   extern "C" __global__ void kernel(float *p) { -> kernel
#   template <class T> __global__ void kernel(T *p) { -> kernel
#   __global__ void (new line) kernel(float *p) { -> kernel
#   template <class T> (new line) __global__ void kernel(T *p) { -> nothing
#   __device__ int twice(int x) { -> nothing
#   static __device__ int twice(int x) { -> twice
#   __attribute__((noinline)) int plain(int x) { -> nothing
#   GLOBAL void kernel(float *p) { -> kernel
#   _GLOBAL void kernel(float *p) { -> nothing
#   add-log-current-defun of __global__ void kernel(float *p) { -> kernel
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=1:28.2+1-15+deb12u4
apt-get download -qq "emacs-nox=$version" "emacs-common=$version" "emacs-bin-common=$version" \
  "emacs-el=$version" libgccjit0 libjansson4 liblcms2-2 libgmp10 libgpm2 libxml2 libicu72 \
  libsystemd0 libtinfo6 libselinux1 libacl1 libgnutls30 libsqlite3-0 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu
lisp=$folder/root/usr/share/emacs/28.2/lisp
export EMACSLOADPATH=$lisp:$lisp/progmodes:$lisp/emacs-lisp:$lisp/vc:$lisp/international:$lisp/textmodes
export EMACSDATA=$folder/root/usr/share/emacs/28.2/etc

cat >index.el <<'LISP'
(require 'cc-mode)
(require 'imenu)
(require 'add-log)
(defun show (head)
  (with-temp-buffer
    (insert (string-replace " (new line) " "\n" head) "\n}\n")
    (c++-mode)
    (font-lock-ensure)
    (let ((names (delq nil (delete "*Rescan*" (mapcar #'car (imenu--make-index-alist t))))))
      (princ (format "%s -> %s\n" head (if names (mapconcat #'identity names " ") "nothing"))))))
(dolist (head '("void plain(float *p) {"
                "__global__ void kernel(float *p) {"
                "static __global__ void kernel(float *p) {"
                "extern \"C\" __global__ void kernel(float *p) {"
                "template <class T> __global__ void kernel(T *p) {"
                "__global__ void (new line) kernel(float *p) {"
                "template <class T> (new line) __global__ void kernel(T *p) {"
                "__device__ int twice(int x) {"
                "static __device__ int twice(int x) {"
                "__attribute__((noinline)) int plain(int x) {"
                "GLOBAL void kernel(float *p) {"
                "_GLOBAL void kernel(float *p) {"))
  (show head))
(with-temp-buffer
  (insert "__global__ void kernel(float *p) {\n\n}\n")
  (c++-mode)
  (font-lock-ensure)
  (goto-char (point-min))
  (forward-line 1)
  (princ (format "add-log-current-defun of __global__ void kernel(float *p) { -> %s\n"
                 (add-log-current-defun))))
LISP
root/usr/bin/emacs-nox --dump-file="$(find "$folder/root" -name emacs.pdmp)" -Q --batch -l index.el \
  2>log | tee seen
diff seen - <<'SEEN'
void plain(float *p) { -> plain
__global__ void kernel(float *p) { -> nothing
static __global__ void kernel(float *p) { -> kernel
extern "C" __global__ void kernel(float *p) { -> kernel
template <class T> __global__ void kernel(T *p) { -> kernel
__global__ void (new line) kernel(float *p) { -> kernel
template <class T> (new line) __global__ void kernel(T *p) { -> nothing
__device__ int twice(int x) { -> nothing
static __device__ int twice(int x) { -> twice
__attribute__((noinline)) int plain(int x) { -> nothing
GLOBAL void kernel(float *p) { -> kernel
_GLOBAL void kernel(float *p) { -> nothing
add-log-current-defun of __global__ void kernel(float *p) { -> kernel
SEEN
