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
