# Makes the example input: 228 patients with advanced lung cancer (survival::lung; Loprinzi and others 1994). `Rscript make.R` in this folder.
own <- survival::lung
follow <- data.frame(
  sample = sprintf("L%03d", seq_len(nrow(own))), time = own$time, status = own$status - 1, sex = c("male", "female")[own$sex]
)
data.table::fwrite(data.frame(follow, own[c("age", "ph.ecog", "ph.karno", "wt.loss")]), "survival.tsv", sep = "\t", na = "NA", quote = FALSE)

# Published figures: hormonal therapy in node-positive breast cancer (TH.data's GBSG2; Schumacher and others 1994), and the cell types of
# the Veterans' lung cancer trial (survival::veteran; Kalbfleisch and Prentice 1980).
loaded <- new.env()
utils::data(list = "GBSG2", package = "TH.data", envir = loaded)
breast <- loaded$GBSG2
breast <- data.frame(sample = sprintf("G%03d", seq_len(nrow(breast))), time = breast$time, status = breast$cens, horTh = breast$horTh)
data.table::fwrite(breast, "gbsg2.tsv", sep = "\t", quote = FALSE)
lungs <- survival::veteran
lungs <- data.frame(sample = sprintf("V%03d", seq_len(nrow(lungs))), lungs[c("time", "status", "celltype", "trt", "karno")])
data.table::fwrite(lungs, "veteran.tsv", sep = "\t", quote = FALSE)
