#' The genes and clinical variables of a frozen linear model in other data: where they are found, what is missing, and on which scale they are taken.
#' Models of survival and of a two-valued outcome go this way alike.

#' More than this share of the genes, or of the sum of the absolute coefficients, must not be missing.
MISSING_MOST <- 0.2
#' Means that lie so many standard deviations off their centres are of another scale.
SHIFT_LARGE <- 1

#' What the reader calls the table of genes, what the model foretells, whom it is of, and the data that have the clinical columns.
PROGNOSTIC_WORDS <- list(
  genes = list(zh = "模型的{{row_subject}}与临床变量", en = "{{Row_subject}}s and clinical variables of the model"),
  risks = list(zh = "风险", en = "risks"), patients = list(zh = "患者", en = "patients"), clinical = "随访数据"
)

#' Which row of the data is each gene of the model, and which column each clinical variable.
#'
#' @param words See `PROGNOSTIC_WORDS`.
#' @return Data frame `gene`, `found`, `how`, `coefficient`, `weight` (share of the sum of absolute coefficients), `centre`, `row` (NA where there is
#'   none), `clinical` (is it a column of a clinical variable?).
#' @section Errors: `stop_input` where too much is missing, or any clinical variable.
validation_genes <- function(model, study, field, words = PROGNOSTIC_WORDS) {
  linear <- model$kind == "linear"
  coefficient <- if (linear) model$coefficient else rep(NA_real_, length(model$genes))
  genes <- data.frame(
    gene = model$genes, found = "", how = "", coefficient = coefficient,
    weight = if (linear) abs(coefficient) / max(sum(abs(coefficient)), .Machine$double.xmin) else coefficient,
    centre = if (linear) model$centre else coefficient, row = NA_integer_, clinical = model$genes %in% clinical_columns(model)
  )
  columns <- clinical_places(model, study, words)
  variable <- rep(names(model$clinical), lengths(Map(level_columns, names(model$clinical), model$clinical)))
  own <- match(variable[match(genes$gene[genes$clinical], clinical_columns(model))], names(model$clinical))
  genes$found[genes$clinical] <- names(study$clinical)[columns[own]]
  genes$how[genes$clinical] <- "clinical"
  if (all(genes$clinical)) return(genes)
  with_gene_rows(genes, study, linear)
}

#' Rows of the genes in the data. @param genes As `validation_genes` gives them, with at least one gene.
with_gene_rows <- function(genes, study, linear) {
  if (is.null(study$values)) stop_input(
    "matrix_missing", sprintf("模型里有 %s 个基因，要有表达矩阵才能算评分。请选一个表达矩阵", format_count(sum(!genes$clinical))), study$fields[["data"]]
  )
  own <- which(!genes$clinical)
  matches <- match_genes(rows_of_result(genes$gene[own]), rownames(study$values), study$identifiers)
  found <- matches$found[match(trimmed(genes$gene[own]), matches$asked)]
  how <- matches$how[match(trimmed(genes$gene[own]), matches$asked)]
  # Two names of one row: the one that is written alike counts.
  again <- found != "" & duplicated(found[order(how != "same")])[order(order(how != "same"))]
  found[again] <- ""
  how[again] <- "same_row"
  genes$found[own] <- found
  genes$how[own] <- how
  genes$row[own] <- match(found, rownames(study$values))
  absent <- lacking_genes(genes)
  names <- list_names(genes$gene[absent])
  if (sum(absent) == length(own)) stop_input("genes_absent", sprintf(
    "模型的 %s 个基因在这份数据里一个也没有找到，例如 %s；数据里的名字像是「%s」。请换成同一种基因名", format_count(length(own)), names, rownames(study$values)[[1L]]
  ), study$fields[["data"]])
  if (!linear && any(absent)) stop_input("genes_missing", sprintf(
    "森林要用到的基因缺 %s 个：%s。树走到这里没有值可看，不能计算。请换一份有这些基因的数据", format_count(sum(absent)), names
  ), study$fields[["data"]])
  if (linear && (sum(absent) > MISSING_MOST * length(own) || sum(genes$weight[absent]) > MISSING_MOST)) stop_input("genes_missing", sprintf(
    "模型的 %s 个基因缺 %s 个（%s），占系数绝对值之和的 %.0f%%，超过 20%%：算出来的已不是这个模型。请换一份基因更全的数据", format_count(length(own)),
    format_count(sum(absent)), names, 100 * sum(genes$weight[absent])
  ), study$fields[["data"]])
  genes
}

lacking_genes <- function(genes) !genes$clinical & is.na(genes$row)

#' Where the model's clinical variables stand in the data: columns of the same name, whatever the case of its letters.
#'
#' @return Integer, by variable. @section Errors: `stop_input` that names those that are missing.
clinical_places <- function(model, study, words) {
  plain <- function(names) tolower(trimmed(names))
  wanted <- as.character(names(model$clinical))
  places <- match(wanted, names(study$clinical))
  places[is.na(places)] <- match(plain(wanted[is.na(places)]), plain(as.character(names(study$clinical))))
  if (anyNA(places)) stop_input("columns_missing", sprintf(
    "模型要用到的临床变量，这份数据缺 %s 个：%s。%s。请给%s加上同名的列，取值和单位与训练时相同", format_count(sum(is.na(places))), list_names(wanted[is.na(places)]),
    if (length(study$clinical) > 0L) sprintf("数据里的列是：%s", list_names(names(study$clinical))) else "数据里没有临床列", words$clinical
  ), study$fields[[if (study$fields[["data"]] == "dataset") "data" else "follow"]])
  places
}

#' The study of the patients whose clinical variables the model can read: numbers, and the levels of training in whatever spelling.
#'
#' @param study `patients`, `clinical`, `values` (genes × patients, or NULL), `exclusions`, `fields`. @param words See `PROGNOSTIC_WORDS`.
#' @return `study` with `design` (patients × columns of the clinical variables; NULL where the model has none); without the patients of
#'   whom one is not known, or has a value that the model has not seen. They are counted in `exclusions`.
with_clinical_values <- function(model, study, job, words = PROGNOSTIC_WORDS) {
  if (length(model$clinical) == 0L) return(study)
  field <- study$fields[[if (study$fields[["data"]] == "dataset") "data" else "follow"]]
  texts <- study$clinical[clinical_places(model, study, words)]
  unseen <- rep(FALSE, nrow(study$patients))
  columns <- Map(function(name, levels, values) {
    if (length(levels) == 0L) return(level_values(suppressWarnings(as.numeric(as.character(values))), name, levels))
    values <- levels_of_model(values, levels)
    strange <- !is.na(values) & !values %in% levels
    if (any(strange)) job$finding("should", "levels_unseen", told(
      "「%s」有模型没有见过的取值：%s。模型认得：%s。这些%s没有参与",
      "“%s” has values that the model has not seen: %s. It knows: %s. These %s took no part", name,
      told_names(unique(values[strange])), told_names(levels), words$patients
    ), field = field)
    unseen <<- unseen | strange
    level_values(replace(values, strange, NA), name, levels)
  }, names(model$clinical), model$clinical, texts)
  study$design <- do.call(cbind, unname(columns))
  missing <- rowSums(is.na(study$design)) > 0
  if (length(missing) > 0L && all(missing)) stop_input("columns_unreadable", sprintf(
    "没有%s的临床变量能用：模型要的是%s。请把取值改得与训练时一样", words$patients$zh, paste(sprintf("「%s」（%s）", names(model$clinical), vapply(
      model$clinical, function(levels) if (length(levels) == 0L) "数值" else list_names(levels), character(1)
    )), collapse = "、")
  ), field)
  reasons <- data.frame(
    reason = c("临床变量的取值模型没有见过", "缺少模型要的临床变量"), n = c(sum(unseen), sum(missing & !unseen))
  )
  study$exclusions <- rbind(study$exclusions, reasons[reasons$n > 0L, , drop = FALSE])
  study$patients <- plain_rows(study$patients[!missing, , drop = FALSE])
  study$design <- study$design[!missing, , drop = FALSE]
  if (!is.null(study$values)) study$values <- study$values[, !missing, drop = FALSE]
  study
}

#' Cells of a clinical variable by the model's levels: as they are written, else as the one level that differs in case, width, blanks or Roman signs.
#' @return Character; NA where nothing is known.
levels_of_model <- function(cells, levels) {
  texts <- enc2utf8(baseline_texts(cells))
  keys <- baseline_keys(levels)
  sole <- !keys %in% keys[duplicated(keys)]
  place <- match(baseline_keys(texts), keys[sole])
  other <- nzchar(texts) & !texts %in% levels & !is.na(place)
  texts[other] <- levels[sole][place[other]]
  replace(texts, !nzchar(texts), NA)
}

#' Patients with all genes that were found, and the clinical variables; see `model_patients`.
validation_patients <- function(study, genes) {
  own <- study
  kept <- !is.na(genes$row)
  values <- if (any(kept)) study$values[genes$row[kept], , drop = FALSE] else matrix(0, 0L, nrow(study$patients))
  rownames(values) <- genes$gene[kept]
  # Of a text's columns those without a coefficient say nothing.
  own$values <- if (any(genes$clinical)) rbind(values, t(study$design[, genes$gene[genes$clinical], drop = FALSE])) else values
  colnames(own$values) <- study$patients$sample
  data <- model_patients(own)
  check_patients(list(patients = data$patients, exclusions = study$exclusions, event_word = study$event_word, fields = study$fields))
  data
}

#' Where the genes lie here: `mean`, `sd`, and `shift`, the distance from the centre in standard deviations.
gene_differences <- function(genes, data) {
  column <- match(genes$gene, colnames(data$values))
  genes$mean <- unname(colMeans(data$values))[column]
  genes$sd <- matrixStats::colSds(data$values)[column]
  genes$shift <- ifelse(genes$sd > 0, (genes$mean - genes$centre) / genes$sd, NA_real_)
  genes
}

#' Patients × genes of the model, as it takes them. Z scores of this data set are carried to the mean and spread of the training patients, so that
#' cut-off and baseline keep their meaning; a gene that is missing has its centre.
model_values <- function(model, genes, data, standardise, field) {
  values <- data$values
  if (standardise == "zscore") {
    if (is.null(model$spread) || model$kind != "linear") stop_input("no_spread", c(
      "这个模型没有存训练患者的标准差，不能按数据集标准化。请选「不标准化」，或重做那次建模"
    ), "standardise")
    # The same operations for the training patients give back their values. Clinical variables have one scale everywhere.
    for (gene in intersect(colnames(values), genes_of_model(model))) {
      at <- match(gene, model$genes)
      sd <- stats::sd(values[, gene])
      from_mean <- values[, gene] - mean(values[, gene])
      values[, gene] <- model$centre[[at]] + (if (sd > 0) from_mean * (model$spread[[at]] / sd) else 0)
    }
  }
  absent <- genes$gene[lacking_genes(genes)]
  filled <- matrix(rep(genes$centre[lacking_genes(genes)], each = nrow(values)), nrow(values), dimnames = list(rownames(values), absent))
  cbind(values, filled)[, model$genes, drop = FALSE]
}

#' What a reader must know of the model's genes in these data.
#'
#' @param study `expression_unit`, `identifiers`. @param facts `standardised`, `shift`. @param data Field of the data.
#' @param words See `PROGNOSTIC_WORDS`.
tell_model_genes <- function(model, study, genes, facts, data, job, words = PROGNOSTIC_WORDS) {
  absent <- genes$gene[lacking_genes(genes)]
  if (length(absent) > 0L) job$finding("should", "genes_at_centre", told(
    "模型的 %s 个{{row_subject}}里有 %s 个没有找到，用训练集的均值代替（对评分没有贡献）：%s",
    "Of %s {{row_subject}}s of the model, those not found (%s) have the mean of the training data, which adds nothing to the score: %s",
    format_count(sum(!genes$clinical)), format_count(length(absent)), told_names(absent)
  ), field = data)
  renamed <- genes[!genes$how %in% c("same", "absent", "same_row", "clinical"), ]
  if (nrow(renamed) > 0L) job$finding("note", "genes_renamed", told(
    "有 %s 个{{row_subject}}换了写法才找到，见「%s」：%s", "%s {{row_subject}}s were found under another name, see “%s”: %s",
    format_count(nrow(renamed)), words$genes, told_names(renamed$gene)
  ))
  before <- about_of(model, "expression")
  if (!is.na(before) && !all(genes$clinical) && before != study$expression_unit) job$finding("should", "unit_differs", told(
    "模型在「%s」上训练，这份数据是「%s」。单位或平台不同，评分的高低和截断值可能对不上；可以再用「每份数据各自标准化」算一次，看结论变不变",
    c(
      "The model was trained on “%s”, these data are “%s”. With other units or platforms, scores and the cut-off may not fit;",
      "run it again with each data set standardised, and see whether the conclusion changes"
    ),
    told(before, unit_english(before)), told(study$expression_unit, unit_english(study$expression_unit))
  ), field = "standardise")
  if (!facts$standardised && isTRUE(facts$shift > SHIFT_LARGE)) job$finding("should", "scale_differs", told(
    c(
      "模型{{row_subject}}在这里的均值离训练集的均值，中位数差 %.1f 个标准差：两份数据的尺度不同，冻结的截断值和预测的%s多半不适用。",
      "先核对单位和是否取过对数，或用「每份数据各自标准化」"
    ),
    c(
      "Means of the model’s {{row_subject}}s are off those of training by %.1f standard deviations (median):",
      "the scales differ, and the frozen cut-off",
      "and the predicted %s hardly apply. Check the unit and whether values are logarithms, or have each data set standardised"
    ),
    facts$shift, words$risks
  ), field = "standardise")
  if (facts$standardised) job$finding("note", "standardised", told(
    "每个{{row_subject}}先用这份数据自己的均值和标准差标准化，再换到训练集的均值和标准差上；系数和截断值不变。两份%s平均的%s不同时，这一步会把差别抹掉",
    c(
      "Each {{row_subject}} was standardised by its mean and standard deviation in these data and carried to those of training;",
      "coefficients and the cut-off stay. Where the %s of both data sets differ in their mean %s, this removes the difference"
    ), words$patients, words$risks
  ), field = "standardise")
  identifiers <- about_of(model, "identifiers")
  if (!is.na(identifiers) && !all(genes$clinical) && identifiers != study$identifiers) job$finding("note", "identifiers_differ", told(
    "模型的基因写成 %s，这份数据是 %s；对应关系见「%s」", "Genes of the model are named by %s, those of these data by %s; how they map is in “%s”",
    identifiers, study$identifiers, words$genes
  ))
}
