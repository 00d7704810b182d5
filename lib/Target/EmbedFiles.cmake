# Writes OUTPUT: one raw string literal, with its name, for each of FILES.
set(text "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} contents)
  string(APPEND text "{\"${name}\", R\"json(${contents})json\"},\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
