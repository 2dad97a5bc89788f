# Makes the example input: univariate Cox regressions of the genes of TCGA-ACC (miniACC of MultiAssayExperiment) with `survival`.
# `Rscript make.R` in this folder.
own <- new.env()
utils::data("miniACC", package = "MultiAssayExperiment", envir = own)
assay <- SummarizedExperiment::assay(MultiAssayExperiment::experiments(own$miniACC)[["RNASeq2GeneNorm"]])
people <- as.data.frame(SummarizedExperiment::colData(own$miniACC))
people <- people[substr(colnames(assay), 1L, 12L), ]
dead <- people$vital_status == 1
follow <- survival::Surv(ifelse(dead, people$days_to_death, people$days_to_last_followup), dead)

# Genes that half of the patients express; ratios per standard deviation.
kept <- rowMeans(assay > 0) >= 0.5
rows <- apply(log2(assay[kept, ] + 1), 1L, function(values) {
  row <- summary(survival::coxph(follow ~ scale(values)))
  c(row$conf.int[c(1L, 3L, 4L)], row$coefficients[[5L]])
})
cox <- data.frame(
  gene = colnames(rows), HR = signif(rows[1L, ], 6), HR.95L = signif(rows[2L, ], 6), HR.95H = signif(rows[3L, ], 6),
  pvalue = signif(rows[4L, ], 6), padj = signif(stats::p.adjust(rows[4L, ], "BH"), 6), n = ncol(assay), events = sum(dead),
  scale = "表达量每高 1 个标准差"
)
data.table::fwrite(cox[order(cox$pvalue), ], "cox.tsv.gz", sep = "\t")
