# Makes the example input: the Mayo Clinic's trial of D-penicillamine in primary biliary cholangitis (pbc of survival), the 312 randomised patients.
# `Rscript make.R` in this folder.
own <- survival::pbc[!is.na(survival::pbc$trt), ]
yes <- function(values) ifelse(values == 1, "是", "否")
table <- data.frame(
  编号 = sprintf("PBC%03d", own$id), 分组 = ifelse(own$trt == 1, "D-青霉胺", "安慰剂"), 年龄 = round(own$age, 1), 性别 = ifelse(own$sex == "f", "女", "男"),
  组织学分期 = c("I 期", "II 期", "III 期", "IV 期")[own$stage], 腹水 = yes(own$ascites), 肝肿大 = yes(own$hepato), 蜘蛛痣 = yes(own$spiders),
  水肿 = c("无", "利尿剂控制", "有")[match(own$edema, c(0, 0.5, 1))], 总胆红素 = own$bili, 胆固醇 = own$chol, 白蛋白 = own$albumin, 尿铜 = own$copper,
  碱性磷酸酶 = own$alk.phos, 谷草转氨酶 = own$ast, 甘油三酯 = own$trig, 血小板 = own$platelet, 凝血酶原时间 = own$protime, check.names = FALSE
)
data.table::fwrite(table, "patients.tsv", sep = "\t", na = "")
