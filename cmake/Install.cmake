# What `cmake --install` lays down beside the programs themselves: the header for users'
# kernels and the documentation. The libraries stay inside, and their headers too. What
# clang-tidy needs is a component and a package of its own: "tidy".

find_package(Python3 COMPONENTS Interpreter)

# The documentation of a package, with who holds which rights to what is in the
# programs, as Debian wants it told. How the code lies is for who has the code.
function(warplint_install_documentation package component)
  set(folder ${CMAKE_INSTALL_DATAROOTDIR}/doc/${package})
  install(FILES
    ${PROJECT_SOURCE_DIR}/README.md
    ${PROJECT_SOURCE_DIR}/CHANGELOG.md
    ${PROJECT_SOURCE_DIR}/docs/copyright
    ${PROJECT_SOURCE_DIR}/LICENSE
    DESTINATION ${folder} COMPONENT ${component})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples
    DESTINATION ${folder} COMPONENT ${component}
    PATTERN ".*" EXCLUDE
    PATTERN "docs/architecture.md" EXCLUDE
    PATTERN "docs/copyright" EXCLUDE)
  if(Python3_FOUND)
    install(CODE "
      set(prefix \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
      execute_process(
        COMMAND \"${Python3_EXECUTABLE}\" \"${PROJECT_SOURCE_DIR}/scripts/installed_links.py\"
          \"\${prefix}\" \"\${prefix}/${folder}\"
        COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${component})
  endif()
endfunction()

# The man page and what shells complete are made of the program's own --help.
function(warplint_install_printed folder name script)
  install(CODE "
    set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${folder}\")
    file(MAKE_DIRECTORY \"\${folder}\")
    execute_process(
      COMMAND \"${Python3_EXECUTABLE}\" \"${PROJECT_SOURCE_DIR}/scripts/${script}\"
        \"$<TARGET_FILE:warplint>\" ${ARGN}
      OUTPUT_FILE \"\${folder}/${name}\" COMMAND_ERROR_IS_FATAL ANY)")
endfunction()

# find_package(Warplint), and what other build systems and services take.
install(FILES
  ${PROJECT_SOURCE_DIR}/cmake/WarplintCheck.cmake
  ${PROJECT_SOURCE_DIR}/cmake/WarplintConfig.cmake
  DESTINATION ${CMAKE_INSTALL_DATADIR}/cmake/Warplint)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/integrations
  DESTINATION ${CMAKE_INSTALL_DATADIR}/warplint USE_SOURCE_PERMISSIONS)

if(Python3_FOUND)
  warplint_install_printed(${CMAKE_INSTALL_MANDIR}/man1 warplint.1 man_page.py)
  warplint_install_printed(${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    warplint completions.py bash)
  warplint_install_printed(${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
    warplint.fish completions.py fish)
  # Debian's zsh looks below /usr for those of packages in a folder of their own.
  warplint_install_printed(${CMAKE_INSTALL_DATADIR}/zsh/site-functions
    _warplint completions.py zsh)
  warplint_install_printed(${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
    _warplint completions.py zsh)
endif()

# Behind all else: links lead to what lies there.
warplint_install_documentation(warplint Unspecified)
if(WARPLINT_HAS_TIDY)
  warplint_install_documentation(warplint-tidy tidy)
endif()
