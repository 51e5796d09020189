#!/usr/bin/env python3
"""Lints trees whose compile commands try to write files and to run programs, under
strace, and tells what was written or run.

Each command has a folder of its own with a kernel, a file VICTIM and the database
that has the command. Nothing may be opened for writing, renamed, removed or made
outside of the cache's folder and of outputs that were named; no program may be run
but the one at hand, and nothing of the tree be loaded into it; no socket be made.
Afterwards every file is what it was, to its time of change, and none is new.

  hostile.py --program PATH --kind warplint    the program, databases that it finds
             --kind tidy                       warplint-tidy, one database for -p
             --kind plugin                     PATH is clang-tidy with the plugin:
                                               'clang-tidy --load=...'. What it
                                               itself does with a command or a
                                               source is not our matter: it gets
                                               good ones, and the plugin the
                                               hostile commands (BuildPath)

  --options Options.inc   every option of clang's table that takes a value, and
                          every other that may write, in place of the commands
                          below
  --number N              N of the commands, the same ones each time; without it
                          all, which takes minutes
  --only TEXT             commands that have this text
  --size N                so many in one call of the program, 500 without it; 1 leaves
                          no doubt about which command did what
  --list                  print the commands
  --keep FOLDER           work there, and leave it
"""

import _ctypes
import argparse
import dataclasses
import hashlib
import itertools
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

# ----------------------------------------------------------------------------
# The commands. F is a file to write, D a folder: each is tried as TARGETS say.
# ----------------------------------------------------------------------------

TARGETS = [  # F, D
    ("VICTIM", "new-folder"),
    ("{here}/VICTIM", "{here}/new-folder"),
    ("k.cu", "."),
    ("{here}/k.cu", "sub"),
    ("link", "{here}/sub"),
    ("new", "{here}"),
    ("{here}/sub/new", "VICTIM"),
    ("../../outside/new", "{top}/outside"),
]

# Options of clang's inner half, each word behind an -Xclang.
CC1 = r"""
-header-include-file F -H -sys-header-deps
-header-include-file F -H
-header-include-file F -header-include-format=json -header-include-filtering=only-direct-system
-sys-header-deps -H -header-include-file F -show-skipped-includes
-dependency-dot F
-dependency-file F -MT all
-dependency-file F -MT all -sys-header-deps -MP -MQ other
-dependency-file F -MT all -fmodule-file-deps -dependency-dot F
-stats-file=F
-stats-file=F -print-stats
-stats-file=F -stats-file-append
-module-dependency-dir D
-module-dependency-dir D -fmodules -fmodules-cache-path=D
-fmodules -fmodules-cache-path=D
-fmodules -fimplicit-modules -fimplicit-module-maps -fmodules-cache-path=D -fmodule-map-file=module.modulemap
-fmodules -fmodules-validate-once-per-build-session -fbuild-session-timestamp=1 -fmodules-cache-path=D -fmodules-prune-interval=1 -fmodules-prune-after=1
-fmodules -fmodules-user-build-path D -fmodules-cache-path=D
-fmodule-output=F
-fmodule-file=x=F
-fmodules-embed-file=F -fmodules -fmodules-cache-path=D
-fmodules-embed-all-files -fmodules -fmodules-cache-path=D
-fmodule-format=obj -fmodules -fmodules-cache-path=D
-ftest-module-file-extension=a:1:1:1:x
-diagnostic-log-file F
-diagnostic-log-file F -debug-info-kind=standalone -dwarf-debug-flags x
-serialize-diagnostic-file F
-fdiagnostics-format sarif
-fdiagnostics-parseable-fixits
-verify=x -diagnostic-log-file F
-load {evil}/evil.so
-load {evil}/evil.so -plugin hostile
-load {evil}/evil.so -add-plugin hostile -plugin-arg-hostile F
-plugin hostile -load {evil}/evil.so -plugin-arg-hostile -load
-fpass-plugin={evil}/evil.so
-fplugin={evil}/evil.so
-mllvm -load={evil}/evil.so
-mllvm -load -mllvm {evil}/evil.so
-emit-obj -o F
-emit-llvm -o F
-emit-llvm-bc -o F
-emit-llvm-uselists -emit-llvm -o F
-S -o F
-E -o F
-P -E -o F
-o F
-emit-pch -o F
-emit-module -o F
-emit-module-interface -o F
-emit-reduced-module-interface -o F
-emit-header-unit -o F
-emit-html -o F
-emit-codegen-only -o F
-emit-interface-stubs -o F
-emit-cir -o F
-extract-api -o F
-extract-api --product-name=x --symbol-graph-dir=D -emit-symbol-graph
-generate-pch -o F
-fsyntax-only -o F
-ast-dump -o F
-ast-dump=json -o F
-ast-dump-all=json -o F
-ast-dump-all
-ast-dump-lookups
-ast-dump-decl-types -ast-dump -o F
-ast-print -o F
-ast-list -o F
-ast-view
-templight-dump -o F
-dump-tokens -o F
-dump-raw-tokens
-dump-coverage-mapping
-dump-minimization-hints=F
-dump-deserialized-decls
-print-preamble -o F
-print-dependency-directives-minimized-source -o F
-print-decl-contexts
-print-stats
-Eonly -dependency-file F -MT x
-rewrite-objc -o F
-rewrite-macros -o F
-rewrite-test -o F
-frewrite-includes -E -o F
-fixit
-fixit=.new
-fixit -fix-what-you-can
-fixit-recompile
-fixit-to-temporary
-fix-only-warnings -fixit
-html-rewrite
-init-only
-analyze -analyzer-checker=core -analyzer-output=html -o D
-analyze -analyzer-checker=core -analyzer-output=plist -o F
-analyze -analyzer-checker=core -analyzer-output=sarif -o F
-analyze -analyzer-checker=debug.Stats,debug.ViewCallGraph,debug.ViewCFG,debug.ViewExplodedGraph
-analyzer-dump-egraph F -analyze -analyzer-checker=core
-analyze -analyzer-config ctu-dir=D,experimental-enable-naive-ctu-analysis=true,ctu-invocation-list=F
-analyzer-config silence-checkers=x -trim-egraph
-ftime-trace=F
-ftime-trace=D
-ftime-trace -ftime-trace-granularity=0
-ftime-report=per-pass-run
-opt-record-file F
-opt-record-file F -opt-record-passes .* -opt-record-format yaml
-foptimization-record-file=F
-split-dwarf-output F -split-dwarf-file F
-split-dwarf-file F -enable-split-dwarf
-stack-usage-file F
-record-command-line F
-as-secure-log-file F
-object-file-name=F
-main-file-name F
-dumpdir F
-dwarf-debug-producer F
-index-store-path D
-index-store D -index-record-codegen-name
-fprofile-instrument=clang -fprofile-instrument-path=F
-fprofile-instrument=llvm -fprofile-instrument-path=F
-fprofile-instrument-use-path=F
-fprofile-sample-use=F
-fprofile-remapping-file=F
-fprofile-list=F
-fprofile-generate=D
-fmemory-profile=D
-fmemory-profile-use=F
-fcs-profile-generate=D
-coverage-notes-file=F -coverage-data-file=F
-coverage-notes-file F -coverage-data-file F
-test-coverage -coverage-notes-file=F -ftest-coverage
-fcoverage-mapping -fprofile-instrument=clang -fcoverage-compilation-dir=D
-fsanitize-coverage-allowlist=F
-fsanitize-ignorelist=F -fsanitize=address
-fverify-debuginfo-preserve -fverify-debuginfo-preserve-export=F
-fthinlto-index=F
-fthin-link-bitcode=F
-flto=thin -flto-unit -emit-llvm-bc -o F
-fopenmp-is-target-device -fopenmp-host-ir-file-path F
-fembed-offload-object=F
-fembed-bitcode=all
-fcuda-include-gpubinary F
-mlink-bitcode-file F
-mlink-builtin-bitcode F
-chain-include F
-include-pch F
-building-pch-with-obj -include-pch F
-fpch-instantiate-templates -emit-pch -o F
-pch-through-header=k.h -emit-pch -o F
-preamble-bytes=1,0
-token-cache F
-code-completion-at=k.cu:1:1
-remap-file k.cu;VICTIM
-ivfsoverlay {evil}/overlay.yaml
-vfsoverlay {evil}/overlay.yaml
-working-directory {top}/outside -dependency-file pwned -MT x
-working-directory D -stats-file=pwned
-resource-dir {evil}
-fapinotes-modules -iapinotes-modules D
-ast-merge F
-foverride-record-layout=F
-frandomize-layout-seed-file=F
-fsave-optimization-record
-save-temps=cwd
-save-temps=obj -o F
-fgenerate-module-name-cache D
-frebuild-module -fmodules -fmodules-cache-path=D
-std=c++20 -xc++-user-header -emit-header-unit -o F
-x ir -emit-obj -o F
-triple x86_64 -emit-obj -o F
-ftemplate-backtrace-limit=0 -ferror-limit 0 -serialize-diagnostic-file F
-mllvm -stats
-mllvm -stats -mllvm -info-output-file=F
-mllvm -stats-json -mllvm -info-output-file=F
-mllvm -time-passes -mllvm -info-output-file=F
-mllvm -track-memory -mllvm -info-output-file=F
-mllvm -rng-seed=1
-mllvm -version
-mllvm -help
-mllvm -print-all-options
-mllvm -no-such-option
-mllvm -print-after-all
-mllvm -print-after-all -mllvm -ir-dump-directory=D
-mllvm -print-before-all -mllvm -print-module-scope -mllvm -ir-dump-directory=D
-mllvm -print-changed=dot-cfg -mllvm -dot-cfg-dir=D
-mllvm -print-changed=dot-cfg -mllvm -dot-cfg-dir=D -mllvm -print-changed-dot-path={evil}/bin/dot
-mllvm -print-changed=diff -mllvm -print-changed-diff-path={evil}/bin/diff
-mllvm -print-changed=cdiff
-mllvm -print-passes -mllvm -debug-pass-manager
-mllvm -filter-print-funcs=* -mllvm -print-after=sroa
-mllvm -cfg-dot-filename-prefix=F
-mllvm -view-background -mllvm -view-cfg
-mllvm -pass-remarks-output=F
-mllvm -lto-pass-remarks-output=F
-mllvm -wholeprogramdevirt-summary-action=export -mllvm -wholeprogramdevirt-write-summary=F
-mllvm -lowertypetests-summary-action=export -mllvm -lowertypetests-write-summary=F
-mllvm -enable-ml-inliner=release -mllvm -inliner-interactive-channel-base=F
-mllvm -training-log=F
-mllvm -verify-debuginfo-preserve-export=F
-mllvm -debugify-export=F
-mllvm -sample-profile-file=F
-mllvm -pgo-test-profile-file=F -mllvm -pgo-instrument-entry
-mllvm -default-gcov-version=408* -mllvm -gcov-atomic-counter
-mllvm -crash-diagnostics-dir=D
-mllvm -opt-bisect-limit=1 -mllvm -opt-bisect-print-ir-path=F
-mllvm -memprof-export-to-dot -mllvm -memprof-dot-file-path-prefix=F
-mllvm -basic-block-section-match-infer
-mllvm -trace-hash-file=F
-mllvm -time-trace-file=F
-mllvm -print-pipeline-passes
-mllvm -codegen-data-generate -mllvm -codegen-data-use-path=F
-mllvm -ctx-profile-printer-level=json -mllvm -use-ctx-profile=F
-mllvm -embed-bitcode-final -mllvm -thinlto-save-temps=F
-no-such-option -dependency-dot F
-no-such-option -stats-file=F
-no-such-option -load {evil}/evil.so
-no-such-option -header-include-file F -H
-std=nonsense -dependency-dot F
-triple nonsense -dependency-file F -MT x
-target-cpu sm_999 -dependency-dot F
-x nonsense -dependency-dot F
-O99999999999 -dependency-dot F
-Xclang -dependency-dot F
@args.txt
""".splitlines()

# Options of clang's driver.
DRIVER = r"""
-o F
--output=F
-oF
-MD -MF F
-MMD -MFF
-MD -o F
-M -MF F
-MM -o F
-MG -M -MF F
-MP -MT x -MQ y -MD -MF F
-MV -MD -MF F
-MJ F
-MJF
-gen-cdb-fragment-path D
--write-dependencies -MF F
--dependencies -o F
--serialize-diagnostics F
-serialize-diagnostics F
-save-temps=cwd
-save-temps=obj -o F
--save-temps
-dumpdir F
-dumpbase F
-ftime-trace=F
-ftime-trace=D
-ftime-trace -o F
--offload-new-driver -ftime-trace=F
-save-stats=cwd
-save-stats=obj -o F
-save-stats
-fproc-stat-report=F
-fproc-stat-report
-foptimization-record-file=F
-fsave-optimization-record
-fsave-optimization-record=yaml -foptimization-record-passes=.*
-fcrash-diagnostics-dir=D
-fcrash-diagnostics=all -fcrash-diagnostics-dir=D
-gen-reproducer=always
-gen-reproducer=always -fcrash-diagnostics-dir=D
-fcrash-diagnostics -Xclang -emit-llvm
-gsplit-dwarf
-gsplit-dwarf=split -g -o F
-g -gdwarf-5 -gembed-source -grecord-command-line
-fstack-usage
-fprofile-generate
-fprofile-generate=D
-fprofile-instr-generate=F
-fprofile-instr-use=F
-fprofile-use=F
-fprofile-dir=D
-fprofile-sample-use=F
-fprofile-arcs -ftest-coverage
-fprofile-remapping-file=F
-fprofile-list=F
-fprofile-update=atomic -fcs-profile-generate=D
-fmemory-profile=D
-fmemory-profile-use=F
-fcoverage-mapping -fprofile-instr-generate=F
--coverage
--coverage -o F
-fauto-profile=F
-fxray-instrument -fxray-attr-list=F
-fmodules
-fmodules -fmodules-cache-path=D
-fmodules -fcxx-modules -fimplicit-modules -fimplicit-module-maps -fmodules-cache-path=D
-fmodules -fmodule-map-file=module.modulemap -fmodules-cache-path=D
-fmodules-user-build-path D -fmodules -fmodules-cache-path=D
-fmodules -fmodules-prune-interval=0 -fmodules-prune-after=0 -fmodules-cache-path=D
-fbuild-session-file=F -fmodules-validate-once-per-build-session -fmodules
-fmodule-output
-fmodule-output=F
-fmodules-embed-all-files -fmodule-output=F
-fmodule-header
-fmodule-header=user -o F
-fmodule-file=F
-fprebuilt-module-path=D
--precompile -o F
-fplugin={evil}/evil.so
-fplugin={evil}/evil.so -fplugin-arg-hostile-F
-fpass-plugin={evil}/evil.so
-fopenmp-targets=nvptx64 -fopenmp
-fuse-ld={evil}/bin/ld
-fuse-ld=lld --ld-path={evil}/bin/ld
-B {evil}/bin
-B{evil}
--gcc-toolchain={evil}
--gcc-install-dir={evil}/lib/gcc/x86_64-linux-gnu/12
--gcc-triple=x86_64-linux-gnu --gcc-toolchain={evil}
--sysroot={evil}
-isysroot {evil}
-resource-dir {evil}
-resource-dir={evil}
-ccbin {evil}/bin/g++
-ccc-install-dir {evil}/bin
-ccc-gcc-name evil
-ccc-print-phases
-ccc-print-bindings
-specs={evil}/specs
--specs={evil}/specs
-wrapper {evil}/bin/g++
-no-integrated-as
-fno-integrated-as
-fno-integrated-cc1
-fno-integrated-objemitter
-fintegrated-cc1 -###
-fdriver-only
-### -o F
-v -o F
-canonical-prefixes
-pipe
-time
-E -o F
-E -dM -o F
-E -frewrite-includes -o F
-S -o F
-S -emit-llvm -o F
-c -emit-llvm -o F
-emit-ast -o F
-emit-interface-stubs -o F
-emit-merged-ifs -o F
-extract-api -o F
-extract-api --emit-extension-symbol-graphs --symbol-graph-dir=D
-fsyntax-only -o F
--analyze -o F
--analyze --analyzer-output html -o D
--analyze -Xanalyzer -analyzer-output=html -Xanalyzer -o -Xanalyzer D
-verify-pch
-rewrite-objc -o F
--migrate -o F
-x c++-header -o F
-x c++-module -fmodule-output=F --precompile
-x ir -o F
-x cuda -o F --cuda-host-only
-x c -o F
-x assembler-with-cpp -o F
-x none
--driver-mode=cl /FoF /FaF /c
--driver-mode=cl /showIncludes /sourceDependenciesF
--driver-mode=cpp -o F
--driver-mode=flang -o F
--driver-mode=dxc -FoF
--config=evil.cfg
--config evil.cfg
--config-system-dir={evil} --config-user-dir={evil}
--config=../no-such.cfg
-march=native
-mcpu=native -mtune=native
--offload-arch=native
--offload-arch=native --offload-arch-tool={evil}/bin/nvptx-arch
--nvptx-arch-tool={evil}/bin/nvptx-arch --cuda-gpu-arch=native
--amdgpu-arch-tool={evil}/bin/amdgpu-arch --offload-arch=amdgcnspirv
--cuda-path={evil}
--cuda-path=../evil
--cuda-path={evil} --cuda-path-ignore-env
--cuda-path={evil} --ptxas-path={evil}/bin/ptxas
--ptxas-path={evil}/bin/ptxas
--rocm-path={evil} --hip-path={evil}
--hip-link --offload-compress
--libomptarget-nvptx-bc-path=F
--linker-path={evil}/bin/ld
-offload-jobs=4 --offload-link
--emit-static-lib -o F
-flto -o F
-flto=thin -fthinlto-index=F
-fthinlto-distributor={evil}/bin/ld
-fembed-bitcode -o F
-fbasic-block-sections=list=F
-fsanitize=address -fsanitize-ignorelist=F
-fsanitize=fuzzer -fsanitize-coverage-allowlist=F
-fsanitize-stats
-fdepscan
-fdiagnostics-format=sarif
-fdiagnostics-add-output=sarif:file=F
-fdiagnostics-set-output=sarif:file=F
-fdump-record-layouts
-finput-charset=UTF-8 -fexec-charset=UTF-8
-fcuda-flush-denormals-to-zero -fcuda-short-ptr
-frandomize-layout-seed-file=F
-ivfsoverlay {evil}/overlay.yaml
-vfsoverlay {evil}/overlay.yaml
-working-directory {top}/outside -MD -MF pwned
-working-directory=D
-include-pch F
-include evil.h
-imacros VICTIM
-iapinotes-modules D
-idirafter {evil} -iwithprefix {evil}
-Xclang -load -Xclang {evil}/evil.so
-Xanalyzer -o -Xanalyzer F
-mllvm -info-output-file=F -mllvm -stats
-mllvm --info-output-file=F
-mmlir -mlir-print-ir-tree-dir=D
-Rpass=.* -Rpass-analysis=.*
-Wl,-o,F
-Wl,-Map=F
-Wl,@args.txt
-Wa,-o,F
-Wa,--MD=F
-T F
-dsym-dir D
-std=nonsense -MD -MF F
--target=nonsense -MD -MF F
-no-such-option -MD -MF F
-march=nonsense -Xclang -dependency-dot -Xclang F
-o -MD -MF F
-dependency-dot F
-dependency-file F
-index-store-path D
-print-file-name=F
-print-prog-name=ld
-print-search-dirs
-print-targets
-print-multi-lib
--version
--help
--autocomplete=-f
-dumpmachine
@args.txt
@{here}/args.txt
@missing.txt
@VICTIM
@sub
""".splitlines()

# Options of nvcc.
NVCC = r"""
-o F
--output-file F
--output-file=F
-odir D
--output-directory D
-MD -MF F
-MMD -MF F
-M -o F
-MM --dependency-output F
--generate-dependencies-with-compile --dependency-output F
--generate-dependency-targets -MT x -MD -MF F
-E -o F
-ptx -o F
-cubin -o F
-fatbin -o F
-optix-ir -o F
-lib -o F
-dlink -o F
-dc -o F
-run
--run --run-args x
-link -o F
--keep --keep-dir D
-keep -keep-dir=D
--save-temps
--dryrun
--verbose
--clean-targets --keep
--time F
-time=F
--fdevice-time-trace F
-fdevice-time-trace=F
--gen-opt-lto -dlto
--generate-line-info -G -lineinfo
--device-debug --device-stack-protector=true
--compiler-bindir {evil}/bin
-ccbin {evil}/bin/g++
-ccbin={evil}/bin/clang++
-ccbin {evil}/bin/g++ --allow-unsupported-compiler
--archiver-binary {evil}/bin/ar
--archive-options x
--cudart=none --cudadevrt=none
--nvlink-options -o,F
-Xnvlink -o,F
-Xptxas -o,F
-Xptxas --opt-level,3,-o,F
-Xcudafe --gen_c_file_name=F
-Xcudafe --gen_c_file_name,F
-Xfatbinary --create=F
--target-directory D
-target-dir=D
--input-drive-prefix F --drive-prefix x
--dependency-drive-prefix F
--options-file args.txt
--options-file=args.txt
-optf args.txt
-optf args.txt,{here}/args.txt
--options-file loop.txt
--options-file missing.txt
--options-file VICTIM
--options-file sub
-Xcompiler -MD,-MF,F
-Xcompiler -MMD -Xcompiler -MF -Xcompiler F
-Xcompiler="-MD -MF F"
-Xcompiler '"-MD" "-MF" "F"'
-Xcompiler=-Wp,-MD,F
-Xcompiler -Wp\,-MMD\,F
-Xcompiler -MJ,F
-Xcompiler -MJF
-Xcompiler -o,F
-Xcompiler -fplugin={evil}/evil.so
-Xcompiler -fpass-plugin={evil}/evil.so
-Xcompiler -save-temps=obj,-dumpdir,F
-Xcompiler -ftime-trace=F
-Xcompiler -fmodules,-fmodules-cache-path=D
-Xcompiler -fprofile-generate=D
-Xcompiler --coverage
-Xcompiler -gsplit-dwarf
-Xcompiler @args.txt
-Xcompiler --config=evil.cfg
-Xcompiler --serialize-diagnostics,F
-Xcompiler -fdiagnostics-add-output=sarif:file=F
-Xcompiler -include,evil.h
-Xcompiler -imacros,VICTIM
-Xcompiler -wrapper,{evil}/bin/g++
-Xcompiler -B,{evil}/bin
-Xcompiler -specs={evil}/specs
-Xcompiler -fno-integrated-as,-no-integrated-as
-Xcompiler -march=native
-Xcompiler -Xclang,-dependency-dot,-Xclang,F
-Xcompiler -Xclang,-header-include-file,-Xclang,F,-Xclang,-H
-Xcompiler -Xpreprocessor,-MD,-Xpreprocessor,-MF,-Xpreprocessor,F
-Wp,-MMD,F
-Wp,-MD,F,-MP
-Wp,-MF,F -Wp,-MD
-Xpreprocessor -MD -Xpreprocessor -MF -Xpreprocessor F
-Xclang -dependency-dot -Xclang F
-arch=native
-arch=all -code=native
-gencode arch=compute_native,code=sm_native
-x cu -x c++
-I{evil} -isystem {evil} -include evil.h
@args.txt
@{here}/args.txt
-forward-unknown-to-host-compiler -ftime-trace=F -MJ F
-forward-unknown-opts -save-temps=cwd
""".splitlines()

# Whole commands, as a shell would read them. OK is a good command line.
SHELL = r"""
touch PWNED; nvcc OK
touch PWNED && nvcc OK
nvcc OK; touch PWNED
nvcc OK && touch {here}/PWNED
nvcc OK | tee VICTIM
nvcc OK > VICTIM
nvcc OK >VICTIM 2>&1
nvcc OK 2> VICTIM
nvcc OK >> k.cu
nvcc OK & touch PWNED
nvcc OK || touch PWNED
cd sub && touch PWNED && nvcc OK
cd sub && nvcc OK -MD -MF new
cd {top}/outside && clang++ COK -MD -MF new
cd /nowhere && nvcc OK
$(touch PWNED) nvcc OK
nvcc $(touch PWNED) OK
nvcc `touch PWNED` OK
`touch PWNED`
nvcc OK -D"X=$(touch PWNED)"
nvcc OK "-DX=`touch PWNED`"
clang++ COK '-DX=;touch PWNED;'
sh -c 'touch PWNED; nvcc OK'
bash -c "touch PWNED" nvcc OK
sh -c "clang++ COK -MD -MF VICTIM"
eval "touch PWNED"
env CCC_OVERRIDE_OPTIONS='+-MD +-MF +VICTIM' clang++ COK
CCC_OVERRIDE_OPTIONS=+-save-temps clang++ COK
env CC_PRINT_OPTIONS=1 CC_PRINT_OPTIONS_FILE=VICTIM clang++ COK
CC_PRINT_HEADERS=1 CC_PRINT_HEADERS_FILE=VICTIM clang++ COK
CC_LOG_DIAGNOSTICS=1 CC_LOG_DIAGNOSTICS_FILE={here}/VICTIM clang++ COK
CC_PRINT_PROC_STAT=1 CC_PRINT_PROC_STAT_FILE=VICTIM clang++ COK
env DEPENDENCIES_OUTPUT=VICTIM clang++ COK
env SUNPRO_DEPENDENCIES=VICTIM nvcc OK
env LD_PRELOAD={evil}/evil.so clang++ COK
env CLANG_CRASH_DIAGNOSTICS_DIR=new-folder clang++ COK
env NVCC_PREPEND_FLAGS='-MD -MF VICTIM' NVCC_APPEND_FLAGS='-o VICTIM' nvcc OK
env CPATH={evil} COMPILER_PATH={evil}/bin clang++ COK
env PATH={evil}/bin:$PATH nvcc OK
env TMPDIR=new-folder nvcc OK
time -o VICTIM nvcc OK
nice -n 5 env -i nvcc OK
ccache clang++ COK -MD -MF VICTIM
ccache {evil}/bin/nvcc OK
distcc {evil}/bin/clang++ COK
sccache --start-server nvcc OK
{evil}/bin/nvcc OK
{evil}/bin/clang++ COK
../evil/bin/nvcc OK
../evil/bin/clang++ COK -fno-integrated-cc1
./nvcc OK
clang -cc1 -triple nvptx64 -emit-obj -o VICTIM k.cu
clang -cc1as -o VICTIM k.cu
clang++ -cc1 -load {evil}/evil.so k.cu
clang-cl /c k.cu /FoVICTIM
gcc -c k.cu -o VICTIM -MD -MF VICTIM
python3 -c "open('PWNED', 'w')" k.cu
xargs -a VICTIM nvcc OK
make -C {evil} k.cu
cmake -E touch PWNED k.cu
cmake -E env X=Y nvcc OK
cmd /c "nvcc OK"
exec nvcc OK
command nvcc OK
: > VICTIM; nvcc OK
""".splitlines()

# What stands before the kernel in the source.
SOURCES = r"""
#include "\";touch PWNED;#.h"
#pragma GCC dependency "VICTIM"
#pragma GCC dependency "VICTIM" $(touch PWNED)
_Pragma("GCC dependency \"VICTIM\"")
#pragma clang dependency "VICTIM"
#pragma clang module import VICTIM
#pragma clang module build hostile\nmodule hostile { header "evil.h" export * }\n#pragma clang module contents\n#pragma clang module begin hostile\nint x;\n#pragma clang module end\n#pragma clang module endbuild\n#pragma clang module import hostile
#pragma clang module load hostile
#pragma clang module begin hostile\n#pragma clang module end
#pragma clang __debug dump kernel
#pragma clang __debug macro VICTIM
#pragma clang __debug module_map VICTIM
#pragma clang __debug diag_mapping "x"
#pragma clang __debug captured
#pragma clang __debug sloc_usage
#pragma clang __debug handle_crash
#pragma clang __debug assert
#pragma clang __debug crash
#pragma clang __debug parser_crash
#pragma clang __debug llvm_fatal_error
#pragma clang __debug llvm_report_fatal
#pragma clang __debug llvm_unreachable
#pragma comment(lib, "VICTIM")
#pragma comment(linker, "/OUT:VICTIM")
#pragma comment(user, "VICTIM")
#pragma detect_mismatch("VICTIM", "x")
#pragma GCC pch_preprocess "VICTIM"
#pragma GCC poison PWNED
#pragma hdrstop("VICTIM")
#pragma include_alias("VICTIM", "PWNED")
#pragma make_public(VICTIM)
#pragma redefine_extname kernel VICTIM
#pragma section("VICTIM")
#pragma clang section text="VICTIM" bss="VICTIM"
#pragma clang attribute push(__attribute__((annotate("VICTIM"))), apply_to = function)
#line 1 "VICTIM"
#line 1 "/dev/full"
# 1 "VICTIM" 1 3
#import "evil.h"
#include_next "evil.h"
#include <VICTIM>
#include "sub"
#include "k.cu"
#if __has_include("new") || __has_include_next("new") || __has_embed("VICTIM")\n#endif
static const char data[] = {\n#embed "VICTIM"\n};
import "evil.h";
import hostile;
export module hostile;
@import hostile;
asm(".incbin \"VICTIM\"");
asm(".include \"VICTIM\"");
asm(".file 1 \"VICTIM\"\n.section VICTIM");
asm(".secure_log_unique \"VICTIM\"\n.secure_log_reset");
__device__ void f() { asm volatile(".file 1 \"VICTIM\"; .loc 1 1 1; call system;"); }
__device__ int x __asm__("VICTIM");
__device__ __attribute__((section("VICTIM"))) int x;
__attribute__((code_seg("VICTIM"))) void f();
__attribute__((ifunc("VICTIM"))) void f();
template <int N> struct S { static const int value = S<N - 1>::value; };\nint x = S<0>::value;
int x = __builtin_system("touch PWNED");
constexpr int x = __builtin_printf("VICTIM");
""".splitlines()

BASE = ["-std=c++17", "-nocudainc", "-nocudalib", "-include", "{top}/tree/stub.h"]
CLANG = ["-x", "cuda", "--cuda-gpu-arch=sm_90", *BASE]


def each(option):
    return lambda words: [x for word in words for x in (option, word)]


def joined(prefix, comma=","):
    return lambda words: [prefix + comma.join(words)]


# How the words of an option stand in a command: the compiler, and what becomes
# of them. A name of a file puts them there.
WRAPS = [
    ("nvcc", lambda words: words),
    ("clang++", each("-Xclang")),
    ("clang++", each("-Xarch_device")),
    ("clang++", each("-Xarch_host")),
    ("clang++", each("-Xarch_sm_90")),
    ("clang++", each("-Xarch_nvptx64")),
    ("clang++", joined("-Xarch_device ", " ")),
    ("clang++", each("-Xpreprocessor")),
    ("clang++", joined("-Wp,")),
    ("nvcc", each("-Xcompiler")),
    ("nvcc", joined("-Xcompiler=")),
    ("nvcc", joined("-Xcompiler=", " ")),
    ("nvcc", each("-Xcudafe")),
    ("nvcc", each("-Xptxas")),
    ("nvcc", each("-Xclang")),
    ("nvcc", joined("-Wp,")),
    ("clang++", each("-Xcompiler")),
    ("clang++", each("-Xcuda-ptxas")),
    ("clang++", each("-Xcuda-fatbinary")),
    ("clang++", each("-Xlinker")),
    ("clang++", joined("-Wl,")),
    ("clang++", joined("-Wa,")),
    ("clang++", each("-Xassembler")),
    ("clang++", each("-Xanalyzer")),
    ("clang++", each("-Xopenmp-target")),
    ("clang++", each("-Xoffload-linker")),
    ("clang++", each("-Xoffload-compiler")),
    ("clang++", each("-mllvm")),
    ("clang++ @args.txt", lambda words: words),
    ("clang++ --config=evil.cfg", lambda words: words),
    ("clang++ -Xclang @args.txt", lambda words: words),
    ("nvcc --options-file args.txt", lambda words: words),
    ("nvcc -optf=nested.txt", lambda words: words),
    ("nvcc @args.txt", lambda words: words),
    ("nvcc -Xcompiler @args.txt", lambda words: words),
    ("compile_flags.txt", lambda words: words),
    ("compile_flags.txt", lambda words: ["@args.txt"] + words),
]

KERNEL = """__global__ void kernel(float *out) {
  __shared__ float tile[64];
  out[threadIdx.x] = tile[2 * threadIdx.x];
}
void run(float *out) { kernel<<<1, 32>>>(out); }
"""
STUB = """#pragma clang system_header
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#include <__clang_cuda_builtin_vars.h>
struct dim3 { unsigned x, y, z; dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1); };
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, unsigned long = 0, void * = nullptr);
"""


# ----------------------------------------------------------------------------
# The cases
# ----------------------------------------------------------------------------


@dataclasses.dataclass
class Case:
    words: list | None = None  # The command, or
    shell: str = ""  # the same as one text, or
    flags: list | None = None  # the lines of a compile_flags.txt.
    source: str = ""  # Stands before the kernel.
    arguments: list = dataclasses.field(default_factory=list)  # Of args.txt.

    def text(self):
        if self.source:
            return self.source.replace("\n", "\\n")
        text = self.shell or shlex.join(
            self.words if self.words is not None
            else ["compile_flags.txt:"] + self.flags)
        if self.arguments:
            text += "   with args.txt: " + shlex.join(self.arguments)
        return text


def lines_of(table):
    return [line for line in table if line.strip()]


def aimed(words, target):
    """The words, with a file and a folder for F and D."""
    file, folder = target
    return [re.sub(r"(?<![A-Za-z{])F$|^F(?=[,;:]|$)|(?<=[=:,;/ \"'])F\b|(?<=-MF)F$|"
                   r"(?<=-MJ)F$|(?<=^-o)F$|(?<=/Fo)F$|(?<=/Fa)F$|(?<=-Fo)F$|"
                   r"(?<=Dependencies)F$", lambda _: file,
                   re.sub(r"(?<![A-Za-z{-])D$|(?<=[=,])D\b", lambda _: folder,
                          word)) for word in words]


def wrapped(compiler, words):
    """A case whose compiler gets these words, in one of the ways of WRAPS."""
    program, *how = compiler.split()
    if program == "compile_flags.txt":
        return Case(flags=CLANG + words, arguments=words)
    base = CLANG if program == "clang++" else BASE
    into_file = words if how else []
    return Case([program, *base, *(how or words), "-c", "k.cu"],
                arguments=into_file)


def ideas():
    """Compilers and words that try to write, with F and D in them."""
    ideas = []
    for line in lines_of(CC1):
        ideas.append(("clang++", each("-Xclang")(shlex.split(line))))
    for line in lines_of(DRIVER):
        ideas.append(("clang++", shlex.split(line)))
    for line in lines_of(NVCC):
        ideas.append(("nvcc", shlex.split(line)))
    return ideas


def once_each():
    """Each as it is."""
    targets = itertools.cycle(TARGETS)
    for compiler, words in ideas():
        yield wrapped(compiler, aimed(words, next(targets)))


def combinations():
    """Each as it is at each target, and each in each of WRAPS."""
    targets = itertools.cycle(TARGETS)
    for target, (compiler, words) in itertools.product(TARGETS, ideas()):
        if aimed(words, ("", "")) != words:
            yield wrapped(compiler, aimed(words, target))
    for (compiler, wrap), (_, words) in itertools.product(WRAPS, ideas()):
        yield wrapped(compiler, wrap(aimed(words, next(targets))))


def fixed_cases():
    """Those that are what they are."""
    nvcc, clang = " ".join(BASE + ["-c", "k.cu"]), " ".join(CLANG + ["-c", "k.cu"])
    for line in lines_of(SHELL):
        yield Case(shell=line.replace("COK", clang).replace("OK", nvcc))
    for line in lines_of(SOURCES):
        text = line.replace("\\n", "\n")
        yield Case(["clang++", *CLANG, "-c", "k.cu"], source=text)
        yield Case(["clang++", *CLANG, "-std=c++20", "-fmodules", "-c", "k.cu"],
                   source=text)
        yield Case(["nvcc", *BASE, "-MD", "-c", "k.cu"], source=text)
    # The toolkit that the tree brings along.
    for words in (["../evil/bin/nvcc"], ["clang++", "--cuda-path=../evil"],
                  ["clang++", "--cuda-path={evil}", "--ptxas-path={evil}/bin/ptxas"],
                  ["{evil}/bin/clang++", "-x", "cuda"]):
        yield Case([*words, "-c", "k.cu"])


def option_cases(table):
    """One case or more for each option in clang's table (Options.inc)."""
    visible = r"\b(DefaultVis|ClangOption|CC1Option)\b"
    pattern = re.compile(r"^OPTION\(\d+, \d+ /\* (-\S*) \*/, \w+, (\w+), (\w+), .*?, "
                         r"nullptr, [^,]*, ([^,]*), ")
    targets = itertools.cycle(TARGETS)
    for line in pathlib.Path(table).read_text().splitlines():
        match = pattern.match(line)
        if not match or not re.search(visible, match[4]):
            continue
        name, kind, group = match[1], match[2], match[3]
        if group in ("W_Group", "m_Group") or name in ("-", "--"):
            continue
        for _ in range(2 if kind != "Flag" else 1):
            file, folder = next(targets)
            for value in (file, folder) if kind != "Flag" else ("",):
                words = {"Separate": [name, value], "Flag": [name],
                         "JoinedAndSeparate": [name + "x", value],
                         "MultiArg": [name, value, value]}.get(kind, [name + value])
                if "CC1Option" in match[4]:
                    yield Case(["clang++", *CLANG, *each("-Xclang")(words), "-c",
                                "k.cu"])
                if "DefaultVis" in match[4] or "ClangOption" in match[4]:
                    yield Case(["clang++", *CLANG, *words, "-c", "k.cu"])
                    yield Case(["nvcc", *BASE, *joined("-Xcompiler=")(words), "-c",
                                "k.cu"])


# ----------------------------------------------------------------------------
# Trees
# ----------------------------------------------------------------------------


class Tree:
    """The folders of some cases, and what must not change."""

    def __init__(self, top, cases):
        self.top, self.cases = top, cases
        for name in ("tree", "outside", "home", "tmp", "cache", "logs"):
            (top / name).mkdir(parents=True)
        self.tree = top / "tree"
        (self.tree / ".git").mkdir()
        (self.tree / "stub.h").write_text(STUB)
        (self.tree / "VICTIM").write_text("as it was\n")
        self.make_evil(top / "evil")
        entries = []
        for number, case in enumerate(cases):
            entries.append(self.make_case(number, case))
        # One database of all, for those that take one, and one that is good.
        entries = [entry for entry in entries if entry]
        good = [{"directory": entry["directory"], "file": "k.cu", "arguments":
                 ["clang++", *(w.replace("{top}", str(top)) for w in CLANG),
                  "-fsyntax-only", "k.cu"]} for entry in entries]
        for name, content in (("all", entries), ("good", good)):
            (top / name).mkdir()
            (top / name / "compile_commands.json").write_text(json.dumps(content))

    def make_evil(self, evil):
        for name in ("bin", "include", "lib/gcc/x86_64-linux-gnu/12", "nvvm/libdevice"):
            (evil / name).mkdir(parents=True)
        for name in ("nvcc", "ptxas", "clang", "clang++", "g++", "gcc", "cc", "ld",
                     "ld.lld", "lld", "as", "ar", "fatbinary", "nvlink", "cicc",
                     "nvptx-arch", "amdgpu-arch", "offload-arch", "diff", "dot",
                     "llvm-symbolizer", "clang-offload-bundler"):
            program = evil / "bin" / name
            program.write_text(f"#!/bin/sh\ntouch {self.top}/outside/PWNED\n")
            program.chmod(0o755)
        # One that the loader maps into memory, before it may refuse it.
        shutil.copy(_ctypes.__file__, evil / "evil.so")
        (evil / "specs").write_text("*cc1: -o VICTIM\n")
        (evil / "clang++.cfg").write_text("-MD -MF VICTIM\n")
        (evil / "include/cuda_runtime.h").write_text(STUB)
        (evil / "include/cuda.h").write_text("#define CUDA_VERSION 12080\n")
        (evil / "nvvm/libdevice/libdevice.10.bc").write_bytes(b"BC")
        (evil / "overlay.yaml").write_text(json.dumps({"version": 0, "roots": []}))

    def folder(self, number):
        return self.tree / f"c{number:05}"

    def make_case(self, number, case):
        """Writes the folder; its entry for a database of all."""
        here = self.folder(number)
        (here / "sub").mkdir(parents=True)
        filled = [("{here}", str(here)), ("{top}", str(self.top)),
                  ("{evil}", str(self.top / "evil"))]

        def fill(text):
            for name, value in filled:
                text = text.replace(name, value)
            return text

        def write(name, text):
            (here / name).write_text(text)

        write("k.cu", (case.source + "\n" if case.source else "") + KERNEL)
        write("VICTIM", "// as it was\n")
        os.symlink("VICTIM", here / "link")
        write("evil.h", "#pragma once\n")
        write('";touch PWNED;#.h', "#pragma once\n")
        write("module.modulemap", 'module hostile { header "evil.h" export * }\n')
        arguments = [fill(word) for word in case.arguments] or [
            "-MD", "-MF", "VICTIM", "-Xclang", "-dependency-dot", "-Xclang", "VICTIM"]
        quoted = shlex.join(arguments) + "\n"
        write("args.txt", quoted)
        write("evil.cfg", quoted)
        write("nested.txt", "--options-file args.txt\n")
        write("loop.txt", "--options-file loop.txt\n")
        if case.flags is not None:
            write("compile_flags.txt", "\n".join(map(fill, case.flags)) + "\n")
            return None
        entry = {"directory": str(here), "file": "k.cu"}
        if case.shell:
            entry["command"] = fill(case.shell)
        else:
            entry["arguments"] = [fill(word) for word in case.words]
        # In the folder, or in build/ below it.
        folder = here / "build" if number % 3 == 2 else here
        folder.mkdir(exist_ok=True)
        own = dict(entry, output="VICTIM") if number % 5 == 4 else entry
        (folder / "compile_commands.json").write_text(json.dumps([own]))
        return entry

    def state(self):
        """What is there, but for the cache and our own logs: name to content."""
        found = {}
        for folder, names, files in os.walk(self.top):
            if folder == str(self.top):
                names[:] = [n for n in names if n not in ("cache", "logs")]
            for name in names + files:
                path = os.path.join(folder, name)
                status = os.lstat(path)
                content = (os.readlink(path) if os.path.islink(path)
                           else "" if os.path.isdir(path)
                           else hashlib.sha256(open(path, "rb").read()).hexdigest())
                # A file that was made and removed changes its folder's time.
                found[path] = (status.st_mode, status.st_ino, status.st_mtime_ns,
                               status.st_uid, status.st_gid, status.st_size, content)
        return found


# ----------------------------------------------------------------------------
# Runs
# ----------------------------------------------------------------------------

CALLS = ("openat,?openat2,?open,?creat,?rename,?renameat,renameat2,?unlink,unlinkat,"
         "?mkdir,mkdirat,?rmdir,?link,linkat,?symlink,symlinkat,?mknod,mknodat,"
         "truncate,ftruncate,?chmod,fchmodat,?chown,?lchown,fchownat,execve,execveat,"
         "socket,connect,?mmap,?mmap2")
LINE = re.compile(r"^(\d+)\s+(\w+)\((.*)$")
WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE")
PATH = re.compile(r'(?:AT_FDCWD<([^>]*)>, |AT_FDCWD, |\d+<([^>]*)>, )?"((?:[^"\\]|\\.)*)"')


def strace_options():
    """A filter in the kernel makes it three times as fast, where there is one."""
    for options in (["-f", "--seccomp-bpf"], ["-f"]):
        tried = subprocess.run(
            ["strace", "-qq", "-y", *options, "-o", "/dev/null", "-e",
             "trace=" + CALLS, "true"], capture_output=True, check=False)
        if tried.returncode == 0 and not tried.stderr:
            return options
    sys.exit("strace does not work here: " + tried.stderr.decode())


def unquoted(text):
    return text.encode("latin-1", "replace").decode("unicode_escape", "replace")


class Judge:
    """Reads what strace wrote."""

    def __init__(self, tree, allowed):
        self.tree, self.allowed = tree, allowed
        self.problems = []  # (number of the case or None, what)
        self.last = {}  # By process: the case whose file it named last.
        self.newest = None  # By any.
        self.runs = 0

    def paths(self, rest):
        for match in PATH.finditer(rest):
            base = match[1] or match[2] or str(self.tree.tree)
            yield os.path.normpath(os.path.join(base, unquoted(match[3])))

    def case_of(self, path):
        match = re.search(r"/tree/c(\d{5})(?:/|$)", path)
        return int(match[1]) if match else None

    def is_allowed(self, path):
        # A file is written beside its place first.
        return path == "/dev/null" or any(
            path == str(a) or path.startswith((f"{a}/", f"{a}.warplint-"))
            for a in self.allowed)

    def read(self, log):
        for line in log.read_text(errors="replace").splitlines():
            match = LINE.match(line)
            if match:
                self.call(match[1], match[2], match[3], line)

    def call(self, process, name, rest, line):
        paths = list(self.paths(rest))
        # AT_FDCWD</tree/c00001> says which folder it is in, too.
        found = [c for c in map(self.case_of, paths) if c is not None]
        if found:
            self.last[process] = self.newest = found[0]
        case = found[0] if found else self.last.get(process, self.newest)

        def blame(what):
            self.problems.append((case, f"{what}: {line.split(maxsplit=1)[1]}"))

        if name in ("execve", "execveat"):
            self.runs += 1
            if self.runs > 1:
                blame("ran")
        elif name in ("socket", "connect"):
            blame("connected")
        elif name.startswith("open"):
            if WRITES.search(re.sub(r'"(?:[^"\\]|\\.)*"', "", rest)):
                if not all(map(self.is_allowed, paths)):
                    blame("opened for writing")
        elif name.startswith("mmap"):
            if "PROT_EXEC" in rest and f"<{self.tree.top}/" in rest:
                blame("loaded")
        elif name == "ftruncate":
            path = (re.search(r"<([^>]*)>", rest) or ["", ""])[1]
            if not path.startswith("/memfd:") and not self.is_allowed(path):
                blame("cut")
        elif not all(map(self.is_allowed, paths)):
            blame("changed")


class Runner:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.strace = strace_options()
        self.problems, self.commands, self.linted = [], 0, 0

    def command(self, tree, options):
        files = [str(tree.folder(n).relative_to(tree.tree) / "k.cu")
                 for n in range(len(tree.cases))]
        program = shlex.split(self.arguments.program)
        if self.arguments.kind == "warplint":
            return [*program, *options, *files]
        checks = "--checks=-*,warplint-*"
        if self.arguments.kind == "tidy":
            return [*program, checks, "--quiet", f"-p={tree.top}/all", *options, *files]
        return [*program, checks, "--quiet",
                "--config={CheckOptions: {warplint-bank-conflict.BuildPath: "
                f"'{tree.top}/all'}}}}", f"-p={tree.top}/good", *options, *files]

    def run(self, cases, options=(), named=(), prefix=None):
        """One call of the program over the cases, in a fresh tree. What was found,
        and how many cases it came to."""
        tree = Tree(self.folder / f"t{len(list(self.folder.iterdir())):03}", cases)
        environment = {
            name: value for name, value in os.environ.items()
            if name not in ("XDG_CACHE_HOME", "CUDA_PATH", "CUDA_HOME", "CPATH")}
        environment |= {"WARPLINT_CACHE_DIR": str(tree.top / "cache"),
                        "HOME": str(tree.top / "home"),
                        "TMPDIR": str(tree.top / "tmp")}
        log = tree.top / "logs/strace"
        before = tree.state()
        command = prefix or self.command(tree, options)
        process = subprocess.Popen(
            ["strace", "-qq", "-y", *self.strace, "-o", str(log), "-e",
             "trace=" + CALLS, *command], cwd=tree.tree, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True)
        # Well above what the cases take.
        limit, has_hung = 60 + 0.6 * len(cases), False
        try:
            out, err = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            has_hung = True
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
        after = tree.state()
        allowed = [tree.top / "cache", *(tree.tree / name for name in named)]
        if self.arguments.kind == "tidy":  # Its own database, gone at the end.
            allowed += [p.parent for p in (tree.top / "tmp").glob("never")]
        judge = Judge(tree, allowed)
        if self.arguments.kind == "tidy":
            own = re.compile(re.escape(str(tree.top / "tmp")) + r"/warplint-tidy[-\w]*"
                             r"(/compile_commands\.json)?$")
            plain = judge.is_allowed
            judge.is_allowed = lambda path: plain(path) or bool(own.match(path))
        judge.read(log)
        problems = judge.problems
        changes = {p for p in before.keys() | after.keys()
                   if before.get(p) != after.get(p)}
        for path in sorted(changes):
            # A folder has another time when something in it has appeared.
            inside = any(p != path and p.startswith(path + "/") for p in changes)
            is_own = any(path == str(a) or str(a).startswith(path + "/")
                         for a in allowed) or (self.arguments.kind == "tidy"
                                               and path == str(tree.top / "tmp"))
            if inside or is_own:
                continue
            what = ("appeared" if path not in before else "is gone"
                    if path not in after else "was changed")
            problems.append((judge.case_of(path), f"{what}: {path}"))
        if has_hung:
            problems.append((judge.newest, f"not done after {limit:.0f} s"))
        elif process.returncode not in (0, 1, 2):
            problems.append((judge.newest, f"exit code {process.returncode}: "
                             + err[-300:].decode(errors="replace")))
        self.linted += out.count(b"-way bank conflict")
        if not self.arguments.keep:
            shutil.rmtree(tree.top)
        # A crash of clang-tidy ends it.
        has_crashed = process.returncode not in (0, 1, 2)
        done = (judge.newest or 0) + 1 if has_crashed else len(cases)
        self.commands += done
        return problems, done

    def judge(self, cases, options=(), named=()):
        while cases:
            problems, done = self.run(cases, options, named)
            for number, what in problems:
                text = cases[number].text() if number is not None else "?"
                if len(cases) == 1:
                    text = cases[0].text()
                self.problems.append((text, " ".join(options), what))
            cases = cases[done:]

    def check_itself(self):
        """That writing, running and connecting are seen at all."""
        program = ("import os, socket; open('c00000/new', 'w'); os.mkdir('x');"
                   "os.rename('c00000/VICTIM', 'y'); os.truncate('c00000/k.cu', 1);"
                   "socket.socket(); os.system('true'); import ctypes;"
                   "ctypes.CDLL('../evil/evil.so')")
        commands = self.commands
        problems, _ = self.run([Case([])], prefix=[sys.executable, "-c", program])
        kinds = {what.split(":")[0] for _, what in problems}
        missing = {"opened for writing", "changed", "connected", "ran", "loaded",
                   "appeared", "was changed", "is gone"} - kinds
        if missing:
            sys.exit(f"the check itself does not see: {sorted(missing)}\n{problems}")
        self.commands = commands


def tell(runner):
    """What happened, by command."""
    by_command = {}
    named = [p for p in runner.problems if p[0] != "?"]
    runner.problems = named or runner.problems
    for text, options, what in runner.problems:
        by_command.setdefault(text, []).append((options, what))
    for text, all_of_it in itertools.islice(by_command.items(), 60):
        print(f"{text}   [{all_of_it[0][0]}]")
        for _, what in all_of_it[:3]:
            print(f"    {what}")
        if len(all_of_it) > 3:
            print(f"    and {len(all_of_it) - 3} more")
    print(f"{runner.commands} commands, {len(by_command)} of them did something")
    return 1


# Options of runs over one file.
SINGLES = [
    ["--quiet"], ["--strict"], ["-v"], ["--show-parse-errors", "--stats"],
    ["--fix-style=pad"], ["--format=json"], ["--format=github", "--root=."],
    ["--no-cache"], ["--explain=c00000/k.cu:3"], ["--memory-limit=4096"],
    ["-p", "../all"],
]


def several(cases, size):
    for begin in range(0, len(cases), size):
        yield cases[begin:begin + size]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--kind", choices=["warplint", "plugin", "tidy"],
                        default="warplint")
    parser.add_argument("--options")
    parser.add_argument("--number", type=int)
    parser.add_argument("--size", type=int, default=500)
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--keep")
    arguments = parser.parse_args()

    if arguments.options:
        groups = [list(option_cases(arguments.options))]
    else:
        groups = [[*fixed_cases(), *once_each()], list(combinations())]
    # Those of the first group come before any of the second.
    for group in groups:
        random.Random(1).shuffle(group)
    cases = list(itertools.chain(*groups))
    if arguments.kind != "warplint":  # One database for all of them.
        cases = [case for case in cases if case.flags is None
                 # What clang-tidy does with a pragma is its own matter.
                 and not case.source.startswith(("#pragma clang __debug",
                                                 "#pragma clang module"))
                 and not (case.source and arguments.kind == "plugin")]
    cases = [case for case in cases if arguments.only in case.text()]
    cases = cases[:arguments.number]
    if arguments.list:
        for case in cases:
            print(case.text())
        return 0

    folder = pathlib.Path(arguments.keep or tempfile.mkdtemp(prefix="hostile-"))
    folder = folder.resolve()
    folder.mkdir(exist_ok=True)
    try:
        runner = Runner(arguments, folder)
        runner.check_itself()
        one_by_one = ["-j1", "--quiet"] if arguments.kind == "warplint" else []
        for part in several(cases, arguments.size):
            runner.judge(part, one_by_one)
        many = runner.commands
        if arguments.kind == "warplint":
            # A file alone is linted by the program's own process.
            step = max(1, len(cases) // 40)
            for options, case in zip(itertools.cycle(SINGLES), cases[::step]):
                runner.judge([case], options)
            # What is named may be written, and nothing that the source names.
            for case in cases:
                if case.source.startswith(("#line", "# 1")):
                    runner.judge([case], ["--fix"], ["c00000/k.cu"])
                    runner.judge([case], ["--format=sarif:out", "--export-fixes=fixes"],
                                 ["out", "fixes"])
        if not arguments.only and runner.linted < many / 2:
            runner.problems.append(("", "", f"of {many} commands "
                                    f"{runner.linted} kernels were linted"))
        if runner.problems:
            return tell(runner)
        print(f"{runner.commands} commands, nothing written, nothing run "
              f"({runner.linted} linted)")
        return 0
    finally:
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
