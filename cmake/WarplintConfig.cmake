# find_package(Warplint): brings warplint_check(target).
include("${CMAKE_CURRENT_LIST_DIR}/WarplintCheck.cmake")
