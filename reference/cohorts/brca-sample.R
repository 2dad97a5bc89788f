# Ten samples of TCGA-BRCA as TCGAbiolinks carries them: counts of 5 tumours and of 5 normal tissues, of ten patients.

brca_sample <- function() {
  own <- new.env()
  utils::data("dataBRCA", package = "TCGAbiolinks", envir = own)
  rows <- strsplit(rownames(own$dataBRCA), "|", fixed = TRUE)
  symbol <- vapply(rows, `[[`, "", 1L)
  named <- symbol != "?"
  # Estimated counts have fractions: rounded once. A symbol on two rows is one gene.
  counts <- round(rowsum(as.matrix(own$dataBRCA)[named, ], symbol[named], reorder = FALSE))
  barcode <- colnames(counts)
  patient <- substr(barcode, 1L, 12L)
  code <- substr(barcode, 14L, 15L)
  stopifnot(anyDuplicated(patient) == 0L, sum(code == "01") == 5L, sum(code == "11") == 5L)
  colnames(counts) <- substr(barcode, 1L, 16L)
  list(
    about = list(
      code = "brca", label = "TCGA-BRCA", name = "乳腺浸润癌", english = "Breast invasive carcinoma",
      source = sprintf(
        "TCGA-BRCA 的 10 个样本（肿瘤 5 个、癌旁 5 个），取自 Bioconductor 软件包 TCGAbiolinks %s 的 dataBRCA",
        utils::packageVersion("TCGAbiolinks")
      ),
      source_url = "https://bioconductor.org/packages/TCGAbiolinks", release = "embedded-1", simulated = FALSE, embedded = TRUE,
      notes = list(
        "只有 10 个样本，是软件包自带的样例，不是全部患者；安装完整的 TCGA-BRCA 后会自动换掉。",
        "计数由 RSEM 估计，带小数，已四舍五入；表达量是 log2(CPM + 1)，不是 TPM。",
        "5 个癌旁来自另外 5 例患者，不能做配对比较。",
        "没有临床资料和生存数据，没有 GTEx。"
      )
    ),
    units = list(expression = "log2(CPM+1)", counts = "counts"),
    matrices = list(expression = log2(edgeR::cpm(counts) + 1), counts = counts),
    genes = NULL,
    samples = data.frame(
      sample = colnames(counts), patient = patient, type = ifelse(code == "01", "tumour", "normal"), code = code, tissue = "",
      survival = ifelse(code == "01", "1", ""), paired = ""
    ),
    clinical = data.frame(patient = patient),
    survival = data.frame(patient = patient)
  )
}
