#' Packages that are databases. Only their files are read: nothing of theirs is loaded, which with AnnotationDbi takes two seconds.
ANNOTATION_DATABASES <- c("org.Hs.eg.db", "GO.db")

#' A connection of this process's own to an annotation package's database. A child shares the place in a file that its parent had open before
#' the fork: children that read by it at once are told that the database is malformed.
#'
#' @param package One of ANNOTATION_DATABASES. @return SQLiteConnection, opened for reading once per process, with the settings of
#'   AnnotationDbi::dbFileConnect.
annotation_database <- local({
  # What a parent opened is kept too: to drop it would close it in the child.
  opened <- new.env()
  function(package) {
    key <- paste(Sys.getpid(), package)
    if (is.null(opened[[key]])) {
      file <- system.file("extdata", sub("\\.db$", ".sqlite", package), package = package, mustWork = TRUE)
      opened[[key]] <- DBI::dbConnect(
        RSQLite::SQLite(), file, cache_size = 64000L, synchronous = "off", flags = RSQLite::SQLITE_RO, vfs = "unix-none"
      )
    }
    opened[[key]]
  }
})

#' Rows of an annotation package's database.
#'
#' @param package See `annotation_database`. @param query In SQL. @param params Its named values. @return Data frame.
query_annotation <- function(package, query, params = NULL) DBI::dbGetQuery(annotation_database(package), query, params = params)

#' Where org.Hs.eg.db keeps each kind of names of a gene: table and column.
NAME_COLUMNS <- list(
  SYMBOL = c("gene_info", "symbol"), ENSEMBL = c("ensembl", "ensembl_id"), ENTREZID = c("genes", "gene_id"), ALIAS = c("alias", "alias_symbol")
)

#' Bytes of the longest text that is looked for as a name; the longest that the database has is of 31.
NAME_BYTES_MAX <- 100L

#' Other names of genes: the rows of `AnnotationDbi::select` without those of unknown names, in its order. It reads all names of the database first,
#' most of a second for aliases.
#'
#' @param names As the database writes them; unknown ones, NA and what is too long for a name are left out. @param from,to Of `NAME_COLUMNS`.
#' @return Data frame of `from`, `ENTREZID` and `to`. Source: org.Hs.eg.db.
linked_names <- function(names, from, to) {
  of <- NAME_COLUMNS[[from]]
  wanted <- NAME_COLUMNS[[to]]
  asked <- unique(as.character(names))
  asked <- asked[which(nchar(asked, "bytes") <= NAME_BYTES_MAX)]
  rows <- query_annotation("org.Hs.eg.db", sprintf(
    "SELECT DISTINCT asked.%s, genes.gene_id, wanted.%s FROM %s AS asked JOIN %s AS wanted USING (_id) JOIN genes USING (_id)
      WHERE asked.%s IN (SELECT value FROM json_each(:names)) ORDER BY asked._id, wanted.rowid",
    of[[2L]], wanted[[2L]], of[[1L]], wanted[[1L]], of[[2L]]
  ), list(names = as.character(jsonlite::toJSON(asked))))
  names(rows) <- c(from, "ENTREZID", to)
  rows[unique(names(rows))]
}
