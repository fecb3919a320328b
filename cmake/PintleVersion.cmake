# Writes pintle/base/version.h from src/pintle/base/version.h.in.

set(PINTLE_REVISION "")
find_package(Git QUIET)
if(GIT_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} describe --tags --always --dirty
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    OUTPUT_VARIABLE PINTLE_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
set(PINTLE_COMPILER "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
set(PINTLE_PYTHON_NAME "")
if(PINTLE_PYTHON)
  set(PINTLE_PYTHON_NAME "Python ${Python3_VERSION}, ${Python3_EXECUTABLE}")
endif()
configure_file(${PROJECT_SOURCE_DIR}/src/pintle/base/version.h.in
  ${PROJECT_BINARY_DIR}/generated/pintle/base/version.h @ONLY)
