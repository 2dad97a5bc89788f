# Makes the example input: expression and follow-up of TCGA-ACC (miniACC of MultiAssayExperiment). `Rscript make.R` in this folder.
own <- new.env()
utils::data("miniACC", package = "MultiAssayExperiment", envir = own)
assay <- SummarizedExperiment::assay(MultiAssayExperiment::experiments(own$miniACC)[["RNASeq2GeneNorm"]])
people <- as.data.frame(SummarizedExperiment::colData(own$miniACC))
samples <- substr(colnames(assay), 1L, 16L)
people <- people[substr(samples, 1L, 12L), ]
dead <- people$vital_status == 1
table <- data.frame(gene = rownames(assay), signif(assay, 6))
names(table)[-1L] <- samples
data.table::fwrite(table, "expression.tsv.gz", sep = "\t")
follow <- data.frame(
  sample = samples, time = ifelse(dead, people$days_to_death, people$days_to_last_followup), status = as.integer(dead),
  age = people$years_to_birth, gender = people$gender, stage = people$pathologic_stage
)
data.table::fwrite(follow, "survival.tsv", sep = "\t")
