# Makes the example input: the log-rank screen of TCGA-ACC (miniACC of MultiAssayExperiment), gene by gene with `survival`.
# `Rscript make.R` in this folder.
own <- new.env()
utils::data("miniACC", package = "MultiAssayExperiment", envir = own)
assay <- SummarizedExperiment::assay(MultiAssayExperiment::experiments(own$miniACC)[["RNASeq2GeneNorm"]])
people <- as.data.frame(SummarizedExperiment::colData(own$miniACC))
people <- people[substr(colnames(assay), 1L, 12L), ]
dead <- people$vital_status == 1
follow <- survival::Surv(ifelse(dead, people$days_to_death, people$days_to_last_followup), dead)

# Genes that half of the patients express, and whose groups are large enough.
kept <- rowMeans(assay > 0) >= 0.5
p <- apply(assay[kept, ], 1L, function(values) {
  test <- survival::survdiff(follow ~ I(values > stats::median(values)))
  stats::pchisq(test$chisq, 1, lower.tail = FALSE)
})
screen <- data.frame(gene = names(p), pvalue = signif(p, 6), padj = signif(stats::p.adjust(p, "BH"), 6), endpoint = "OS", cut = "中位数")
data.table::fwrite(screen[order(screen$pvalue), ], "screen.tsv.gz", sep = "\t")
