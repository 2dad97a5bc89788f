# Does the sex that expression tells agree with what is written of the samples? Samples that were confused between a woman and a man are found by it.

#' Words of sexes in a table, without case. TypeScript: `SEX_WORDS`.
SEX_WORDS <- list(
  female = c("female", "f", "woman", "women", "weiblich", "w", "女", "女性"), male = c("male", "m", "man", "men", "männlich", "男", "男性")
)
SEX_NAMES <- list(female = list(zh = "女性", en = "female"), male = list(zh = "男性", en = "male"))
#' What a column of sexes is called.
SEX_COLUMN <- "(^|[^a-z])(sex|gender|geschlecht)([^a-z]|$)|性别"

#' Of each sex so many show where its values lie; without them the values have to lie in two clusters.
SEX_LEAST <- 3L
#' So far do the sexes lie apart where a gene tells them, log2. Two halves of one cluster lie 2.7 of their standard deviations apart.
SEX_GAP <- 2
SEX_GAP_SDS <- 4
#' A value is on the side of a sex within this share of the way to the other.
SEX_SIDE <- 0.3
#' Fewer samples are no two clusters.
SEX_SAMPLES <- 4L

#' Of a comparison of two groups. @param inputs Of the run, with `sex_probes`: see `sex_gene_values`. @param params With `pair_column`, perhaps
#'   `block_column`.
tell_compared_sexes <- function(inputs, params, job) {
  samples <- compared_samples(inputs$groups, colnames(inputs$expression$values), params)
  of_patients <- c(params$pair_column, params$block_column)
  tell_sexes(samples, if (!is.null(of_patients)) as.character(samples[[of_patients]]), inputs$expression, inputs$sex_probes, job)
}

#' Of each sample the sex that its genes tell, against the table's column of sexes, else within patients.
#'
#' @param samples Data frame with `sample` and the table's other columns. @param patients Identifier for each sample, or NULL.
#' @param matrix A matrix input. @param probes By platform: see `sex_gene_values`.
tell_sexes <- function(samples, patients, matrix, probes, job) {
  rows <- sex_rows(matrix, if (!is.null(matrix$platform)) probes[[matrix$platform]])
  if (!any(names(rows) != "XIST")) {
    return(job$finding("note", "sex_genes_absent", told(
      "矩阵里认不出 Y 染色体上的基因（%s），看不了样本的性别", "The matrix has no row that is known to be of a gene of Y (%s): sexes are not seen",
      told_names(setdiff(SEX_GENES, "XIST"), 4L)
    )))
  }
  column <- sex_column(samples)
  written <- if (!is.null(column)) written_sexes(samples[[column]])
  levels <- sex_levels(matrix, rows, samples$sample)
  seen <- seen_sexes(levels, written)
  women <- sum(seen == "female", na.rm = TRUE)
  men <- sum(seen == "male", na.rm = TRUE)
  if (women + men == 0L) {
    return(job$finding("note", "sex_untold", told(
      "XIST 和 Y 染色体基因分不出男女，这一项看不了", "XIST and the genes of Y do not tell the sexes apart in these samples"
    )))
  }
  by <- if ("XIST" %in% names(rows)) told("XIST 和 Y 染色体基因", "XIST and the genes of Y") else told(
    "Y 染色体基因（矩阵里没有 XIST，认不出女性）", "the genes of Y alone (without XIST no woman is told)"
  )
  counted <- told(
    "按 %s，看出女性 %s 个、男性 %s 个%s", "by %s, %s are female and %s male%s", by, format_count(women), format_count(men), sexes_unseen(seen)
  )
  wrong <- which(!is.na(seen) & !is.na(written) & seen != written)
  if (length(wrong) > 0L) {
    named <- told_each(samples$sample[wrong], lapply(wrong, function(i) told(
      "%s：写的是「%s」，表达像%s", "%s: written “%s”, expressed as %s", samples$sample[[i]], as.character(samples[[column]][[i]]),
      SEX_NAMES[[seen[[i]]]]
    )))
    return(job$finding("should", "sex_contradicts", told(
      "有 %s 个样本的表达与「%s」列对不上（%s）：可能是样本弄混，或性别写错。请核对来源；%s",
      "The expression of %s samples contradicts the column “%s” (%s): samples were confused, or the sex is wrong; %s",
      format_count(length(wrong)), column, named, counted
    )))
  }
  mixed <- if (!is.null(patients)) names(which(vapply(split(seen, patients), function(own) length(unique(stats::na.omit(own))) > 1L, NA)))
  if (length(mixed) > 0L) {
    named <- told_each(mixed, lapply(mixed, function(one) {
      own <- which(patients == one & !is.na(seen))
      told("%s（%s）", "%s (%s)", one, told(
        paste0(samples$sample[own], vapply(seen[own], function(sex) paste0("像", SEX_NAMES[[sex]]$zh), ""), collapse = "，"),
        paste(samples$sample[own], vapply(seen[own], function(sex) SEX_NAMES[[sex]]$en, ""), collapse = ", ")
      ))
    }))
    return(job$finding("should", "sex_within_patient", told(
      "有 %s 位患者的样本像两种性别：%s。同一个人不会这样，可能是样本弄混。请核对来源", "Samples of %s patients are of both sexes: %s. Samples were confused",
      format_count(length(mixed)), named
    )))
  }
  if (is.null(written)) {
    return(job$finding("passed", "sex_seen", told(
      "%s；分组表里没有性别列可以核对", "Seen %s; the table has no column of sexes to compare with", counted
    )))
  }
  job$finding("passed", "sex_agrees", told(
    "表达与「%s」列对得上：%s", "Expression agrees with the column “%s”: %s", column, counted
  ))
}

#' Samples whose sex is not seen: a tumour may lose its Y, or the silence of its X.
sexes_unseen <- function(seen) {
  if (!anyNA(seen)) return("")
  told("，另有 %s 个看不出", ", and %s neither plainly", format_count(sum(is.na(seen))))
}

#' Sentences of the first of several things. @param names Of all; @param sentences From `told`, one of each.
told_each <- function(names, sentences, shown = 4L) {
  first <- utils::head(sentences, shown)
  more <- length(names) > shown
  told(
    paste0(paste(vapply(first, `[[`, "", "zh"), collapse = "；"), if (more) " 等"),
    paste0(paste(vapply(first, `[[`, "", "en"), collapse = "; "), if (more) " and others")
  )
}

#' The table's column of sexes: by its name, else the only one whose two values are sexes. @return Its name, or NULL.
sex_column <- function(samples) {
  columns <- setdiff(names(samples), "sample")
  sexes <- lapply(samples[columns], written_sexes)
  said <- vapply(sexes, function(own) any(!is.na(own)), NA)
  named <- columns[said & grepl(SEX_COLUMN, columns, ignore.case = TRUE, perl = TRUE)]
  whole <- columns[said & vapply(columns, function(column) {
    filled <- nzchar(trimmed(as.character(samples[[column]]))) & !is.na(samples[[column]])
    all(!is.na(sexes[[column]][filled])) && length(unique(sexes[[column]][filled])) == 2L
  }, NA)]
  found <- c(named, whole)
  if (length(found) > 0L) found[[1L]]
}

#' @param cells A column. @return "female", "male" or NA of each.
written_sexes <- function(cells) {
  word <- tolower(trimmed(as.character(cells)))
  sex <- rep(NA_character_, length(word))
  for (own in names(SEX_WORDS)) sex[word %in% SEX_WORDS[[own]]] <- own
  sex
}

#' Levels of XIST and of the genes of Y, as logarithms. @param rows From `sex_rows`. @return List of `x` (NULL where XIST is not there) and `y`.
sex_levels <- function(matrix, rows, samples) {
  values <- matrix$values[, samples, drop = FALSE]
  own <- values[rows, , drop = FALSE]
  own <- switch(matrix$kind,
    counts = edgeR::cpm(own, lib.size = colSums(values), log = TRUE, prior.count = 2), linear = log2(pmax(own, 0) + 1), own
  )
  x <- names(rows) == "XIST"
  list(x = if (any(x)) own[x, ], y = colMeans(own[!x, , drop = FALSE]))
}

#' The sex that levels tell: XIST and Y have to say the same, as a tumour may lose either. Without XIST, or where it does not part the samples, what
#' is expressed of Y makes a man, and nothing makes a woman. Samples of one sex part nowhere; there the two are held against each other.
#'
#' @param written "female", "male" or NA of each sample, or NULL. @return The same of what is seen.
seen_sexes <- function(levels, written) {
  x <- level_sides(levels$x, "female", "male", written)
  y <- level_sides(levels$y, "male", "female", written)
  if (!is.null(y) && !is.null(x)) return(ifelse(x == y, x, NA_character_))
  if (!is.null(y)) return(ifelse(y == "male", y, NA_character_))
  if (is.null(levels$x)) return(rep(NA_character_, length(levels$y)))
  apart <- levels$x - levels$y
  of_all <- if (isTRUE(abs(stats::median(apart, na.rm = TRUE)) >= SEX_GAP)) sign(stats::median(apart, na.rm = TRUE)) else 0
  ifelse(of_all != 0 & sign(apart) == of_all & abs(apart) >= SEX_GAP, if (of_all > 0) "female" else "male", NA_character_)
}

#' Which side each level is on. @param high,low Sexes. @return `high`, `low` or NA of each; NULL where the levels do not part.
level_sides <- function(level, high, low, written) {
  if (is.null(level)) return(NULL)
  centres <- written_centres(level, written)
  if (is.null(centres)) centres <- cluster_centres(level)
  if (is.null(centres)) return(NULL)
  way <- (level - centres[[1L]]) / (centres[[2L]] - centres[[1L]])
  ifelse(way <= SEX_SIDE, low, ifelse(way >= 1 - SEX_SIDE, high, NA_character_))
}

#' Medians of the sexes as they are written, the lower one first; NULL where these are too few or not apart.
written_centres <- function(level, written) {
  known <- is.finite(level) & !is.na(written)
  own <- split(level[known], written[known])
  if (length(own) < 2L || min(lengths(own)) < SEX_LEAST) return(NULL)
  centres <- sort(vapply(own, stats::median, 0))
  if (centres[[2L]] - centres[[1L]] >= SEX_GAP) centres
}

#' Medians of the two clusters that leave the least within them; NULL where there are no two.
cluster_centres <- function(level) {
  level <- sort(level[is.finite(level)])
  n <- length(level)
  if (n < SEX_SAMPLES) return(NULL)
  within <- vapply(seq_len(n - 1L), function(i) {
    low <- level[seq_len(i)]
    high <- level[-seq_len(i)]
    sum((low - mean(low))^2) + sum((high - mean(high))^2)
  }, 0)
  cut <- which.min(within)
  centres <- c(stats::median(level[seq_len(cut)]), stats::median(level[-seq_len(cut)]))
  if (centres[[2L]] - centres[[1L]] >= max(SEX_GAP, SEX_GAP_SDS * sqrt(within[[cut]] / n))) centres
}
