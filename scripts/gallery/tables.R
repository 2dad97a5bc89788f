# Tables of the kinds of figure that no tool has yet, made of public data. Arguments: the folder of the public data, the folder to write to.
arguments <- commandArgs(trailingOnly = TRUE)
shared <- arguments[[1L]]
folder <- arguments[[2L]]

write_table <- function(table, name) {
  write.table(table, file.path(folder, paste0(name, ".tsv")), sep = "\t", quote = FALSE, row.names = FALSE)
}

gene_sets <- function() {
  parts <- strsplit(readLines(file.path(shared, "genesets", "h.all.v2025.1.Hs.symbols.gmt")), "\t", fixed = TRUE)
  stats::setNames(lapply(parts, `[`, -(1:2)), sub("^HALLMARK_", "", vapply(parts, `[`, character(1), 1L)))
}

read_arff <- function(path) {
  lines <- readLines(path)
  names <- sub("^@attribute +'?([A-Za-z_0-9]+)'?.*$", "\\1", grep("^@attribute", lines, value = TRUE, ignore.case = TRUE), ignore.case = TRUE)
  data <- lines[(grep("^@data", lines, ignore.case = TRUE) + 1L):length(lines)]
  utils::read.csv(text = data, header = FALSE, quote = "'\"", strip.white = TRUE, col.names = names, stringsAsFactors = TRUE)
}

running_score <- function(sets) {
  file <- gzfile(file.path(shared, "gsea", "P53_14samples_collapsed_symbols.gct.gz"))
  read <- utils::read.delim(file, skip = 2L, check.names = FALSE)
  read <- read[!duplicated(read[[1L]]), ]
  values <- as.matrix(read[, -(1:2)])
  half <- ncol(values) / 2
  first <- values[, seq_len(half)]
  second <- values[, -seq_len(half)]
  metric <- (rowMeans(first) - rowMeans(second)) / (matrixStats::rowSds(first) + matrixStats::rowSds(second) + 1)
  metric <- sort(stats::setNames(metric, read[[1L]]), decreasing = TRUE)
  chosen <- c("E2F_TARGETS", "P53_PATHWAY", "HYPOXIA")
  of_set <- function(name) {
    hit <- names(metric) %in% sets[[name]]
    weight <- abs(metric) * hit
    score <- cumsum(weight / sum(weight) - (!hit) / sum(!hit))
    ranks <- which(hit)
    kept <- sort(unique(c(1L, length(metric), ranks, pmax(ranks - 1L, 1L))))
    list(
      curve = data.frame(set = name, rank = kept, score = score[kept]),
      hits = data.frame(set = name, rank = ranks, gene = names(metric)[ranks])
    )
  }
  parts <- lapply(chosen, of_set)
  write_table(do.call(rbind, lapply(parts, `[[`, "curve")), "curve")
  write_table(do.call(rbind, lapply(parts, `[[`, "hits")), "hits")
  kept <- unique(round(seq(1, length(metric), length.out = 400L)))
  write_table(data.frame(rank = kept, metric = metric[kept]), "ranks")
}

network <- function() {
  file <- gzfile(file.path(shared, "deconv", "ESTIMATE_example_OV_affy.expr.tsv.gz"))
  values <- as.matrix(utils::read.delim(file, row.names = 1L, check.names = FALSE))
  values <- values[order(-matrixStats::rowMads(values))[1:60], ]
  r <- stats::cor(t(values))
  pairs <- which(upper.tri(r) & abs(r) > 0.75, arr.ind = TRUE)
  edges <- data.frame(from = rownames(r)[pairs[, 1L]], to = rownames(r)[pairs[, 2L]], r = r[pairs])
  genes <- sort(unique(c(edges$from, edges$to)))
  module <- stats::cutree(stats::hclust(stats::as.dist(1 - r), "average"), 4L)
  write_table(data.frame(gene = genes, module = paste("Module", module[genes])), "nodes")
  write_table(edges, "edges")
}

upset <- function(sets) {
  chosen <- sets[c("HYPOXIA", "GLYCOLYSIS", "P53_PATHWAY", "MTORC1_SIGNALING", "TNFA_SIGNALING_VIA_NFKB", "APOPTOSIS")]
  genes <- unique(unlist(chosen))
  inside <- vapply(chosen, function(set) genes %in% set, logical(length(genes)))
  pattern <- table(apply(inside, 1L, function(row) paste(as.integer(row), collapse = "")))
  write_table(data.frame(set = names(chosen), size = lengths(chosen)), "sets")
  write_table(data.frame(pattern = names(pattern), count = as.integer(pattern)), "intersections")
}

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "enrichment.R"))
source(file.path(here, "prognosis.R"))

sets <- gene_sets()
running_score(sets)
network()
upset(sets)
enrichment(sets)
prognosis()
