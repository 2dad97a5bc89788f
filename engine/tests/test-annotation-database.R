# Children of one parent read names of genes at once, each by a connection of its own.

#' What a function gives in a child whose parent had the packages' databases open; in the child the packages' own connections are closed, so that
#' whatever reads by them fails.
without_shared <- function(work) {
  shared <- list(
    org.Hs.eg.db::org.Hs.eg_dbconn(), AnnotationDbi::dbconn(org.Hs.eg.db::org.Hs.eg.db), GO.db::GO_dbconn(), AnnotationDbi::dbconn(GO.db::GO.db)
  )
  child <- parallel::mcparallel({
    # What the parent has read would be read no more.
    read <- environment(symbol_keys)$known
    rm(list = ls(read), envir = read)
    for (connection in shared) suppressWarnings(DBI::dbDisconnect(connection))
    work()
  })
  parallel::mccollect(child)[[1L]]
}

test_that("no reading of names goes by the connection of the package", {
  by_package <- function() AnnotationDbi::select(org.Hs.eg.db::org.Hs.eg.db, "7157", "SYMBOL", "ENTREZID")$SYMBOL
  expect_identical(without_shared(function() tryCatch(by_package(), error = function(condition) "refused")), "refused")
  read <- without_shared(function() {
    list(
      former = match_genes("NECTIN4", "PVRL4", "symbol")$found, ensembl = match_genes("ENSG00000141510", "TP53", "symbol")$found,
      entrez = rename_genes("7157", "entrez", "symbol")$name, alias = collection_names("HER2", "ERBB2")$found,
      term = query_annotation("GO.db", "SELECT term FROM go_term WHERE go_id = 'GO:0006281'")$term
    )
  })
  expect_identical(read, list(former = "PVRL4", ensembl = "TP53", entrez = "TP53", alias = "ERBB2", term = "DNA repair"))
})

test_that("reading names loads nothing of the packages that have them", {
  folders <- file.path(root, "engine", "R", c("runtime", "genes"))
  reading <- sprintf("for (file in list.files('%s', '[.]R$', full.names = TRUE)) source(file)", folders)
  code <- paste(c(reading, "cat(rename_genes('7157', 'entrez', 'symbol')$name, loadedNamespaces())"), collapse = "; ")
  said <- strsplit(system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", "-e", shQuote(code)), stdout = TRUE), " ", fixed = TRUE)[[1L]]
  expect_identical(said[[1L]], "TP53")
  expect_true("RSQLite" %in% said)
  expect_identical(intersect(said, c("AnnotationDbi", "Biobase", ANNOTATION_DATABASES)), character())
})

test_that("a child has another connection than its parent, and keeps it", {
  parent <- annotation_database("org.Hs.eg.db")
  expect_identical(annotation_database("org.Hs.eg.db"), parent)
  child <- parallel::mccollect(parallel::mcparallel({
    own <- annotation_database("org.Hs.eg.db")
    c(identical(own, parent), identical(own, annotation_database("org.Hs.eg.db")))
  }))[[1L]]
  expect_identical(child, c(FALSE, TRUE))
})

test_that("many children that read at once agree with their parent", {
  asked <- c("NECTIN4", "ENSG00000141510", "7157", "P53", "NOGENE")
  read <- function(i) list(match_genes(asked, c("PVRL4", "TP53"), "symbol"), rename_genes(asked[[3L]], "entrez", "ensembl"))
  expected <- read(0L)
  answers <- parallel::mclapply(seq_len(6L), read, mc.cores = 6L, mc.preschedule = FALSE)
  for (answer in answers) expect_identical(answer, expected)
})

test_that("linked names are the rows of AnnotationDbi::select in its order, without unknown names", {
  database <- org.Hs.eg.db::org.Hs.eg.db
  # Names of several genes, genes of several names, one in small letters, one without an Ensembl number.
  asked <- list(
    SYMBOL = c("TP53", "MEMO1", "TEC", "C1orf112", "HBD"), ENSEMBL = c("ENSG00000141510", "ENSG00000276085", "ENSG00000277117"),
    ENTREZID = c("7157", "3014", "100124696"), ALIAS = c("P53", "PDL1", "MT2", "HER2", "p53", "SEPT2", "AIM1")
  )
  for (from in names(asked)) for (to in setdiff(names(NAME_COLUMNS), from)) {
    columns <- unique(c(from, "ENTREZID", to))
    theirs <- suppressMessages(AnnotationDbi::select(database, asked[[from]], columns, from))
    theirs <- unique(theirs[!is.na(theirs[[to]]), columns])
    ours <- linked_names(c("it's no gene", NA, rev(asked[[from]])), from, to)
    expect_gt(nrow(ours), 1)
    by_name <- function(table) unname(lapply(split(table, factor(table[[from]], asked[[from]])), function(rows) do.call(paste, rows)))
    expect_identical(by_name(ours), by_name(theirs), info = paste(from, to))
  }
  expect_identical(dim(linked_names(character(), "ALIAS", "SYMBOL")), c(0L, 3L))
})
