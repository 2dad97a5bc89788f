# Makes the example input from the simulated cohort that comes with the program: 24 of its tumours in two made-up groups, of which one has more of the
# genes of lymphocytes. `Rscript make.R` in this folder.
for (file in list.files("../../../../engine/R", "\\.R$", recursive = TRUE, full.names = TRUE)) source(file)
cohort <- open_cohort("../../../../reference/cohorts/sim")
sheet <- cohort_samples(cohort, "expression")
samples <- utils::head(sheet$sample[sheet$type == "tumour" & sheet$survival == "1"], 24L)
values <- cohort_matrix(cohort, samples = samples)
group <- rep(c("热肿瘤", "冷肿瘤"), each = 12L)
lymphocytes <- intersect(c("CD2", "CD3D", "CD3E", "CD3G", "CD5", "CD6", "CD8A", "CD8B", "CD19", "CD79A", "MS4A1", "LCK", "ITK", "GZMK"),
  rownames(values))
set.seed(4)
values[lymphocytes, group == "热肿瘤"] <- values[lymphocytes, group == "热肿瘤"] + stats::runif(length(lymphocytes) * 12L, 1, 3)
data.table::fwrite(data.table::data.table(gene = rownames(values), round(values, 3)), "expression.tsv.gz", sep = "\t")
data.table::fwrite(data.frame(sample = samples, group = group), "groups.tsv", sep = "\t")
