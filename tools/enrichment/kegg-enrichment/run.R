# Over-representation of pathways in a list of genes.

#' Pages of pathways by the form of their number: KEGG, Reactome, WikiPathways, and the names of MSigDB.
PATHWAY_PAGES <- c(
  "^(hsa|mmu)\\d{5}$" = "https://www.kegg.jp/pathway/%s", "^R-(HSA|MMU)-\\d+$" = "https://reactome.org/content/detail/%s",
  "^WP\\d+$" = "https://www.wikipathways.org/instance/%s",
  "^(KEGG|REACTOME|WP|HALLMARK|BIOCARTA|PID)_[A-Z0-9_]+$" = "https://www.gsea-msigdb.org/gsea/msigdb/human/geneset/%s.html"
)

#' Before this, KEGG of org.Hs.eg.db: much has been added since.
OLD_KEGG <- "2012-01-01"

#' @param inputs `genes`, `universe` (kind gene-list, the latter may be NULL), `collection` (named list of genes).
#' @param params The complete parameters. @param job Steps, findings and facts go to it.
#' @return The declared tables.
analyse <- function(inputs, params, job) {
  about <- attr(inputs$collection, "collection")
  if (!is.null(about) && about$organism != params$organism) {
    stop_input("organism", sprintf(
      "「%s」是%s的通路，与所选的物种不同。请改物种，或换一套通路", about$title, if (about$organism == "hsa") "人" else "小鼠"
    ), "organism")
  }
  old <- identical(about$family, "kegg") && about$date < OLD_KEGG
  if (old) {
    job$finding("should", "old_kegg", told(
      "用的是 %s 的 KEGG（最后一次免费发布）：此后新增的通路和基因都不在里面。投稿前请管理员安装新的 KEGG，或改用 Reactome",
      "KEGG of %s was used, its last free release: pathways and genes added since are not in it", about$date
    ), field = "geneset")
  }
  tables <- enrichment_tables(inputs, list(inputs$collection), params, params$organism, job)
  job$facts(list(old_kegg = old))
  for (id in c("enriched", "tested")) tables[[id]]$ONTOLOGY <- NULL
  tables$enriched$link <- pathway_pages(tables$enriched$ID)
  tables
}

#' Addresses of pathways. @param ids As collections write them. @return Texts, "" where the form is not known.
pathway_pages <- function(ids) {
  pages <- rep("", length(ids))
  for (form in names(PATHWAY_PAGES)) {
    of_form <- grepl(form, ids) & pages == ""
    pages[of_form] <- sprintf(PATHWAY_PAGES[[form]], ids[of_form])
  }
  pages
}
