# What `cmake --install` lays down beside the program itself: the header for users'
# kernels and the documentation. The libraries stay inside, and their headers too.

install(FILES ${PROJECT_SOURCE_DIR}/include/warplint/swizzle.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/warplint)
install(FILES
  ${PROJECT_SOURCE_DIR}/README.md
  ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples
  DESTINATION ${CMAKE_INSTALL_DOCDIR}
  PATTERN ".*" EXCLUDE
  PATTERN "docs/copyright" EXCLUDE)
# Who holds which rights to what is in the program, as Debian wants it told.
install(FILES ${PROJECT_SOURCE_DIR}/docs/copyright ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION ${CMAKE_INSTALL_DOCDIR})

# find_package(Warplint), and what other build systems and services take.
install(FILES
  ${PROJECT_SOURCE_DIR}/cmake/WarplintCheck.cmake
  ${PROJECT_SOURCE_DIR}/cmake/WarplintConfig.cmake
  DESTINATION ${CMAKE_INSTALL_DATADIR}/cmake/Warplint)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/integrations
  DESTINATION ${CMAKE_INSTALL_DATADIR}/warplint USE_SOURCE_PERMISSIONS)

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

find_package(Python3 COMPONENTS Interpreter)
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
