# Flags, ccache and precompiled headers. Every target of ours links pintle_common.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# The Python module is made of the same libraries. Programs are compiled alike, for one precompiled header serves both; nobody
# replaces our functions when they are loaded, so that they may be inlined as in a program.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_COMPILE_OPTIONS_PIC -fPIC -fno-semantic-interposition)
set(CMAKE_CXX_COMPILE_OPTIONS_PIE ${CMAKE_CXX_COMPILE_OPTIONS_PIC})
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or Sanitize" FORCE)
endif()

# No -ffast-math: a restarted run must continue bit for bit. Nobody reads errno after sqrt.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG -fno-math-errno")
set(CMAKE_CXX_FLAGS_DEBUG "-Og -g -D_GLIBCXX_ASSERTIONS")
set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g1 -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache serves units that use a precompiled header only under these settings (its manual, "Precompiled headers"); clones in
  # other places are served, too.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime"
      "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" "CCACHE_NOHASHDIR=1" ${CCACHE_PROGRAM})
endif()

# Most of the time goes into Eigen's templates; files compiled together share them. Names in the unnamed namespaces of one folder
# must therefore differ. The preset debug compiles each file alone: every file still includes what it uses.
if(PINTLE_UNITY)
  set(CMAKE_UNITY_BUILD ON)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE ${PINTLE_UNITY})
endif()

add_library(pintle_common INTERFACE)
target_include_directories(pintle_common INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/generated)
target_compile_options(pintle_common INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 at -O3 wrongly sees overlapping and overlong copies inside std::string's operator+ (GCC bug 105651).
  target_compile_options(pintle_common INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
if(PINTLE_WERROR)
  target_compile_options(pintle_common INTERFACE -Werror)
endif()
if(PINTLE_NATIVE)
  target_compile_options(pintle_common INTERFACE -march=native)
endif()
if(PINTLE_SANITIZE)
  # A target with the property PINTLE_PLAIN is left as it is.
  set(instrumented $<NOT:$<BOOL:$<TARGET_PROPERTY:PINTLE_PLAIN>>>)
  target_compile_options(pintle_common INTERFACE $<${instrumented}:-fsanitize=${PINTLE_SANITIZE}> -fno-sanitize-recover=all)
  if(PINTLE_SANITIZE MATCHES undefined)
    # The first two take a quarter of the time to compile, the others a sixth of the rest; the address sanitizer stops where these would lead anyway.
    target_compile_options(pintle_common INTERFACE
      $<${instrumented}:-fno-sanitize=null,alignment,object-size,pointer-overflow,vptr>)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The instrumentation hides assignments from GCC's flow analysis, which then warns about Eigen's own temporaries.
    target_compile_options(pintle_common INTERFACE -Wno-maybe-uninitialized)
  endif()
  target_link_options(pintle_common INTERFACE -fsanitize=${PINTLE_SANITIZE})
endif()
if(PINTLE_PCH AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(pintle_common INTERFACE -fpch-preprocess)
endif()
if(PINTLE_IPO)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()

# pintle_precompile(<target> <headers>...): a target whose precompiled headers others reuse.
function(pintle_precompile target)
  file(WRITE ${PROJECT_BINARY_DIR}/generated/${target}.cpp.in "// Carries the precompiled header.\n")
  configure_file(${PROJECT_BINARY_DIR}/generated/${target}.cpp.in ${PROJECT_BINARY_DIR}/generated/${target}.cpp COPYONLY)
  add_library(${target} OBJECT ${PROJECT_BINARY_DIR}/generated/${target}.cpp)
  target_link_libraries(${target} PRIVATE pintle_common)
  if(PINTLE_PCH)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

function(pintle_reuse_precompiled target from)
  if(PINTLE_PCH)
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()
