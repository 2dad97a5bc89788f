# Makes the example: a signature of six made-up cell types over human gene names, and mixtures of it whose shares are known. `Rscript make.R` in this
# folder.
set.seed(21)
symbols <- sort(AnnotationDbi::keys(org.Hs.eg.db::org.Hs.eg.db, "SYMBOL"))
genes <- sample(symbols[grepl("^[A-Z]{3,6}[0-9]{0,2}$", symbols)], 6000L)
types <- c("B.cells", "T.cells.CD4", "T.cells.CD8", "NK.cells", "Macrophages", "Neutrophils")
marks <- split(genes[seq_len(30L * length(types))], rep(types, each = 30L))
signature <- vapply(types, function(type) {
  level <- stats::rlnorm(180L, 3, 0.8)
  own <- unlist(marks) %in% marks[[type]]
  ifelse(own, level * stats::runif(180L, 15, 60), level * 0.3)
}, numeric(180L))
rownames(signature) <- unlist(marks)

group <- rep(c("A", "B"), each = 12L)
shares <- vapply(group, function(one) {
  weight <- stats::rgamma(6L, c(2, 4, if (one == "A") 6 else 2, 2, if (one == "A") 2 else 6, 3))
  weight / sum(weight)
}, numeric(6L))
mixtures <- signature %*% shares
others <- matrix(stats::rlnorm((6000L - 180L) * 24L, 2, 1.2), 6000L - 180L)
values <- rbind(mixtures, others) * stats::rlnorm(6000L * 24L, 0, 0.1)
values <- sweep(values, 2L, colSums(values) / 1e6, "/")
rownames(values) <- c(rownames(signature), genes[-seq_len(180L)])
samples <- sprintf("M%02d", seq_len(24L))
colnames(values) <- samples
data.table::fwrite(data.table::data.table(gene = rownames(values), round(values, 3)), "expression.tsv.gz", sep = "\t")
data.table::fwrite(data.frame(gene = rownames(signature), round(signature, 3)), "signature.tsv", sep = "\t")
data.table::fwrite(data.frame(sample = samples, group = group), "groups.tsv", sep = "\t")
