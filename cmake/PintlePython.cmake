# The Python package, ready to import from <build>/python: the module pintle/_core, built of src/pintle/python, beside the
# files of python/pintle and stubs made from the schemas.

if(NOT Python3_Development.Module_FOUND)
  message(FATAL_ERROR "the headers of ${Python3_EXECUTABLE} are missing; `make packages` installs those of Debian's Python, "
                      "-DPINTLE_PYTHON=OFF leaves the package out")
endif()
find_package(pybind11 QUIET)
if(NOT pybind11_FOUND)
  message(FATAL_ERROR "pybind11 is missing; `make packages` installs it, -DPINTLE_PYTHON=OFF leaves the Python package out")
endif()
set(PINTLE_PYTHON_SOABI ${Python3_SOABI} CACHE INTERNAL "The Python that the package is built for (scripts/python_backend.py)")

# pintle_add_python(<sources>...): the target pintle_python.
function(pintle_add_python)
  set(package ${PROJECT_BINARY_DIR}/python/pintle)
  pybind11_add_module(pintle_core MODULE NO_EXTRAS ${ARGN})
  set_target_properties(pintle_core PROPERTIES OUTPUT_NAME _core LIBRARY_OUTPUT_DIRECTORY ${package}
    CXX_VISIBILITY_PRESET hidden UNITY_BUILD OFF)

  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/pintle/*.py ${PROJECT_SOURCE_DIR}/python/pintle/*.pyi
       ${PROJECT_SOURCE_DIR}/python/pintle/py.typed)
  set(made "")
  foreach(file IN LISTS files)
    cmake_path(GET file FILENAME name)
    # Links: a change is there without a build.
    add_custom_command(OUTPUT ${package}/${name} COMMAND ${CMAKE_COMMAND} -E create_symlink ${file} ${package}/${name}
                       DEPENDS ${file} VERBATIM)
    list(APPEND made ${package}/${name})
  endforeach()
  set(writer ${PROJECT_SOURCE_DIR}/scripts/write_stubs.py)
  add_custom_command(OUTPUT ${package}/kinds.pyi
    COMMAND ${Python3_EXECUTABLE} ${writer} ${package}
    DEPENDS pintle_core ${writer} COMMENT "Writing the stubs of the Python package" VERBATIM)
  add_custom_target(pintle_python ALL DEPENDS pintle_core ${made} ${package}/kinds.pyi)
endfunction()
