# Makes the example input: the trial of adjuvant therapy of colon cancer (survival::colon; Moertel and others 1990), deaths of the patients who were
# observed or had fluorouracil with levamisole. `Rscript make.R` in this folder.
own <- survival::colon[survival::colon$etype == 2 & survival::colon$rx != "Lev", ]
yes <- function(values) ifelse(values == 1, "是", "否")
follow <- data.frame(
  sample = sprintf("C%03d", own$id), time = own$time, status = own$status, 治疗 = ifelse(own$rx == "Obs", "观察", "氟尿嘧啶加左旋咪唑"),
  性别 = ifelse(own$sex == 1, "男", "女"), 年龄 = own$age, 梗阻 = yes(own$obstruct), 穿孔 = yes(own$perfor), 粘连 = yes(own$adhere),
  分化 = c("高分化", "中分化", "低分化")[own$differ], 浸润深度 = c("黏膜下", "肌层", "浆膜", "邻近结构")[own$extent],
  `阳性淋巴结超过 4 个` = yes(own$node4), 阳性淋巴结 = own$nodes, check.names = FALSE
)
data.table::fwrite(follow, "survival.tsv", sep = "\t", na = "")
