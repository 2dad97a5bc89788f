# TCGA-ACC as MultiAssayExperiment carries it: 198 genes of 79 patients.

#' Stage, T and N as the cohort's other releases write them; "" where not known.
folded <- function(values, pattern, prefix) {
  values <- toupper(trimmed(as.character(values)))
  found <- grepl(pattern, values, perl = TRUE)
  ifelse(found, paste0(prefix, sub(pattern, "\\1", values, perl = TRUE)), "")
}

mini_acc <- function() {
  own <- new.env()
  utils::data("miniACC", package = "MultiAssayExperiment", envir = own)
  assay <- SummarizedExperiment::assay(MultiAssayExperiment::experiments(own$miniACC)[["RNASeq2GeneNorm"]])
  people <- as.data.frame(SummarizedExperiment::colData(own$miniACC))
  barcode <- colnames(assay)
  # One vial each: checked, because the sample of a patient is chosen by its barcode.
  sample <- substr(barcode, 1L, 16L)
  patient <- substr(barcode, 1L, 12L)
  stopifnot(anyDuplicated(patient) == 0L, all(substr(barcode, 14L, 15L) == "01"), all(patient %in% people$patientID))
  colnames(assay) <- sample
  dead <- people$vital_status == 1
  time <- ifelse(dead, people$days_to_death, people$days_to_last_followup)
  known <- function(cells) ifelse(is.na(cells), "", as.character(cells))
  list(
    about = list(
      code = "acc", label = "TCGA-ACC", name = "肾上腺皮质癌", english = "Adrenocortical carcinoma",
      source = sprintf(
        "TCGA-ACC（92 例中 79 例有表达数据、198 个基因），取自 Bioconductor 软件包 MultiAssayExperiment %s 的 miniACC",
        utils::packageVersion("MultiAssayExperiment")
      ),
      source_url = "https://bioconductor.org/packages/MultiAssayExperiment", release = "embedded-1", simulated = FALSE, embedded = TRUE,
      notes = list(
        "只有 198 个基因，是软件包自带的样例，不是全部基因；安装完整的 TCGA-ACC 后会自动换掉。",
        "表达量是 RSEM 归一化值取 log2(x + 1)，不是 TPM。",
        "没有正常样本，没有原始计数，只有总生存（OS），没有无进展间期（PFI）。",
        "每例患者一个原发肿瘤样本（01）用于生存分析；13 例患者没有表达数据。"
      )
    ),
    units = list(expression = "log2(RSEM+1)"),
    matrices = list(expression = log2(assay + 1)),
    genes = NULL,
    samples = data.frame(
      sample = sample, patient = patient, type = "tumour", code = "01", tissue = "", survival = "1", paired = ""
    ),
    clinical = data.frame(
      patient = people$patientID, age = known(people$years_to_birth), gender = known(people$gender), race = known(people$race),
      stage = folded(people$pathologic_stage, "^STAGE ([IV]+)[ABC]?$", ""),
      t = folded(people$pathology_T_stage, "^T([1-4]).*$", "T"), n = folded(people$pathology_N_stage, "^N([0-3]).*$", "N"),
      stage_reported = known(people$pathologic_stage)
    ),
    survival = data.frame(patient = people$patientID, OS = as.integer(dead), OS.time = time)
  )
}
