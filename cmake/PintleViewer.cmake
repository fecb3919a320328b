# The page of the viewer: viewer/dist/viewer.html, built with npm and made a part of the program (results/report_page.cpp).

find_program(NPM_PROGRAM npm)
if(NOT NPM_PROGRAM)
  message(FATAL_ERROR "npm is missing, with which the viewer is built; `make packages` installs it")
endif()
set(viewer ${PROJECT_SOURCE_DIR}/viewer)
set(PINTLE_VIEWER_PAGE ${viewer}/dist/viewer.html)
file(GLOB_RECURSE viewer_sources CONFIGURE_DEPENDS ${viewer}/src/* ${viewer}/*.config.ts ${viewer}/viewer.html)
list(FILTER viewer_sources EXCLUDE REGEX "/(node_modules|dist)/")

add_custom_command(OUTPUT ${viewer}/node_modules/.package-lock.json
  COMMAND ${NPM_PROGRAM} ci --silent --no-audit --no-fund
  DEPENDS ${viewer}/package.json ${viewer}/package-lock.json
  WORKING_DIRECTORY ${viewer} COMMENT "Fetching the libraries of the viewer" VERBATIM)
add_custom_command(OUTPUT ${PINTLE_VIEWER_PAGE}
  COMMAND ${NPM_PROGRAM} run --silent build
  DEPENDS ${viewer_sources} ${viewer}/package.json ${viewer}/node_modules/.package-lock.json
  WORKING_DIRECTORY ${viewer} COMMENT "Building the viewer" VERBATIM)
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/pintle/results/report_page.cpp PROPERTIES
  OBJECT_DEPENDS ${PINTLE_VIEWER_PAGE} SKIP_UNITY_BUILD_INCLUSION ON
  COMPILE_DEFINITIONS "PINTLE_VIEWER_PAGE=\"${PINTLE_VIEWER_PAGE}\"")
