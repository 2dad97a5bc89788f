# Makes the example input from Bioconductor's ALL (Chiaretti et al. 2004): B-cell leukaemias with BCR/ABL and without a known rearrangement. The
# model is built on the 40 that were diagnosed first, the others are to validate it. `Rscript make.R` in this folder.
engine <- "../../../../engine/R"
statistics <- c(
  "survival/survival.R", "risk-models/forks.R", "risk-models/nested-validation.R", "risk-models/model-performance.R", "risk-models/model-patients.R",
  "diagnosis/binary-learners.R", "diagnosis/binary-performance.R", "diagnosis/binary-validation.R", "diagnosis/frozen-logistic.R"
)
own <- c("runtime/conditions.R", "runtime/texts.R", "genes/gene-names.R", "parse/probes.R", file.path("statistics", statistics))
for (file in own) source(file.path(engine, file))
source("../../../../reference/platforms/probes.R")

loaded <- new.env()
utils::data("ALL", package = "ALL", envir = loaded)
samples <- Biobase::pData(loaded$ALL)
samples <- samples[grepl("^B", samples$BT) & samples$mol.biol %in% c("BCR/ABL", "NEG"), ]
samples <- samples[order(as.Date(samples$diagnosis, "%m/%d/%Y"), rownames(samples), method = "radix"), ]
values <- round(Biobase::exprs(loaded$ALL)[, rownames(samples)], 4)
# Readers know genes by symbol: of several probes of a gene the one with the highest mean.
chosen <- representative_probes(rownames(values), rowMeans(values), annotation_pairs(chip_symbols("hgu95av2"), "probe", "symbol"))
values <- values[chosen$rows, ]
rownames(values) <- chosen$gene
y <- as.integer(samples$mol.biol == "BCR/ABL")
first <- seq_len(40L)

# The 2,000 genes that vary most in the samples of training, whatever the outcome.
kept <- sort(order(-matrixStats::rowVars(values[, first]))[1:2000])
order <- order(rownames(samples)[first], method = "radix")
x <- t(values[kept, first])[order, ]
learner <- logistic_learner(1, screen = 500)
found <- learned(list(lasso = learner), x, y[first][order], 5L, 7L)$models$lasso
nested <- nested_learners(list(lasso = learner), x, y[first][order], 5L, 2L, 7L, cells = 0)
auc <- repeated_auc(matrix(nested$probability[, , "lasso"], length(first)), y[first][order], nested$fold)
apparent <- fold_auc(found$probability(x), y[first][order])[["estimate"]]
study <- list(
  values = x, y = y[first][order], samples = rownames(x), outcome = list(column = "融合基因", name = "阳性"), expression_unit = "矩阵里的 log2 表达量",
  label = "ALL 先诊断的 40 例", identifiers = "symbol"
)
told <- list(auc_nested = auc$estimate, auc_nested_low = auc$lower, auc_nested_high = auc$upper, auc_apparent = apparent)
data.table::fwrite(logistic_table(found, "lasso", study, told, 0.5), "model.tsv", sep = "\t", na = "", quote = FALSE)

rest <- setdiff(seq_along(y), first)
shown <- sort(union(kept, match(found$genes, rownames(values))))
data.table::fwrite(data.table::data.table(gene = rownames(values)[shown], values[shown, rest]), "expression.tsv.gz", sep = "\t")
data.table::fwrite(
  data.frame(
    sample = rownames(samples)[rest], 性别 = c(M = "男", F = "女")[as.character(samples$sex[rest])], 年龄 = samples$age[rest],
    融合基因 = ifelse(y[rest] == 1L, "阳性", "阴性"), 确诊日期 = samples$diagnosis[rest], check.names = FALSE
  ),
  "clinical.tsv", sep = "\t", na = ""
)
