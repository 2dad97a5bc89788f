# Makes the example input: 205 patients operated on for melanoma (riskRegression's Melanoma; Andersen and others 1993), deaths of any cause.
# `Rscript make.R` in this folder.
own <- new.env()
utils::data(list = "Melanoma", package = "riskRegression", envir = own)
own <- own$Melanoma
follow <- data.frame(sample = sprintf("M%03d", seq_len(nrow(own))), time = own$time, status = as.integer(own$status != 0))
data.table::fwrite(data.frame(follow, thickness = own$thick, own[c("age", "sex", "ulcer")]), "survival.tsv", sep = "\t", quote = FALSE)

# Published figure: bilirubin of the 312 randomised patients with primary biliary cholangitis (survival::pbc; Blanche and others 2013),
# deaths; a transplantation is censored.
pbc <- survival::pbc[!is.na(survival::pbc$trt), ]
pbc <- data.frame(sample = sprintf("P%03d", pbc$id), time = pbc$time, status = as.integer(pbc$status == 2), bili = pbc$bili, albumin = pbc$albumin)
data.table::fwrite(pbc, "pbc.tsv", sep = "\t", quote = FALSE)
