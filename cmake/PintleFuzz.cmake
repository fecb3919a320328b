# tests/fuzz/<reader>_fuzz.cpp: libFuzzer programs pintle_<reader>_fuzz, with the libraries instrumented as PINTLE_SANITIZE says.

file(GLOB fuzzers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*_fuzz.cpp)
foreach(fuzzer IN LISTS fuzzers)
  cmake_path(GET fuzzer STEM stem)
  add_executable(pintle_${stem} ${fuzzer})
  target_include_directories(pintle_${stem} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(pintle_${stem} PRIVATE PINTLE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(pintle_${stem} PRIVATE pintle_app ${PINTLE_LOWER_app})
  target_link_options(pintle_${stem} PRIVATE -fsanitize=fuzzer)
endforeach()

# Which letters a suggestion compares is nothing to look for, and takes a third of the time.
set_target_properties(pintle_base PROPERTIES PINTLE_PLAIN ON)
