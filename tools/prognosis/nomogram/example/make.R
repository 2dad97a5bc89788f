# Makes the example input: the Rotterdam tumour bank (survival::rotterdam), deaths of any cause. `Rscript make.R` in this folder.
own <- survival::rotterdam
follow <- data.frame(sample = sprintf("R%04d", own$pid), time = own$dtime, status = own$death)
own$size <- c(`<=20` = "1: <=20 mm", `20-50` = "2: 20-50 mm", `>50` = "3: >50 mm")[as.character(own$size)]
data.table::fwrite(data.frame(follow, own[c("age", "meno", "size", "grade", "nodes", "pgr", "er", "hormon", "chemo")]), "survival.tsv", sep = "\t")
