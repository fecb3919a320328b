# Labels: unit (beside the code), validation, property, cli, python, example.

find_package(GTest REQUIRED)
find_package(rapidcheck QUIET)
include(GoogleTest)

add_library(pintle_test_common INTERFACE)
target_link_libraries(pintle_test_common INTERFACE pintle_common GTest::gtest_main GTest::gmock)
target_include_directories(pintle_test_common INTERFACE ${PROJECT_SOURCE_DIR})  # "tests/support/..."
target_compile_definitions(pintle_test_common INTERFACE PINTLE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
# Test code is built once and run for seconds: -O1 takes a quarter off its build, the libraries under test stay at -O3.
target_compile_options(pintle_test_common INTERFACE $<$<CONFIG:Release>:-O1>)

# One thread per test: two tests run side by side, and sums then do not depend on the machine.
set(PINTLE_TEST_ENVIRONMENT OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 UBSAN_OPTIONS=print_stacktrace=1)

pintle_precompile(pintle_test_pch <gmock/gmock.h> <gtest/gtest.h> <algorithm> <array> <cmath> <functional> <limits>
  <map> <memory> <optional> <random> <span> <sstream> <string> <vector> <Eigen/Dense> <fmt/format.h>)
target_link_libraries(pintle_test_pch PRIVATE pintle_test_common)

add_custom_target(unit_tests)  # builds every program whose tests are labelled unit

# pintle_add_tests(<name> <label> SOURCES ... LIBRARIES ...): the program pintle_<name>_tests, its tests listed as <name>.Suite.test
function(pintle_add_tests name label)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBRARIES" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  if(PINTLE_SANITIZE)  # some tests take twenty times as long
    math(EXPR ARG_TIMEOUT "3 * ${ARG_TIMEOUT}")
  endif()
  set(target pintle_${name}_tests)
  add_executable(${target} ${ARG_SOURCES})
  target_link_libraries(${target} PRIVATE ${ARG_LIBRARIES} pintle_test_common)
  pintle_reuse_precompiled(${target} pintle_test_pch)
  if(label STREQUAL "unit")
    add_dependencies(unit_tests ${target})
  endif()
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 TEST_PREFIX ${name}.
    PROPERTIES LABELS ${label} TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "${PINTLE_TEST_ENVIRONMENT}")
endfunction()

# Test support sees every library below app, so the batteries can build whole systems.
set(support "")
set(everything "")
foreach(folder IN LISTS PINTLE_FOLDERS)
  string(REPLACE "/" "_" id ${folder})
  if(NOT folder MATCHES "^(cli|python)$")
    list(APPEND everything pintle_${id})
  endif()
  if(PINTLE_LEVEL_${id} LESS ${PINTLE_LEVEL_app})
    list(APPEND below_app pintle_${id})
  endif()
endforeach()
file(GLOB support_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/support/*.cpp)
list(FILTER support_sources EXCLUDE REGEX "_test\\.cpp$|/counting_allocator\\.cpp$")
# It replaces operator new; inlined beside it, the library's own news would be taken for another allocator's.
add_library(pintle_counting_allocator STATIC ${PROJECT_SOURCE_DIR}/tests/support/counting_allocator.cpp)
target_link_libraries(pintle_counting_allocator PUBLIC pintle_test_common)
if(support_sources)
  add_library(pintle_test_support STATIC ${support_sources})
  target_link_libraries(pintle_test_support PUBLIC pintle_counting_allocator ${below_app} pintle_test_common)
  pintle_reuse_precompiled(pintle_test_support pintle_test_pch)
  set(support pintle_test_support)
endif()

# Unit tests. Only system and what is above it link all of the support, so that tests of the lower ones build without the rest.
foreach(folder IN LISTS PINTLE_FOLDERS)
  string(REPLACE "/" "_" id ${folder})
  pintle_folder_sources(${folder} sources tests)
  if(tests AND NOT folder STREQUAL "cli")
    set(libraries pintle_counting_allocator pintle_${id} ${PINTLE_LOWER_${id}})
    if(PINTLE_LEVEL_${id} GREATER_EQUAL ${PINTLE_LEVEL_system})
      list(PREPEND libraries ${support})
    endif()
    pintle_add_tests(${id} unit SOURCES ${tests} LIBRARIES ${libraries})
  endif()
endforeach()

# tests/<kind>/*.cpp: one executable per kind; tests/support's own tests count as unit tests.
file(GLOB support_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/support/*_test.cpp)
if(support_tests)
  pintle_add_tests(support unit SOURCES ${support_tests} LIBRARIES ${support})
endif()
foreach(kind validation property)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${kind}/*.cpp)
  if(sources)
    set(libraries ${support} ${everything})
    if(kind STREQUAL "property" AND TARGET rapidcheck)
      list(APPEND libraries rapidcheck)
    endif()
    pintle_add_tests(${kind} ${kind} TIMEOUT 600 SOURCES ${sources} LIBRARIES ${libraries})
  endif()
endforeach()

# tests/fuzz: mutations of the corpus and misspellings count as unit tests, so that they run under sanitizers too.
file(GLOB fuzz_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*_test.cpp)
pintle_add_tests(fuzz unit SOURCES ${fuzz_tests} LIBRARIES ${everything})

# What tests/cli holds exported glTF files to: Khronos' validator, fetched once into the build.
set(gltf ${PROJECT_SOURCE_DIR}/tests/gltf)
set(PINTLE_GLTF ${PROJECT_BINARY_DIR}/gltf)
set(gltf_files ${gltf}/package.json ${gltf}/package-lock.json ${gltf}/.npmrc ${gltf}/validate.mjs)
add_custom_command(OUTPUT ${PINTLE_GLTF}/node_modules/.package-lock.json
  COMMAND ${CMAKE_COMMAND} -E make_directory ${PINTLE_GLTF}
  COMMAND ${CMAKE_COMMAND} -E copy ${gltf_files} ${PINTLE_GLTF}
  COMMAND ${CMAKE_COMMAND} -E chdir ${PINTLE_GLTF} ${NPM_PROGRAM} ci --silent --no-audit --no-fund
  DEPENDS ${gltf_files} COMMENT "Fetching the validator of glTF files" VERBATIM)
add_custom_target(gltf_validator ALL DEPENDS ${PINTLE_GLTF}/node_modules/.package-lock.json)

# tests/cli/*.sh and *.py, tests/mbdyn/*_test.py: scripts that get the command in $PINTLE and run in a folder of their own.
if(TARGET pintle)
  file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/cli/*.sh ${PROJECT_SOURCE_DIR}/tests/cli/*_test.py
    ${PROJECT_SOURCE_DIR}/tests/mbdyn/*_test.py)
  foreach(script IN LISTS scripts)
    cmake_path(GET script STEM stem)
    cmake_path(GET script EXTENSION extension)
    set(program bash)
    if(extension STREQUAL ".py")
      set(program ${Python3_EXECUTABLE})
    endif()
    set(folder ${PROJECT_BINARY_DIR}/cli/${stem})
    file(MAKE_DIRECTORY ${folder})
    add_test(NAME cli.${stem} COMMAND ${program} ${script} WORKING_DIRECTORY ${folder})
    set_tests_properties(cli.${stem} PROPERTIES LABELS cli TIMEOUT 300
      ENVIRONMENT "${PINTLE_TEST_ENVIRONMENT};PINTLE=$<TARGET_FILE:pintle>;PINTLE_SOURCE_DIR=${PROJECT_SOURCE_DIR};PINTLE_GLTF=${PINTLE_GLTF}")
  endforeach()

  # tests/python/*_test.py: pytest over the package as it is built.
  if(PINTLE_PYTHON)
    file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/python/*_test.py)
    foreach(script IN LISTS scripts)
      cmake_path(GET script STEM stem)
      set(folder ${PROJECT_BINARY_DIR}/python_tests/${stem})
      file(MAKE_DIRECTORY ${folder})
      add_test(NAME python.${stem} COMMAND ${Python3_EXECUTABLE} -B -m pytest -q -p no:cacheprovider --basetemp=temporary ${script}
        WORKING_DIRECTORY ${folder})
      set_tests_properties(python.${stem} PROPERTIES LABELS python TIMEOUT 300
        ENVIRONMENT "${PINTLE_TEST_ENVIRONMENT};PYTHONPATH=${PROJECT_BINARY_DIR}/python;PINTLE=$<TARGET_FILE:pintle>;PINTLE_SOURCE_DIR=${PROJECT_SOURCE_DIR};PINTLE_BUILD_DIR=${PROJECT_BINARY_DIR}")
    endforeach()
  endif()

  # Every example runs to its end, in a folder of its own: files of MBDM are named after cases, which examples may share.
  file(GLOB_RECURSE examples CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/examples ${PROJECT_SOURCE_DIR}/examples/*.json ${PROJECT_SOURCE_DIR}/examples/*.mbd ${PROJECT_SOURCE_DIR}/examples/*.mbdm)
  foreach(example IN LISTS examples)
    string(REGEX REPLACE "\\.(json|mbd)$" "" name ${example})
    string(REPLACE "/" "." name ${name})
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/examples/${name})
    add_test(NAME example.${name}
      COMMAND pintle run ${PROJECT_SOURCE_DIR}/examples/${example} -o ${PROJECT_BINARY_DIR}/examples/${name}/)
    set_tests_properties(example.${name} PROPERTIES LABELS example TIMEOUT 300 ENVIRONMENT "${PINTLE_TEST_ENVIRONMENT}")
  endforeach()
endif()
