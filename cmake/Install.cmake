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

# The man page is the program's own --help.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
  install(CODE "
    set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1\")
    file(MAKE_DIRECTORY \"\${folder}\")
    execute_process(
      COMMAND \"${Python3_EXECUTABLE}\" \"${PROJECT_SOURCE_DIR}/scripts/man_page.py\"
        \"$<TARGET_FILE:warplint>\"
      OUTPUT_FILE \"\${folder}/warplint.1\" COMMAND_ERROR_IS_FATAL ANY)")
endif()
