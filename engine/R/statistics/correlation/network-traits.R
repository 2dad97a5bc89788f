# Traits of the samples of a network: how the columns of a table are read, and what the modules have to do with them.

#' Traits with more levels are names of samples, not groups.
TRAIT_LEVELS_MAX <- 8L
#' Fewer events say nothing of survival.
TRAIT_EVENTS_MIN <- 10L
#' Columns that tell of survival: a time that ends with an event or with the last visit is no number to correlate, and the event is no group.
#' `status` and `time` are patterns of normalised names (lower case, without signs); `same` are columns that tell the event again.
SURVIVAL_ENDPOINTS <- c("os", "dss", "dfi", "pfi", "pfs", "dfs", "rfs", "efs")
SURVIVAL_NAMES <- c(
  list(list(label = "总生存", status = "^死亡1为是$", time = "^总生存时间天$", same = "^生存状态$")),
  lapply(SURVIVAL_ENDPOINTS, function(name) list(
    label = toupper(name), status = sprintf("^%s(status|event|stat|censor)?$", name),
    time = sprintf("^%s(time|day|days|month|months|year|years)$", name),
    same = if (name == "os") "^(vitalstatus|vitalstate)$" else "^$"
  )),
  list(
    list(
      label = "生存", status = "^(status|event|fustat|vitalstatus|death|dead|死亡|生存状态|结局)$",
      time = "^(time|futime|survivaltime|followup|followuptime|随访时间|生存时间)$", same = "^$"
    )
  )
)

#' Numbers of the samples' traits: a column of levels becomes one column of 0 and 1 for each level (two levels: one).
#'
#' @param params `trait_columns` (none: all), `trait_codes`, `trait_numbers`: see `read_trait_codes`.
#' @return List of `values` (data frame by sample, perhaps without columns), `survival` (see `survival_columns_of`) and `table`: how each column was
#'   read.
trait_columns <- function(inputs, samples, params, job) {
  table <- phenotype_table(inputs)
  none <- data.frame(
    trait = character(), column = character(), coding = character(), n = integer(), used = logical(), note = character(), level = logical()
  )
  if (is.null(table)) {
    job$finding("note", "no_traits", told(
      "没有给表型，只建模块，不算模块与性状的关系", "No phenotypes were given: modules were built, and not related to traits"
    ), field = "phenotype_data")
    return(list(values = data.frame(row.names = samples), survival = list(), table = trait_table(none)))
  }
  row <- match(samples, as.character(table$sample))
  if (all(is.na(row))) {
    stop_input("samples_differ", sprintf(
      "表型里的样本名与矩阵的一个也对不上：表型里是 %s，矩阵里是 %s。请把表型的 sample 一列改成矩阵里的写法",
      list_names(as.character(table$sample)), list_names(samples)
    ), "phenotype_data")
  }
  if (anyNA(row)) job$finding("should", "samples_without_traits", told(
    "有 %s 个样本没有表型，只参与建模块，例如 %s", "%s samples have no phenotype and took part in building modules alone, such as %s",
    format_count(sum(is.na(row))), told_names(samples[is.na(row)])
  ), field = "phenotype_data")
  table <- chosen_traits(table[row, , drop = FALSE], params)
  found <- survival_columns_of(table)
  table <- read_trait_codes(table[setdiff(names(table), unlist(lapply(found, `[[`, "columns")))], !is.null(inputs$phenotypes), params, job)
  coded <- lapply(setdiff(names(table), "sample"), function(name) coded_trait(name, table[[name]], length(samples)))
  told <- do.call(rbind, c(list(none), lapply(coded, `[[`, "table"), lapply(found, `[[`, "table")))
  unused <- unique(told[!told$used, c("column", "note")])
  for (i in seq_len(nrow(unused))) job$finding(
    "should", "trait_unused", told(
      "表型「%s」没有参与%s", "Phenotype “%s” took no part%s", unused$column[[i]], told(paste0("：", unused$note[[i]]), "")
    ), field = "phenotype_data"
  )
  levels <- unique(told$column[told$level])
  if (length(levels) > 0L) job$finding("note", "traits_coded", told(
    "文字的表型 %s 已换成 0/1 的列，每列一个类别；怎样换的见「表型」", "Phenotypes of words (%s) were made columns of 0 and 1, one of each category",
    told_names(levels)
  ), field = "phenotype_data")
  values <- do.call(c, lapply(coded, `[[`, "values"))
  if (length(values) == 0L) return(list(values = data.frame(row.names = samples), survival = found, table = trait_table(told)))
  list(values = data.frame(values, row.names = samples, check.names = FALSE), survival = found, table = trait_table(told))
}

#' How columns were read, as the table that is shown.
trait_table <- function(told) {
  told$used <- c("no", "yes")[told$used + 1L]
  told[setdiff(names(told), "level")]
}

#' The columns that were chosen; none: all. Stops for one that is not there.
chosen_traits <- function(table, params) {
  wanted <- unlist(params$trait_columns)
  if (length(wanted) == 0L) return(table)
  absent <- setdiff(wanted, names(table))
  if (length(absent) > 0L) stop_input("column_absent", sprintf("表型里没有「%s」这一列", list_names(absent)), "trait_columns")
  table[c("sample", setdiff(wanted, "sample"))]
}

#' Columns of whole numbers that may be codes (a site, a patient), read as the user says; asked where nobody has said.
#'
#' @param given The table was given for this run, so that its columns can be answered for; what came with the matrix is left out instead.
#' @return The table; codes are texts.
#' @section Errors: `stop_input` as `read_covariates`, which reads by the same rules.
read_trait_codes <- function(table, given, params, job) {
  for (column in setdiff(names(table), "sample")) {
    values <- table[[column]]
    as_code <- column %in% unlist(params$trait_codes)
    as_number <- column %in% unlist(params$trait_numbers)
    if (as_code && as_number) stop_input("codes_and_numbers", sprintf("「%s」既列在编号里，又列在数值里。请只选一种", column), "trait_columns")
    if (as_number && !is.numeric(values)) {
      stop_input("numbers_text", sprintf("「%s」这一列里有文字，不能按数值读。请改为按编号，或改好这一列", column), "trait_columns")
    }
    if (!is.numeric(values)) next
    if (as_code) table[[column]] <- as.character(values)
    else if (!as_number && is.null(days_of_dates(values)) && looks_like_codes(values)) {
      levels <- length(unique(values[is.finite(values)]))
      if (given) stop_input("codes_or_numbers", sprintf(
        "「%s」是编号还是数值？它只有 %d 种整数。编号（中心、患者、批次）每个值各算一类，数值（年龄、分期）按大小算相关。请在「性状」里选", column, levels
      ), "trait_columns")
      job$finding("should", "codes_unasked", told(
        "随矩阵带来的「%s」只有 %d 种整数，不知道是编号还是数值，没有参与。要用它，请在「表型」里给出这一列，再选按编号或按数值",
        "“%s” of the matrix has %d different whole numbers, codes or quantities, and took no part", column, levels
      ), field = "phenotype_data")
      table[[column]] <- NULL
    }
  }
  table
}

#' Dates as days: written year first with signs, or as eight digits; NULL of anything else. A number such as 20150302 is no quantity, and dates of
#' few days are no groups.
days_of_dates <- function(cells) {
  texts <- trimmed(as.character(cells))
  texts[is.na(cells) | texts %in% MISSING_CELLS] <- NA_character_
  known <- texts[!is.na(texts)]
  if (length(known) == 0L) return(NULL)
  signs <- all(grepl("^\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}$", known))
  if (!signs && !all(grepl("^(19|20)\\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])$", known))) return(NULL)
  days <- as.Date(if (signs) gsub("[/.]", "-", texts) else texts, if (signs) "%Y-%m-%d" else "%Y%m%d")
  if (anyNA(days[!is.na(texts)])) return(NULL)
  as.numeric(days)
}

#' Pairs of a time and a status (1: event, 0: none) among the columns. @return List of `label`, `time`, `status`, `columns` (all that tell of it) and
#'   `table`: how they were read.
survival_columns_of <- function(table) {
  plain <- tolower(gsub("[^[:alnum:]]", "", names(table)))
  taken <- rep(FALSE, length(plain))
  pairs <- lapply(SURVIVAL_NAMES, function(one) {
    at <- function(pattern) which(grepl(pattern, plain) & !taken)
    time <- Filter(function(i) is.numeric(table[[i]]), at(one$time))
    status <- Filter(function(i) is.numeric(table[[i]]) && all(table[[i]] %in% c(0, 1, NA)), at(one$status))
    if (length(time) == 0L || length(status) == 0L) return(NULL)
    columns <- unique(c(time[[1L]], status[[1L]], at(one$same)))
    taken[columns] <<- TRUE
    told <- data.frame(
      trait = names(table)[columns], column = names(table)[columns], coding = sprintf("随访（%s），用 Cox 回归", one$label),
      n = as.integer(colSums(!is.na(table[columns]))), used = TRUE, note = "", level = FALSE
    )
    list(label = one$label, time = table[[time[[1L]]]], status = table[[status[[1L]]]], columns = names(table)[columns], table = told)
  })
  Filter(Negate(is.null), pairs)
}

#' The traits that were given, else those that came with the matrix. NULL without any.
phenotype_table <- function(inputs) {
  if (!is.null(inputs$phenotypes)) return(inputs$phenotypes)
  columns <- inputs$network$annotations$columns
  if (length(columns) == 0L) return(NULL)
  # Texts of the program's own files carry no mark of their encoding, which orders in the C locale ask for.
  values <- lapply(columns, function(column) enc2utf8(as.character(unlist(column$values))))
  names(values) <- enc2utf8(vapply(columns, function(column) as.character(column$name), character(1)))
  own <- data.frame(sample = colnames(inputs$network$values), values, check.names = FALSE, stringsAsFactors = FALSE)
  numeric_columns(own[, !duplicated(names(own)), drop = FALSE])
}

coded_trait <- function(name, cells, n) {
  told <- function(trait, coding, count, note = "", level = FALSE) {
    data.frame(trait = trait, column = name, coding = coding, n = as.integer(count), used = !nzchar(note), note = note, level = level)
  }
  unused <- function(count, note) list(values = NULL, table = told(name, "", count, note))
  if (is.numeric(cells)) cells[!is.finite(cells)] <- NA else cells[cells %in% MISSING_CELLS] <- NA
  days <- days_of_dates(cells)
  if (!is.null(days)) cells <- days
  known <- sum(!is.na(cells))
  if (known < n / 2) return(unused(known, sprintf("%d 个样本里只有 %d 个有值，一半以上缺失", n, known)))
  different <- unique(cells[!is.na(cells)])
  if (length(different) < 2L) return(unused(known, "所有样本都一样，算不出相关"))
  if (is.numeric(cells)) return(list(values = stats::setNames(list(cells), name), table = told(name, if (is.null(days)) "数值" else "日期，按天数", known)))
  if (length(different) > TRAIT_LEVELS_MAX) return(unused(known, sprintf("有 %d 种文字，太多，不像分组（最多 %d 种）", length(different), TRAIT_LEVELS_MAX)))
  levels <- sort(as.character(different), method = "radix")
  # Of two levels the second says all.
  if (length(levels) == 2L) levels <- levels[[2L]]
  columns <- stats::setNames(lapply(levels, function(level) as.numeric(cells == level)), paste0(name, "=", levels))
  list(values = columns, table = do.call(rbind, lapply(levels, function(level) told(
    paste0(name, "=", level), sprintf("「%s」记 1，其余记 0", level), known, level = TRUE
  ))))
}

#' Pearson correlations of modules and traits with Student's P, and BH over all of them.
#'
#' @return List of matrices `r`, `p` (modules × traits) and `table`, the strongest first.
relate_traits <- function(eigengenes, traits) {
  if (ncol(traits) == 0L) {
    return(list(r = NULL, p = NULL, table = data.frame(
      module = character(), trait = character(), r = numeric(), p = numeric(), padj = numeric(), n = integer()
    )))
  }
  r <- WGCNA::cor(as.matrix(eigengenes), as.matrix(traits), use = "p")
  n <- crossprod(!is.na(as.matrix(eigengenes)), !is.na(as.matrix(traits)))
  p <- WGCNA::corPvalueStudent(r, n)
  table <- data.frame(
    module = rep(rownames(r), ncol(r)), trait = rep(colnames(r), each = nrow(r)), r = as.vector(r), p = as.vector(p),
    padj = stats::p.adjust(as.vector(p), "BH"), n = as.integer(n)
  )
  list(r = r, p = p, table = plain_rows(table[order(table$p, table$module, table$trait, method = "radix"), , drop = FALSE]))
}

#' Cox regression of survival on each eigengene: the hazard ratio of one standard deviation, z of the score test (the log-rank test of a number), its
#' P, and BH over all modules and endpoints. Censored times are no numbers to correlate with.
#'
#' @param survival From `survival_columns_of`. @return Data frame; without rows where nothing was tested.
relate_survival <- function(eigengenes, survival, job) {
  none <- data.frame(
    module = character(), endpoint = character(), hr = numeric(), low = numeric(), high = numeric(), z = numeric(), p = numeric(), padj = numeric(),
    n = integer(), events = integer()
  )
  tables <- lapply(survival, function(one) {
    known <- is.finite(one$time) & one$time >= 0 & !is.na(one$status)
    events <- sum(one$status[known])
    if (events < TRAIT_EVENTS_MIN) {
      job$finding("should", "few_events", told(
        "「%s」只有 %d 个事件，不足 %d 个，没有与模块比较", "“%s” has %d events, fewer than %d, and was not related to modules", one$label, events, TRAIT_EVENTS_MIN
      ), field = "phenotype_data")
      return(NULL)
    }
    outcome <- survival::Surv(one$time[known], one$status[known])
    rows <- lapply(names(eigengenes), function(module) {
      value <- eigengenes[[module]][known]
      fit <- summary(survival::coxph(outcome ~ scale(value)))
      data.frame(
        module = module, endpoint = one$label, hr = fit$conf.int[[1L, "exp(coef)"]], low = fit$conf.int[[1L, "lower .95"]],
        high = fit$conf.int[[1L, "upper .95"]], z = sign(fit$coefficients[[1L, "coef"]]) * sqrt(fit$sctest[["test"]]), p = fit$sctest[["pvalue"]],
        padj = NA_real_, n = sum(known), events = as.integer(events)
      )
    })
    do.call(rbind, rows)
  })
  table <- do.call(rbind, c(list(none), tables))
  table$padj <- stats::p.adjust(table$p, "BH")
  plain_rows(table[order(table$p, table$endpoint, table$module, method = "radix"), , drop = FALSE])
}

module_survival_facts <- function(table) {
  if (nrow(table) == 0L) return(list(survival_tested = FALSE))
  first <- table[1L, ]
  found <- sum(table$padj < 0.05)
  list(
    survival_tested = TRUE, survival_label = paste(unique(table$endpoint), collapse = "、"), survival_events = first$events, survival_n = first$n,
    survival_found = found, survival_module = if (found > 0L) first$module, survival_hr = if (found > 0L) first$hr,
    survival_padj = first$padj
  )
}
