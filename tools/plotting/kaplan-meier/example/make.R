# Makes the example input: 228 patients with advanced lung cancer (survival::lung; Loprinzi and others 1994). `Rscript make.R` in this folder.
own <- survival::lung
follow <- data.frame(
  sample = sprintf("L%03d", seq_len(nrow(own))), time = own$time, status = own$status - 1, sex = c("male", "female")[own$sex]
)
data.table::fwrite(data.frame(follow, own[c("age", "ph.ecog", "ph.karno", "wt.loss")]), "survival.tsv", sep = "\t", na = "NA", quote = FALSE)
