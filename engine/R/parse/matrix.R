#' An expression matrix: genes in rows, samples in columns, the first column names the genes.

PREVIEW_COLUMNS <- 12L

#' Samples of a matrix at most, and what may stand beside them.
SAMPLES_MAX <- 5000L
COLUMNS_BESIDE <- 50L

#' Are there more columns than a table or a matrix that stands upright may have?
is_too_wide <- function(header) length(header) > SAMPLES_MAX + COLUMNS_BESIDE

#' @param known What is known of the values beforehand, such as of a saved result: `kind`, `log_base`; each may be NULL.
#' @param sex_probes By platform, what installed annotations say of the genes of one sex: see `sex_gene_values`.
parse_matrix <- function(source, known = NULL, sex_probes = NULL) {
  if (is_too_wide(source$header)) return(parse_transposed(source))
  read <- source$read(FALSE)
  cells <- drop_blank_edges(read$header, read$columns)
  if (length(cells$columns) == 0L || length(cells$columns[[1L]]) == 0L) {
    stop_input("header_only", "表里只有列名，没有数据。第一行放样本名，下面每行一个基因")
  }
  split <- split_columns(cells$header, cells$columns)
  named <- split_compound(as.character(split$ids))
  split$ids <- named$ids
  turned <- orientation_finding(split, source$kind)
  if (identical(turned$level, "must")) return(turned_result(split, turned, c(source$findings, cells$findings)))
  check_samples(split$samples, split$first)
  given <- if (source$kind != "series" && is.null(known$kind)) check_rows(cells$header, split$ids, split$places)
  commas <- read_matrix_commas(split$columns)
  split$columns <- commas$columns
  if (commas$meaning == "unclear") return(unclear_result(split, c(source$findings, cells$findings, split$findings)))
  values <- numeric_values(split, source$first_line, cells$kept)
  rows <- clean_rows(as.character(split$ids), values)
  findings <- c(source$findings, cells$findings, split$findings, commas$findings, named$findings, rows$findings)
  genes <- strip_versions(rows$ids)
  identifiers <- identifier_kind(genes$ids, source$platform)
  platform <- if (is.null(source$platform) && identifiers == "probe") guess_platform(genes$ids) else source$platform
  dates <- if (identifiers %in% c("symbol", "other")) mend_dates(genes$ids) else list(ids = genes$ids, findings = list())
  finite <- measure_finite(rows$values)
  odd <- if (is.null(known$kind)) odd_cells(finite$values, finite$measured)
  kind <- if (is.null(known$kind)) matrix_kind(finite$measured, odd) else known$kind
  # An array counts nothing: whole numbers are intensities that were rounded.
  if (kind == "counts" && isTRUE(source$array)) kind <- "linear"
  merged <- merge_duplicates(dates$ids, finite$values, kind)
  measured <- if (merged$merged) measure_columns(merged$values) else finite$measured
  species <- guess_species(merged$ids, identifiers, platform)
  largest <- if (is.null(odd)) measured$maximum else odd$largest
  base <- if (is.null(known$log_base)) base_finding(kind, merged$values, largest, measured$negative > 0)
  offers <- list(
    numbers_finding(merged$ids, identifiers, species), probes_finding(merged$ids, identifiers, platform), base,
    odd_finding(odd, dates$ids, split$samples)
  )
  findings <- c(
    findings, Filter(Negate(is.null), list(turned, given)), genes$findings, dates$findings, Filter(Negate(is.null), offers),
    finite$findings, merged$findings, shape_findings(merged, measured, kind, split$samples)
  )
  annotations <- if (is.null(source$annotations)) NULL else source$annotations(split$samples)
  # In place: an assignment would copy the matrix, which several lists hold.
  data.table::setattr(merged$values, "dimnames", list(merged$ids, split$samples))
  facts <- matrix_facts(merged$values, measured, kind, identifiers, split$identifier_column, platform, species, annotations, known$log_base)
  # Only what says of its samples whose they are can be compared with them.
  if (!is.null(annotations)) facts$sexGenes <- sex_gene_values(merged$values, identifiers, if (!is.null(platform)) sex_probes[[platform]])
  list(
    binary = list(
      values = merged$values, kind = kind, identifiers = identifiers, platform = platform, annotations = annotations, log_base = known$log_base
    ),
    facts = list(matrix = facts, findings = findings)
  )
}

#' Which column names the genes, which ones are samples?
split_columns <- function(header, columns) {
  findings <- list()
  if (length(columns) < 2L) stop_input("one_column", "表里只有一列。表达矩阵的第一列是基因名，后面每列一个样本；请检查分隔符是不是逗号或制表符")
  first <- 1L
  # A spreadsheet's row numbers in front of the names.
  numbered <- header[[1L]] %in% c("", "X", "V1", "...1", "序号") && identical(columns[[1L]], as.character(seq_along(columns[[1L]])))
  if (numbered && is.character(columns[[2L]])) {
    first <- 2L
    findings <- list(new_finding("note", "row_numbers", "第一列是行号，已去掉"))
  }
  others <- seq_along(columns)[-seq_len(first)]
  beside <- describing_columns(header[others], columns[others], as.character(columns[[first]]))
  told <- list(annotation_finding(header[others[beside$clear]]), doubtful_finding(header[others[beside$doubtful]]))
  samples <- setdiff(others, others[beside$clear])
  list(
    ids = columns[[first]], identifier_column = header[[first]], samples = header[samples], columns = columns[samples],
    places = samples, doubtful = others[beside$doubtful], first = first, findings = c(findings, Filter(Negate(is.null), told))
  )
}

#' A matrix with more columns than samples may be: it lies on its side, or is refused. Of its values only what is shown is read: a hundred
#' thousand columns take minutes to look at one by one.
parse_transposed <- function(source) {
  split <- split_columns(source$head$header, source$head$columns)
  turned <- orientation_finding(split, source$kind)
  if (!identical(turned$level, "must")) stop_too_wide(split$samples)
  shown <- source$read_first(split$first + PREVIEW_COLUMNS)
  split$ids <- shown[[split$first]]
  split$columns[seq_len(PREVIEW_COLUMNS)] <- shown[split$first + seq_len(PREVIEW_COLUMNS)]
  turned_result(split, turned, source$findings)
}

#' @param header Of a table that is too wide for anything but a matrix on its side.
stop_too_wide <- function(header) {
  stop_input("too_wide", sprintf(
    "这张表有 %s 列，最多 %s 列。如果它是表达矩阵，只是样本在行、基因在列，第一行要写基因名或探针号，第一列写样本名；改好后再上传",
    format_count(length(header)), format_count(SAMPLES_MAX)
  ))
}

TURN <- list(label = "转置：行列互换", file = "turn")

#' Do the columns name genes and the rows samples? `must` where it is certain, `should` where it only looks so.
orientation_finding <- function(split, kind) {
  if (kind == "series") return(NULL)
  rows <- as.character(split$ids)
  certain <- gene_certainty(split$samples)
  if (certain == 2L && gene_certainty(rows) == 0L && length(split$samples) >= 20L) {
    return(new_finding("must", "transposed", sprintf(
      "基因在列、样本在行：有 %s 列像基因名，如 %s。请转置后使用：基因在行，样本在列", format_count(length(split$samples)), list_names(split$samples)
    ), fix = TURN))
  }
  wide <- length(rows) < 200L && length(split$samples) > 1000L
  if (!wide && !(certain > 0L && gene_certainty(rows) == 0L && length(split$samples) > length(rows))) return(NULL)
  new_finding("should", "transposed", "看起来样本在行、基因在列。如果是这样，请转置：基因在行，样本在列", fix = TURN)
}

#' A matrix that lies on its side: shown as a table until it is turned.
turned_result <- function(split, finding, findings) {
  shown <- seq_len(min(length(split$samples), PREVIEW_COLUMNS))
  cells <- as.data.frame(c(list(as.character(split$ids)), lapply(split$columns[shown], as.character)), stringsAsFactors = FALSE)
  names(cells) <- c(if (nzchar(split$identifier_column)) split$identifier_column else "sample", split$samples[shown])
  result <- table_result(cells, c(findings, list(finding)), "samples", names(cells)[[1L]])
  result$binary <- list()
  result
}

check_samples <- function(samples, first) {
  if (length(samples) == 0L) stop_input("no_samples", "表里没有样本列。第一列放基因名，后面每列一个样本")
  unnamed <- which(samples == "")
  if (length(unnamed) > 0L) stop_input("sample_unnamed", sprintf("第 %d 列没有样本名。请在第一行补上，再上传", unnamed[[1L]] + first))
  doubled <- unique(samples[duplicated(samples)])
  if (length(doubled) > 0L) {
    stop_input("samples_doubled", sprintf("有 %d 个样本名重复：%s。每个样本要有不同的名字，请改好再上传", length(doubled), list_names(doubled)))
  }
  if (length(samples) == 1L) stop_input("one_sample", sprintf("表里只有「%s」一个样本。比较至少要有两组、每组 2 个样本，请把各样本合在一张表里", samples))
  if (all(grepl(NUMBER, samples, perl = TRUE)) && any(grepl(".", samples, fixed = TRUE))) {
    stop_input("no_header", "第一行是数字，不是样本名。请在最上面加一行样本名，再上传")
  }
}

#' The values as a matrix of doubles; refuses text, telling where it stands.
numeric_values <- function(split, first_line, kept) {
  texts <- which(vapply(split$columns, function(column) is.character(column) || is.logical(column) && !all(is.na(column)), logical(1)))
  for (i in texts) refuse_text(split$columns[[i]], split$samples[[i]], first_line, kept)
  # What passed as a number and came as text is beyond a double (1e400): infinite.
  for (i in texts) split$columns[[i]] <- suppressWarnings(as.numeric(split$columns[[i]]))
  values <- unlist(split$columns, use.names = FALSE)
  if (!is.double(values)) storage.mode(values) <- "double"
  dim(values) <- c(length(split$ids), length(split$columns))
  if (anyNA(values) && all(is.na(values))) stop_input("no_numbers", "样本列里没有数字。请检查是不是选错了文件，或数值前后有多余的符号")
  values
}

refuse_text <- function(column, sample, first_line, kept) {
  column <- as.character(column)
  number <- grepl(NUMBER, column, perl = TRUE) | grepl("^[-+]?inf(inity)?$", column, ignore.case = TRUE)
  bad <- which(!is.na(column) & !column %in% MISSING_CELLS & !number)
  if (length(bad) == 0L) return(invisible())
  text <- column[[bad[[1L]]]]
  advice <- if (grepl(COMMA_NUMBER, text, perl = TRUE)) {
    "逗号看不出是小数点还是千位的分隔，请按原始数据改成不带逗号的数字"
  } else {
    "请改成数字，或清空这个格子"
  }
  stop_input("text_in_numbers", sprintf(
    "「%s」列第 %d 行是「%s」，不是数字%s。%s，再上传", sample, kept[[bad[[1L]]]] + first_line - 1L, substr(text, 1L, 40L),
    if (length(bad) > 1L) sprintf("；这一列共有 %s 个这样的格子", format_count(length(bad))) else "", advice
  ))
}

#' What HTSeq and STAR write below the genes.
COUNT_SUMMARIES <- "^__(no_feature|ambiguous|too_low_aQual|not_aligned|alignment_not_unique)$|^N_(unmapped|multimapping|noFeature|ambiguous)$"

#' Rows without a name, and the summary rows that counting programs append, are no genes.
clean_rows <- function(ids, values) {
  ids <- trimmed(ids)
  ids[ids %in% c(NA, MISSING_CELLS)] <- ""
  findings <- list()
  drop <- function(rows, code, sentence) {
    if (!any(rows)) return(invisible())
    findings[[length(findings) + 1L]] <<- new_finding("note", code, sprintf(sentence, format_count(sum(rows))))
    ids <<- ids[!rows]
    values <<- values[!rows, , drop = FALSE]
  }
  drop(ids == "", "rows_unnamed", "有 %s 行没有基因名，已去掉")
  drop(grepl(COUNT_SUMMARIES, ids), "count_summary", "有 %s 行是计数软件的合计，不是基因，已去掉")
  if (anyNA(values)) drop(rowSums(is.na(values)) == ncol(values), "rows_missing", "有 %s 行没有任何数值，已去掉")
  if (length(ids) == 0L) stop_input("no_rows", "表里没有带名字和数值的行，请检查第一列是不是基因名")
  list(ids = ids, values = values, findings = findings)
}

#' The values without infinite ones, and their measures, which tell whether there are any.
measure_finite <- function(values) {
  measured <- measure_columns(values)
  if (is.finite(measured$minimum) && is.finite(measured$maximum)) return(list(values = values, measured = measured, findings = list()))
  infinite <- is.infinite(values)
  count <- sum(infinite)
  values[infinite] <- NA_real_
  if (all(is.na(values))) {
    stop_input("no_numbers", "样本列里没有可用的数字：全是无穷大、超出范围的数或缺失值。常见原因是对 0 取了对数，请用取对数前的数据再上传")
  }
  list(values = values, measured = measure_columns(values), findings = list(new_finding(
    "should", "infinite", sprintf("有 %s 个无穷大的值，已当作缺失。常见原因是对 0 取了对数", format_count(count))
  )))
}

#' What the checks need. Whole-matrix comparisons would each take a copy of it: only what has to be is looked at by columns.
measure_columns <- function(values) {
  missing <- if (anyNA(values)) sum(is.na(values)) else 0
  ranges <- suppressWarnings(matrixStats::rowRanges(values, na.rm = TRUE, useNames = FALSE))
  minimum <- min(ranges[, 1L])
  list(
    low = ranges[, 1L], high = ranges[, 2L], sums = unname(colSums(values, na.rm = TRUE)), missing = missing,
    negative = if (minimum < 0) sum(values < 0, na.rm = TRUE) else 0,
    fractional = fractional_share(values), minimum = minimum, maximum = max(ranges[, 2L])
  )
}

#' Of the values that are there, the share with decimals. In the cells of every sixteenth column, if these alone are more than all
#' cells of a table of counts may have: each look at a column takes memory. Else of all.
fractional_share <- function(values) {
  fractional <- seen <- 0
  columns <- seq_len(ncol(values))
  for (some in split(columns, columns %% 16L != 0L)) {
    for (j in some) {
      column <- values[, j]
      fractional <- fractional + sum(column != trunc(column), na.rm = TRUE)
      seen <- seen + sum(!is.na(column))
    }
    if (fractional > FRACTIONAL_SHARE * length(values)) break
  }
  if (seen == 0) 0 else fractional / seen
}

#' One row per name: counts are summed, otherwise the row with the highest mean stays.
merge_duplicates <- function(ids, values, kind) {
  if (!anyDuplicated(ids)) return(list(ids = ids, values = values, merged = FALSE, findings = list()))
  doubled <- unique(ids[duplicated(ids)])
  first <- !duplicated(ids)
  places <- which(ids %in% doubled)
  if (kind == "counts") {
    sums <- rowsum(values[places, , drop = FALSE], ids[places], reorder = FALSE, na.rm = TRUE)
    values[match(rownames(sums), ids), ] <- sums
    keep <- first
  } else {
    means <- rowMeans(values[places, , drop = FALSE], na.rm = TRUE)
    means[is.nan(means)] <- -Inf
    best <- places[order(match(ids[places], doubled), -means, places)]
    keep <- !ids %in% doubled
    keep[best[!duplicated(ids[best])]] <- TRUE
  }
  rule <- if (kind == "counts") "计数已相加" else "每个保留平均值最高的一行"
  message <- sprintf(
    "有 %s 个基因名重复：%s。%s，%s 行变为 %s 行", format_count(length(doubled)), list_names(doubled), rule,
    format_count(length(ids)), format_count(sum(keep))
  )
  list(ids = ids[keep], values = values[keep, , drop = FALSE], merged = TRUE, findings = list(
    new_finding("note", "duplicates_merged", message, fix = list(label = "在文件里也合并", file = "merge_duplicates"))
  ))
}

#' Constant: the same value wherever there is one.
constant_rows <- function(measured) sum(is.finite(measured$low) & measured$low == measured$high)
zero_rows <- function(measured) sum(measured$low == 0 & measured$high == 0)

shape_findings <- function(merged, measured, kind, samples) {
  findings <- list()
  tell <- function(level, code, ...) findings[[length(findings) + 1L]] <<- new_finding(level, code, ...)
  cells <- length(merged$values)
  if (measured$missing > 0) {
    tell("note", "missing", sprintf("有 %s 个空格子或缺失值（%.2g%%）", format_count(measured$missing), 100 * measured$missing / cells))
  }
  zeros <- zero_rows(measured)
  if (zeros > 0) tell("note", "zero_rows", sprintf("有 %s 行在所有样本中都是 0", format_count(zeros)))
  if (kind == "counts" && max(measured$sums) > 3e8) {
    tell("should", "library_large", "有样本的总数超过 3 亿，可能是碱基覆盖度而非 read 数", detail = list_names(samples[measured$sums > 3e8]))
  }
  same <- identical_samples(merged$values, measured$sums)
  if (length(same) > 0L) {
    pairs <- vapply(same, function(pair) paste(samples[pair], collapse = " = "), "")
    tell(
      "should", "samples_identical", sprintf("有 %d 对样本的数值完全相同：%s", length(same), list_names(pairs)),
      detail = "可能是同一个样本放了两次。这会让组内差异显得太小，P 值偏小；请核对，去掉重复的"
    )
  }
  findings
}

#' In a table of fewer rows two samples may agree by chance.
IDENTICAL_ROWS <- 20L

#' Pairs of columns with the same values: each column that repeats an earlier one, with that one. Only columns whose sum another has are
#' looked at, each of them once: compared with one another, a thousand equal columns took a minute and a half.
#'
#' @param values Numeric matrix. @param sums Its column sums. @return List of pairs of column numbers, the earlier one first.
identical_samples <- function(values, sums) {
  if (nrow(values) < IDENTICAL_ROWS) return(list())
  candidates <- which(duplicated(sums) | duplicated(sums, fromLast = TRUE))
  # Adding zero makes one of the two zeros of a double.
  contents <- vapply(candidates, function(j) digest::digest(values[, j] + 0, algo = "xxhash64"), "")
  first <- match(contents, contents)
  lapply(which(first < seq_along(contents)), function(i) candidates[c(first[[i]], i)])
}

matrix_facts <- function(values, measured, kind, identifiers, identifier_column, platform, species, annotations, log_base = NULL) {
  rows <- utils::head(rownames(values), PREVIEW_ROWS)
  shown <- values[seq_along(rows), seq_len(min(ncol(values), PREVIEW_COLUMNS)), drop = FALSE]
  list(
    rows = nrow(values), columns = ncol(values), kind = kind, logBase = log_base, identifiers = identifiers, identifierColumn = identifier_column,
    platform = platform, species = species, samples = I(colnames(values)),
    minimum = measured$minimum, maximum = measured$maximum, missing = measured$missing, negative = measured$negative,
    fractional = measured$fractional, constantRows = constant_rows(measured), zeroRows = zero_rows(measured),
    columnSums = I(measured$sums),
    preview = list(rows = as.list(rows), values = unname(shown)),
    annotations = annotations
  )
}
