# Makes the example input: 113 patients with an aneurysmal subarachnoid haemorrhage (pROC's aSAH; Turck and others 2010).
# `Rscript make.R` in this folder.
own <- new.env()
utils::data(list = "aSAH", package = "pROC", envir = own)
own <- own$aSAH
table <- data.frame(
  patient = sprintf("S%03d", seq_len(nrow(own))), outcome = own$outcome, wfns = as.integer(own$wfns), s100b = own$s100b, ndka = own$ndka,
  age = own$age
)
data.table::fwrite(table, "markers.tsv", sep = "\t", quote = FALSE)
