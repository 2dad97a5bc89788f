# Makes the example input: 418 patients with primary biliary cirrhosis (survival::pbc; Mayo Clinic, Fleming and Harrington 1991), deaths, follow-up in
# days; transplanted patients are censored then. `Rscript make.R` in this folder.
own <- survival::pbc
follow <- data.frame(
  sample = sprintf("P%03d", own$id), time = own$time, status = as.integer(own$status == 2), 胆红素 = own$bili, 年龄 = round(own$age, 1),
  性别 = ifelse(own$sex == "f", "女", "男"), 白蛋白 = own$albumin, 凝血酶原时间 = own$protime, 血小板 = own$platelet,
  腹水 = c("否", "是")[own$ascites + 1L], check.names = FALSE
)
data.table::fwrite(follow, "survival.tsv", sep = "\t", na = "")
