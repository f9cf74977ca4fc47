# find_package(ASC): the language ASC, compiled by belay cc. The vendor's host libraries are targets
# without contents: libbelay, which belay cc links, has what they have.
list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
set(BELAY_ROOT "${CMAKE_CURRENT_LIST_DIR}/../../..")
foreach(library tiling_api register platform unified_dlog graph_base ascendcl runtime acl_rt dl m
        c_sec ascendc_runtime profapi ascendalog mmpa error_manager)
    if(NOT TARGET ${library} AND NOT library MATCHES "^(dl|m)$")
        add_library(${library} INTERFACE IMPORTED)
    endif()
endforeach()
include_directories(SYSTEM "${BELAY_ROOT}/share/belay/include")
link_directories("${BELAY_ROOT}/lib")

# Definitions for every language of a target; they may begin with -D.
function(ascendc_compile_definitions target)
    foreach(definition ${ARGN})
        if(NOT definition MATCHES "^(PRIVATE|PUBLIC|INTERFACE)$")
            string(REGEX REPLACE "^-D" "" definition "${definition}")
            target_compile_definitions(${target} PRIVATE "${definition}")
        endif()
    endforeach()
endfunction()
