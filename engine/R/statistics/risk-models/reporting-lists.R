#' Reporting lists of prognostic studies, with what a run can fill in. Items in our own words, numbered as published: REMARK (McShane and others,
#' J Natl Cancer Inst 2005;97:1180), TRIPOD+AI (Collins and others, BMJ 2024;385:e078378).

LEFT_TO_AUTHORS <- "请作者填写"

#' Columns: list, number, what it asks for, which answer of the run fills it ("": none can).
REPORTING_ITEMS <- matrix(c(
  "REMARK", "1", "标志物、研究目的与事先的假设", "",
  "REMARK", "2", "患者的来源、纳入与排除标准", "patients",
  "REMARK", "3", "治疗，以及怎样决定的", "",
  "REMARK", "4", "标本：类型、保存、对照", "",
  "REMARK", "5", "检测方法、平台、质控", "assay",
  "REMARK", "6", "研究设计：前瞻或回顾、分层、随访时间", "follow_up",
  "REMARK", "7", "临床终点的定义", "endpoint",
  "REMARK", "8", "起初考虑过的全部变量", "candidates",
  "REMARK", "9", "样本量的理由", "events",
  "REMARK", "10", "统计方法：怎样选变量、核对前提、处理缺失", "methods",
  "REMARK", "11", "标志物的取值怎样进入模型，截断值怎样定", "cutoff",
  "REMARK", "12", "患者流程：每一步的例数与事件数", "flow",
  "REMARK", "13", "基本特征的分布与缺失", "",
  "REMARK", "14", "标志物与已知预后因素的关系", "",
  "REMARK", "15", "单因素分析：效应、区间、P", "univariable",
  "REMARK", "16", "多因素分析：效应、区间、P", "multivariable",
  "REMARK", "17", "校正已知因素后标志物的效应", "",
  "REMARK", "18", "进一步的分析：核对前提、内部验证", "validation",
  "REMARK", "19", "结果对照假设的解释，局限", "limits",
  "REMARK", "20", "对今后研究与临床的意义", "",
  "TRIPOD+AI", "1", "标题：写明开发还是评价预测模型、对象、结局", "title",
  "TRIPOD+AI", "2", "结构化摘要", "",
  "TRIPOD+AI", "3", "背景：临床用途、现有模型、不同人群的差别", "",
  "TRIPOD+AI", "4", "目的：开发、验证，或两者", "validation",
  "TRIPOD+AI", "5", "数据来源、日期、代表性", "patients",
  "TRIPOD+AI", "6", "参与者：机构、标准、治疗", "flow",
  "TRIPOD+AI", "7", "数据的准备", "assay",
  "TRIPOD+AI", "8", "结局的定义与时间范围", "endpoint",
  "TRIPOD+AI", "9", "预测变量：起初的选择与测量", "candidates",
  "TRIPOD+AI", "10", "样本量的依据", "events",
  "TRIPOD+AI", "11", "缺失值的处理", "missing",
  "TRIPOD+AI", "12", "分析方法：模型、选择、调参、内部验证、性能指标", "methods",
  "TRIPOD+AI", "13", "结局不均衡的处理", "imbalance",
  "TRIPOD+AI", "14", "公平性的考虑", "",
  "TRIPOD+AI", "15", "模型的输出与分组", "cutoff",
  "TRIPOD+AI", "16", "开发与评价数据之间的差别", "difference",
  "TRIPOD+AI", "17", "伦理批准与知情同意", "",
  "TRIPOD+AI", "18", "开放科学：资助、利益冲突、方案、登记、数据与代码", "software",
  "TRIPOD+AI", "19", "患者与公众的参与", "",
  "TRIPOD+AI", "20", "参与者：流程、例数、事件数、随访", "flow",
  "TRIPOD+AI", "21", "模型开发：每次分析的例数与事件数", "events",
  "TRIPOD+AI", "22", "完整的模型：系数、基线，使别人能计算", "model",
  "TRIPOD+AI", "23", "性能：指标与区间，不同人群之间", "performance",
  "TRIPOD+AI", "24", "模型的更新", "",
  "TRIPOD+AI", "25", "解释：结合目的、以往研究与公平性", "",
  "TRIPOD+AI", "26", "局限", "limits",
  "TRIPOD+AI", "27", "用于现在的诊疗：输入、人群、下一步", ""
), ncol = 4L, byrow = TRUE)

#' The lists with the answers of a run.
#'
#' @param answers Named character: sentences by the names above; absent or NA: the run cannot tell.
#' @return Data frame `list`, `item`, `asks`, `answer`, `filled` (flag).
reporting_list <- function(answers) {
  unknown <- setdiff(names(answers), REPORTING_ITEMS[, 4L])
  if (length(unknown) > 0L) stop_contract("no item of the reporting lists asks for: ", paste(unknown, collapse = ", "))
  answer <- unname(answers[REPORTING_ITEMS[, 4L]])
  data.frame(
    list = REPORTING_ITEMS[, 1L], item = REPORTING_ITEMS[, 2L], asks = REPORTING_ITEMS[, 3L],
    answer = ifelse(is.na(answer), LEFT_TO_AUTHORS, answer), filled = !is.na(answer)
  )
}
