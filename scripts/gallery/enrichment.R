# Tables of the figures of enrichment, made of public data: what dexamethasone changes in airway smooth muscle cells.
# `shared` and `write_table` are those of tables.R.

# A fit of limma's voom: dexamethasone against untreated within cell lines; one row a gene symbol, by its larger mean.
airway_changes <- function() {
  counts <- utils::read.csv(gzfile(file.path(shared, "bulk", "airway_rawcounts.csv.gz")), check.names = FALSE)
  samples <- utils::read.csv(file.path(shared, "bulk", "airway_metadata.csv"))
  values <- as.matrix(counts[, samples[[1L]]])
  rownames(values) <- counts[[1L]]
  values <- values[rowSums(edgeR::cpm(values) > 1) >= 4L, ]
  treated <- samples$dex == "treated"
  design <- stats::model.matrix(~ samples$celltype + treated)
  fit <- limma::eBayes(limma::lmFit(limma::voom(edgeR::calcNormFactors(edgeR::DGEList(values)), design), design))
  table <- limma::topTable(fit, coef = "treatedTRUE", number = Inf)
  ids <- suppressMessages(AnnotationDbi::select(org.Hs.eg.db::org.Hs.eg.db, rownames(table), c("ENTREZID", "SYMBOL"), "ENSEMBL"))
  ids <- ids[!is.na(ids$ENTREZID) & !duplicated(ids$ENSEMBL), ]
  table <- data.frame(ids, table[ids$ENSEMBL, c("logFC", "AveExpr", "t", "adj.P.Val")])
  table[order(-table$AveExpr), ] |> (\(rows) rows[!duplicated(rows$SYMBOL), ])()
}

# Genes of each GO term and of what is below it, as gene symbols of the universe; 10 to 500 of them.
go_terms <- function(universe) {
  known <- AnnotationDbi::toTable(org.Hs.eg.db::org.Hs.egGO2ALLEGS)
  known$gene <- universe$SYMBOL[match(known$gene_id, universe$ENTREZID)]
  known <- unique(known[!is.na(known$gene), c("go_id", "Ontology", "gene")])
  sets <- split(known$gene, known$go_id)
  sets <- sets[lengths(sets) >= 10L & lengths(sets) <= 500L]
  ontology <- known$Ontology[match(names(sets), known$go_id)]
  list(sets = sets, ontology = ontology, name = unname(AnnotationDbi::Term(GO.db::GOTERM)[names(sets)]))
}

# Over-representation by the hypergeometric distribution, within each ontology.
over_represented <- function(genes, terms) {
  parts <- lapply(split(seq_along(terms$sets), terms$ontology), function(rows) {
    sets <- terms$sets[rows]
    universe <- unique(unlist(sets))
    list_genes <- intersect(genes, universe)
    hits <- lapply(sets, intersect, list_genes)
    count <- lengths(hits)
    size <- lengths(sets)
    p <- stats::phyper(count - 1L, size, length(universe) - size, length(list_genes), lower.tail = FALSE)
    ratio <- count / length(list_genes)
    table <- data.frame(
      ontology = terms$ontology[rows], id = names(sets), term = terms$name[rows], ratio = ratio,
      fold = ratio / (size / length(universe)), count = count, p = p, padj = stats::p.adjust(p, "BH")
    )
    table$genes <- vapply(hits, paste, character(1), collapse = "/")
    table[table$count >= 3L, ]
  })
  table <- do.call(rbind, parts)
  table[order(table$p), ]
}

# Enrichment scores of sets along ranked values, with NES and p of permuted genes, and each set's leading edge.
preranked <- function(values, sets, permutations = 2000L) {
  values <- sort(values, decreasing = TRUE)
  score_of <- function(ranks) {
    weight <- abs(values[ranks])
    after <- cumsum(weight) / sum(weight) - (ranks - seq_along(ranks)) / (length(values) - length(ranks))
    before <- after - weight / sum(weight)
    ends <- c(max(after), min(before))
    list(es = ends[which.max(abs(ends))], peak = if (abs(ends[1]) >= abs(ends[2])) ranks[which.max(after)] else ranks[which.min(before)])
  }
  set.seed(1)
  rows <- lapply(names(sets), function(name) {
    ranks <- which(names(values) %in% sets[[name]])
    own <- score_of(ranks)
    random <- vapply(seq_len(permutations), function(i) score_of(sort(sample.int(length(values), length(ranks))))$es, 0)
    same <- random[sign(random) == sign(own$es)]
    core <- names(values)[if (own$es > 0) ranks[ranks <= own$peak] else ranks[ranks >= own$peak]]
    p <- (sum(abs(same) >= abs(own$es)) + 1) / (length(same) + 1)
    data.frame(set = name, NES = own$es / mean(abs(same)), p = p, size = length(ranks), core = paste(core, collapse = "/"))
  })
  table <- do.call(rbind, rows)
  table$padj <- stats::p.adjust(table$p, "BH")
  table[order(table$p, -abs(table$NES)), ]
}

genes_of <- function(text) strsplit(text, "/", fixed = TRUE)

# A table of terms for rows: the first so many of each part, larger ratios above.
top_terms <- function(table, part, most) {
  rows <- do.call(rbind, lapply(split(table, table[[part]]), utils::head, most))
  rows <- rows[order(rows[[part]], rows$padj), setdiff(names(rows), "genes")]
  stats::setNames(rows, sub("^ratio$", "GeneRatio", names(rows)))
}

term_map <- function(table) {
  genes <- genes_of(table$genes)
  pairs <- utils::combn(nrow(table), 2L)
  jaccard <- apply(pairs, 2L, function(two) {
    length(intersect(genes[[two[1L]]], genes[[two[2L]]])) / length(union(genes[[two[1L]]], genes[[two[2L]]]))
  })
  distance <- matrix(1, nrow(table), nrow(table))
  distance[t(pairs)] <- 1 - jaccard
  distance[t(pairs)[, 2:1]] <- 1 - jaccard
  cluster <- stats::cutree(stats::hclust(stats::as.dist(distance), "average"), h = 0.85)
  names <- vapply(cluster, function(one) table$term[cluster == one][1L], character(1))
  many <- table(cluster)[as.character(cluster)] > 1L
  kept <- jaccard >= 0.2
  write_table(data.frame(term = table$term, count = table$count, padj = table$padj, cluster = ifelse(many, names, "")), "map_nodes")
  write_table(data.frame(from = table$term[pairs[1L, kept]], to = table$term[pairs[2L, kept]], jaccard = jaccard[kept]), "map_edges")
}

term_genes <- function(table, changes, most = 60L) {
  links <- data.frame(term = rep(table$term, lengths(genes_of(table$genes))), gene = unlist(genes_of(table$genes)))
  change <- changes$logFC[match(links$gene, changes$SYMBOL)]
  often <- table(links$gene)[links$gene]
  kept <- utils::head(unique(links$gene[order(-often, -abs(change))]), most)
  links <- links[links$gene %in% kept, ]
  write_table(links, "links")
  genes <- unique(links$gene)
  logfc <- changes$logFC[match(genes, changes$SYMBOL)]
  write_table(data.frame(gene = genes, logFC = logfc), "link_genes")
  write_table(data.frame(term = table$term, count = table$count, padj = table$padj), "link_terms")
  kinds <- rep(c("term", "gene"), c(nrow(table), length(genes)))
  write_table(data.frame(
    node = c(table$term, genes), kind = kinds, count = c(table$count, rep(NA, length(genes))),
    padj = c(table$padj, rep(NA, length(genes))), logFC = c(rep(NA, nrow(table)), logfc)
  ), "concepts")
}

enrichment <- function(hallmark) {
  changes <- airway_changes()
  terms <- go_terms(changes)
  lists <- split(changes$SYMBOL, ifelse(changes$adj.P.Val < 0.05 & abs(changes$logFC) > 1, ifelse(changes$logFC > 0, "上调", "下调"), "no"))
  all <- over_represented(c(lists[["上调"]], lists[["下调"]]), terms)
  write_table(top_terms(all, "ontology", 6L), "terms")
  sides <- do.call(rbind, lapply(c("上调", "下调"), function(side) {
    data.frame(side = side, over_represented(lists[[side]], terms[c("sets", "ontology", "name")]))
  }))
  sides <- sides[sides$ontology == "BP", ]
  chosen <- unique(unlist(lapply(split(sides$id, sides$side), utils::head, 8L)))
  both <- sides[sides$id %in% chosen & sides$padj < 0.2, setdiff(names(sides), "genes")]
  write_table(both[order(match(both$id, chosen)), ], "sides")
  term_map(utils::head(all[all$ontology == "BP", ], 40L))
  term_genes(all[all$ontology == "BP", ][c(1L, 3L, 5L, 8L, 12L, 20L), ], changes)
  ranked <- stats::setNames(changes$t, changes$SYMBOL)
  gsea <- preranked(ranked, lapply(hallmark, intersect, names(ranked)))
  write_table(utils::head(gsea, 20L)[order(-utils::head(gsea, 20L)$NES), setdiff(names(gsea), "core")], "nes")
  ridges <- utils::head(gsea, 12L)
  ridges <- ridges[order(-ridges$NES), ]
  densities <- lapply(seq_len(nrow(ridges)), function(row) {
    found <- stats::density(changes$logFC[match(genes_of(ridges$core[row])[[1L]], changes$SYMBOL)], n = 128L)
    data.frame(set = ridges$set[row], logFC = found$x, density = found$y)
  })
  write_table(do.call(rbind, densities), "ridges")
  counts <- lengths(genes_of(ridges$core))
  write_table(data.frame(set = ridges$set, NES = ridges$NES, padj = ridges$padj, count = counts), "ridge_sets")
}
