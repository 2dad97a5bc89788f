#' The limits of a child: the library that the set-up builds of `engine/src/confine.c`, and what a child may see.

#' What every job reads: R, the packages, and the few settings of the system that they ask for. Absent ones are left out.
READABLE <- c(
  file.path("/usr", c("bin", "lib", "lib32", "lib64", "libexec", "share", "local/bin", "local/lib", "local/share")),
  "/bin", "/lib", "/lib64", "/proc",
  file.path("/etc", c(
    "R", "alternatives", "group", "ld.so.cache", "localtime", "nsswitch.conf", "os-release", "papersize", "passwd", "timezone"
  ))
)
DEVICES <- file.path("/dev", c("null", "zero", "full", "random", "urandom"))

#' Load the library, and close the parent's own memory to its children.
#'
#' @param root Folder with `engine/`.
#' @return For `confine_child`; NULL where the library has not been built.
open_confinement <- function(root) {
  code <- load_library(root, "confine")
  if (is.null(code)) return(NULL)
  routine <- function(name) getNativeSymbolInfo(name, code)
  .Call(routine("confinement_prepare"))
  abilities <- .Call(routine("confinement_abilities"))
  list(
    confine = routine("confine"), abilities = stats::setNames(abilities, c("landlock", "seccomp")),
    readable = unique(c(READABLE, R.home(), .libPaths(), normalizePath(root)))
  )
}

#' Confine this process for the rest of its life; about a millisecond.
#'
#' @param confinement From `open_confinement`; NULL changes nothing. @param folder The job's, in which `log.txt` lies.
#' @param writable The folder to write below: the job's, or one that holds this job's and those of the same keeper that follow.
confine_child <- function(confinement, folder, writable = folder) {
  if (is.null(confinement)) return(invisible())
  invisible(.Call(confinement$confine, folder, writable, confinement$readable, DEVICES, confinement$abilities))
}
