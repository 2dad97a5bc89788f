# Makes the example input: clinical variables of node-negative patients of survival's rotterdam. `Rscript make.R` in this folder.
patients <- survival::rotterdam[survival::rotterdam$nodes == 0, ]
values <- with(patients, rbind(
  `年龄` = age, `绝经` = meno, `肿瘤大小` = as.integer(size), `分级` = grade, PGR = pgr, ESR1 = er, `内分泌治疗` = hormon, `化疗` = chemo
))
sample <- sprintf("R%04d", patients$pid)
colnames(values) <- sample
data.table::fwrite(data.frame(gene = rownames(values), values, check.names = FALSE), "expression.tsv.gz", sep = "\t")
data.table::fwrite(data.frame(sample = sample, time = patients$dtime, status = patients$death), "survival.tsv", sep = "\t")
