# Registration of types without static initialisers (a static library drops those silently).
# A stem with a page, joints/revolute_hinge.md beside joints/revolute_hinge.cpp, is a type. The .cpp defines
# register_revolute_hinge(Registry&); the build writes register_all_joints, which calls one after the other.

set(PINTLE_TYPE_FOLDERS nodes bodies joints loads functions drives laws output formulations analysis)

# Types of different kinds may share a name (a dynamic node, a dynamic analysis): their functions then carry the kind,
# as in register_sine_drive.
set(PINTLE_REGISTER_SUFFIX_functions _function)
set(PINTLE_REGISTER_SUFFIX_drives _drive)
set(PINTLE_REGISTER_SUFFIX_laws _law)
set(PINTLE_REGISTER_SUFFIX_analysis _analysis)
set(PINTLE_REGISTER_SUFFIX_formulations _solver)
set(PINTLE_REGISTER_SUFFIX_output _output)

# pintle_register_types(<folder> <out>): writes the generated pair and sets <out> to its source file.
function(pintle_register_types folder out)
  set(registry Registry)
  set(header pintle/system/registry.h)
  set(suffix "${PINTLE_REGISTER_SUFFIX_${folder}}")
  if(folder MATCHES "^(functions|drives|laws)$")  # parts of other cards: a registry of their own
    string(REGEX REPLACE "s$" "" part ${folder})
    set(header pintle/${folder}/${part}_registry.h)
    string(SUBSTRING ${part} 0 1 initial)
    string(SUBSTRING ${part} 1 -1 rest)
    string(TOUPPER ${initial} initial)
    set(registry ${initial}${rest}Registry)
  endif()

  set(declarations "")
  set(calls "")
  file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/pintle/${folder}/*.md)
  foreach(page IN LISTS pages)
    cmake_path(GET page STEM stem)
    if(EXISTS ${PROJECT_SOURCE_DIR}/src/pintle/${folder}/${stem}.cpp)
      string(APPEND declarations "void register_${stem}${suffix}(${registry}& registry);\n")
      string(APPEND calls "  register_${stem}${suffix}(registry);\n")
    endif()
  endforeach()

  set(about "Written by cmake/PintleRegistration.cmake from the pages in src/pintle/${folder}.")
  set(base ${PROJECT_BINARY_DIR}/generated/pintle/${folder}/register_all_${folder})
  file(CONFIGURE OUTPUT ${base}.h @ONLY CONTENT "// ${about}
#pragma once

#include \"${header}\"

namespace pintle {

void register_all_${folder}(${registry}& registry);

}  // namespace pintle
")
  file(CONFIGURE OUTPUT ${base}.cpp @ONLY CONTENT "// ${about}
#include \"pintle/${folder}/register_all_${folder}.h\"

namespace pintle {

${declarations}
void register_all_${folder}([[maybe_unused]] ${registry}& registry) {
${calls}}

}  // namespace pintle
")
  set(${out} ${base}.cpp PARENT_SCOPE)
endfunction()
