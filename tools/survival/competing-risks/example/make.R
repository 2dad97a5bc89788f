# Makes the example input: 1,384 patients with monoclonal gammopathy of undetermined significance (mgus2 of survival; Kyle and others 2002), to
# progression or to death without it. `Rscript make.R` in this folder.
own <- survival::mgus2
progressed <- own$pstat == 1
table <- data.frame(
  编号 = sprintf("M%04d", own$id), "随访（月）" = ifelse(progressed, own$ptime, own$futime),
  结局 = ifelse(progressed, "进展", ifelse(own$death == 1, "未进展而死亡", "存活")), 性别 = ifelse(own$sex == "F", "女", "男"), 年龄 = own$age,
  血红蛋白 = own$hgb, 肌酐 = own$creat, "M 蛋白" = own$mspike, check.names = FALSE
)
data.table::fwrite(table, "patients.tsv", sep = "\t", na = "")
