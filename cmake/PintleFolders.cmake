# One static library per folder of src/pintle, linked to the libraries of all lower levels and to no sibling.
# The levels are those of ARCHITECTURE.md (scripts/check_layers.py holds the includes to that table).

set(PINTLE_LEVELS
  "base"
  "math"
  "model"
  "lang/json lang/mbdyn lang/mbdm functions solvers trees results"
  "drives"
  "laws"
  "system"
  "nodes bodies joints loads integrators output"
  "formulations"
  "analysis"
  "app"
  "verification selfcheck"
  "cli python")

pintle_precompile(pintle_pch
  <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map> <memory> <optional> <span> <string> <string_view>
  <unordered_map> <utility> <variant> <vector> <Eigen/Dense> <fmt/format.h>)

# pintle_folder_sources(<folder> <sources> <tests>)
function(pintle_folder_sources folder sources tests)
  file(GLOB_RECURSE all CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/pintle/${folder}/*.cpp)
  set(test_files ${all})
  list(FILTER test_files INCLUDE REGEX "_test\\.cpp$")
  list(FILTER all EXCLUDE REGEX "_test\\.cpp$")
  set(${sources} ${all} PARENT_SCOPE)
  set(${tests} ${test_files} PARENT_SCOPE)
endfunction()

# pintle_add_folder(<folder> <lower libraries>...)
function(pintle_add_folder folder)
  if(folder STREQUAL "python" AND NOT PINTLE_PYTHON)
    return()
  endif()
  string(REPLACE "/" "_" id ${folder})
  pintle_folder_sources(${folder} sources tests)
  if(folder IN_LIST PINTLE_TYPE_FOLDERS AND sources)
    pintle_register_types(${folder} registration)
    list(APPEND sources ${registration})
  endif()

  set(scope PUBLIC)
  set(target pintle_${id})
  if(folder STREQUAL "cli")
    add_executable(pintle ${sources})
    set(target pintle)
    set_target_properties(pintle PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  elseif(folder STREQUAL "python")
    pintle_add_python(${sources})
    set(target pintle_core)
    set(scope PRIVATE)
  elseif(sources)
    add_library(pintle_${id} STATIC ${sources})
  else()
    add_library(pintle_${id} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_link_libraries(${target} ${scope} ${ARGN} pintle_common ${PINTLE_LIBRARIES_${id}})
  target_compile_definitions(${target} ${scope} ${PINTLE_DEFINITIONS_${id}})
  if(sources AND NOT folder STREQUAL "python")  # which hides its symbols, as pybind11 wants it
    pintle_reuse_precompiled(${target} pintle_pch)
  endif()
endfunction()

set(PINTLE_FOLDERS "")     # folders that exist, in layer order
set(lower "")
set(level 0)
foreach(names IN LISTS PINTLE_LEVELS)
  separate_arguments(folders UNIX_COMMAND ${names})
  set(here "")
  foreach(folder IN LISTS folders)
    file(GLOB any CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/pintle/${folder}/*.h
         ${PROJECT_SOURCE_DIR}/src/pintle/${folder}/*.cpp)
    if(any)
      pintle_add_folder(${folder} ${lower})
      string(REPLACE "/" "_" id ${folder})
      list(APPEND PINTLE_FOLDERS ${folder})
      set(PINTLE_LEVEL_${id} ${level})
      set(PINTLE_LOWER_${id} ${lower})
      list(APPEND here pintle_${id})
    endif()
  endforeach()
  list(APPEND lower ${here})
  math(EXPR level "${level} + 1")
endforeach()

# A folder that no level names would silently not be built.
file(GLOB_RECURSE every_source CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src/pintle
     ${PROJECT_SOURCE_DIR}/src/pintle/*.cpp)
foreach(source IN LISTS every_source)
  set(owned FALSE)
  foreach(folder IN LISTS PINTLE_FOLDERS)
    string(FIND ${source} "${folder}/" at)
    if(at EQUAL 0)
      set(owned TRUE)
      break()
    endif()
  endforeach()
  if(NOT owned)
    message(FATAL_ERROR "src/pintle/${source}: its folder has no level; add it to cmake/PintleFolders.cmake and ARCHITECTURE.md")
  endif()
endforeach()
