#' An annotation package's database on a connection of this process's own. A child shares the place in a file that its parent had open before
#' the fork: children that read by it at once are told that the database is malformed.
#'
#' @param package org.Hs.eg.db or GO.db. @return An OrgDb or GODb, for AnnotationDbi::keys and AnnotationDbi::select; opened for reading once per
#'   process. Source: AnnotationDbi::loadDb.
annotation_database <- local({
  # What a parent opened is kept too: to drop it would close it in the child.
  opened <- new.env()
  function(package) {
    key <- paste(Sys.getpid(), package)
    if (is.null(opened[[key]])) {
      file <- system.file("extdata", sub("\\.db$", ".sqlite", package), package = package, mustWork = TRUE)
      opened[[key]] <- AnnotationDbi::loadDb(file)
    }
    opened[[key]]
  }
})

#' Rows of an annotation package's database.
#'
#' @param package See `annotation_database`. @param query In SQL. @return Data frame.
query_annotation <- function(package, query) DBI::dbGetQuery(AnnotationDbi::dbconn(annotation_database(package)), query)
