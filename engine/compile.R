# Compiles the engine's and the tools' functions ahead; see R/runtime/compile.R. Working directory: the repository.
engine <- new.env()
for (file in list.files(file.path("engine", "R"), "\\.R$", full.names = TRUE, recursive = TRUE)) {
  sys.source(file, envir = engine, keep.source = FALSE)
}
left <- engine$compile_ahead(".")
if (length(left) > 0L) message("cannot be compiled: ", paste(left, collapse = ", "))
