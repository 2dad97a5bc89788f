# Makes the example input: 205 patients operated on for melanoma (riskRegression's Melanoma; Andersen and others 1993), deaths of any cause.
# `Rscript make.R` in this folder.
own <- new.env()
utils::data(list = "Melanoma", package = "riskRegression", envir = own)
own <- own$Melanoma
follow <- data.frame(sample = sprintf("M%03d", seq_len(nrow(own))), time = own$time, status = as.integer(own$status != 0))
data.table::fwrite(data.frame(follow, thickness = own$thick, own[c("age", "sex", "ulcer")]), "survival.tsv", sep = "\t", quote = FALSE)
