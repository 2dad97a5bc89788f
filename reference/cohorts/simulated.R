# The simulated cohort in full size.

#' Symbols of protein-coding genes, Entrez' oldest first: names that tools of enrichment and annotation know.
known_symbols <- function(n) {
  genes <- suppressMessages(AnnotationDbi::select(
    org.Hs.eg.db::org.Hs.eg.db, AnnotationDbi::keys(org.Hs.eg.db::org.Hs.eg.db, "ENTREZID"), c("SYMBOL", "GENETYPE"), "ENTREZID"
  ))
  genes <- genes[genes$GENETYPE %in% "protein-coding" & !is.na(genes$SYMBOL), , drop = FALSE]
  utils::head(unique(genes$SYMBOL[order(as.integer(genes$ENTREZID))]), n)
}

full_simulation <- function() {
  simulate_cohort(
    known_symbols(20000L), list(tumours = 400L, normals = 60L, gtex = 160L, donors = 100L),
    list(
      up = 600L, down = 600L, risk = 30L, protective = 30L, modules = 6L, module = 80L, backgrounds = 3L, background = 1200L, source = 8000L
    )
  )
}
