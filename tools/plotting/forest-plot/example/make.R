# Makes the example input: the table of a paper. A multivariable Cox regression of the German Breast Cancer Study Group 2 (TH.data's
# GBSG2, 686 women, 299 events; Schumacher and others 1994), written as papers write it. `Rscript make.R` in this folder.
own <- new.env()
utils::data(list = "GBSG2", package = "TH.data", envir = own)
own <- own$GBSG2
own$tgrade <- factor(own$tgrade, c("I", "II", "III"), ordered = FALSE)
fit <- summary(survival::coxph(survival::Surv(time, cens) ~ horTh + age + menostat + tsize + tgrade + pnodes + progrec + estrec, own))
written <- sprintf("%.2f (%.2f\u2013%.2f)", fit$conf.int[, 1L], fit$conf.int[, 3L], fit$conf.int[, 4L])
# Of a unit as small as 1 fmol/l two decimals say nothing.
fine <- fit$conf.int[, 3L] > 0.99 & fit$conf.int[, 4L] < 1.01
written[fine] <- sprintf("%.3f (%.3f\u2013%.3f)", fit$conf.int[fine, 1L], fit$conf.int[fine, 3L], fit$conf.int[fine, 4L])
p <- fit$coefficients[, 5L]
p <- ifelse(p < 0.001, "<0.001", sprintf("%.3f", p))
row <- function(name, term) c(name, if (is.na(term)) "1 (参照)" else written[[term]], if (is.na(term)) "" else p[[term]])
heading <- function(name) c(name, "", "")
place <- stats::setNames(seq_along(p), rownames(fit$coefficients))
rows <- rbind(
  heading("激素治疗"), row("否", NA), row("是", place[["horThyes"]]), heading("绝经状态"), row("绝经前", NA), row("绝经后", place[["menostatPost"]]),
  heading("肿瘤分级"), row("I", NA), row("II", place[["tgradeII"]]), row("III", place[["tgradeIII"]]), heading("数值变量（每 1 个单位）"),
  row("年龄（岁）", place[["age"]]), row("肿瘤大小（mm）", place[["tsize"]]), row("阳性淋巴结（个）", place[["pnodes"]]),
  row("孕激素受体（fmol/l）", place[["progrec"]]), row("雌激素受体（fmol/l）", place[["estrec"]])
)
colnames(rows) <- c("变量", "HR (95% CI)", "P")
data.table::fwrite(as.data.frame(rows), "ratios.tsv", sep = "\t", quote = FALSE)
