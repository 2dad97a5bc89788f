# The rows of a matrix as a signature of cell types calls them, and how much of the signature is there.

#' A signature of which less than this was measured measures something else.
SIGNATURE_SHARE <- 0.6
#' log2 twice of what a sequencer or a scanner gives stays below this.
LOGGED_TWICE_BELOW <- 5
#' Of fewer rows all may be weakly expressed.
LOGGED_TWICE_ROWS <- 1000L
#' Where this share of the cells is exactly 0, the logarithm was taken after adding 1.
ADDED_ONE_FROM <- 0.01

#' The matrix with its rows called as the signature calls them, each name once, in the order of the names (C locale).
#'
#' @param matrix A matrix input. @param genes Names of the signature. @param synonyms Data frame `name` and `synonym` of the signature's own, or NULL.
#' @return List of `values` and `names` (see `collection_names`). Rows of genes that the signature does not have keep their names.
signature_rows <- function(matrix, genes, field, job, synonyms = NULL) {
  refuse_foreign_rows(matrix, field)
  own <- sub("_PAR_Y$", "", trimmed(rownames(matrix$values)))
  names <- settled_aliases(collection_names(own, genes), genes, synonyms)
  # An alias of a gene that has a row of its own is another row's name: it would be merged with that one. So would BTBD8, a gene of today whose
  # former name KIAA1107 is another row in matrices of 2013.
  names <- without_rows(names, names$how == "alias" & names$found %in% names$found[names$how != "alias"])
  place <- match(own, names$asked)
  ids <- ifelse(!is.na(place) & names$known[place], names$found[place], own)
  complete <- rowSums(!is.finite(matrix$values)) == 0
  if (!all(complete)) {
    job$finding("should", "rows_with_gaps", told(
      "有 %s 行含空格子或无穷大，没有参与。缺得多时，请先补全缺失值",
      "%s rows hold empty cells or infinite values and took no part. Where much is missing, impute it first", format_count(sum(!complete))
    ), field = field)
  }
  merged <- merge_duplicates(ids[complete], unname(matrix$values[complete, , drop = FALSE]), if (matrix$kind == "counts") "counts" else "log")
  values <- merged$values
  dimnames(values) <- list(merged$ids, colnames(matrix$values))
  tell_signature_names(names, sum(complete) - nrow(values), matrix$kind, field, job)
  list(values = values[order(rownames(values), method = "radix"), , drop = FALSE], names = names)
}

#' Aliases anew, each for the gene that no other row has: QARS is an alias of EPRS1 too, but EPRS is there, so that QARS is QARS1.
#'
#' @param names From `collection_names`. @param genes Names of the signature. @param synonyms See `signature_rows`.
settled_aliases <- function(names, genes, synonyms) {
  # A symbol of today is its own gene's name, whatever other gene it was an alias of.
  open <- (names$how == "alias" | names$how == "absent") & !toupper(names$asked) %in% names(symbol_keys("symbol"))
  taken <- names$found[!open]
  asked <- toupper(names$asked[open])
  pairs <- unique(rbind(alias_pairs(asked), synonyms[synonyms$synonym %in% asked, , drop = FALSE]))
  pairs <- pairs[pairs$name %in% setdiff(genes, taken), , drop = FALSE]
  settled <- pairs[0L, ]
  while (nrow(pairs) > 0L) {
    single <- !pairs$synonym %in% pairs$synonym[duplicated(pairs$synonym)]
    # Where all that is left is ambiguous: the gene whose name begins as the alias does, else the first.
    if (!any(single)) single <- seq_len(nrow(pairs)) == which.max(startsWith(pairs$name, pairs$synonym))
    now <- own_aliases(pairs[single, , drop = FALSE])
    settled <- rbind(settled, now)
    pairs <- pairs[!single & !pairs$synonym %in% now$synonym & !pairs$name %in% now$name, , drop = FALSE]
  }
  found <- settled$name[match(toupper(names$asked), settled$synonym)]
  better <- open & !is.na(found)
  names$found[better] <- found[better]
  names$known[better] <- TRUE
  names$how[better] <- "alias"
  # What a better alias of the gene won over: HIST1H2BG can be H2BC8 too, HIST1H2BD is H2BC5 alone.
  without_rows(names, open & is.na(found) & names$found %in% settled$name)
}

#' Rows whose gene another row is. @param names From `collection_names`. @param which Logical, by row. @return `names`, these of no gene.
without_rows <- function(names, which) {
  names$how[which] <- "alias_taken"
  names$found[which] <- ""
  names$known[which] <- FALSE
  names
}

#' Of several rows that could be one gene those whose alias means this gene before all others, of these those whose alias means no other gene.
own_aliases <- function(pairs) {
  preferred <- function(pairs, better) pairs[better | !pairs$name %in% pairs$name[better], , drop = FALSE]
  first <- unname(symbol_keys("alias")[pairs$synonym]) == pairs$name
  pairs <- preferred(pairs, !is.na(first) & first)
  all <- alias_pairs(pairs$synonym)
  preferred(pairs, !pairs$synonym %in% all$synonym[duplicated(all$synonym)])
}

#' Aliases of human genes with the symbols that they may mean.
#'
#' @param synonyms Names in capitals: rows of other ones are left out, of 150,000 most. @return Data frame of `name` and `synonym`.
alias_pairs <- function(synonyms) {
  pairs <- attr(symbol_keys("alias"), "pairs")
  pairs <- pairs[pairs$synonym %in% synonyms, , drop = FALSE]
  pairs[pairs$synonym != toupper(pairs$name), , drop = FALSE]
}

#' Probes and genes of mice are none of the signature's.
refuse_foreign_rows <- function(matrix, field) {
  shown <- list_names(rownames(matrix$values))
  if (identical(matrix$kind, "scores")) {
    stop_input("scores", "这是打分矩阵，行不是基因。请选基因的表达矩阵", field)
  }
  if (identical(matrix$identifiers, "probe")) {
    stop_input("probes", sprintf("行名是探针号（%s），签名里是基因名，一个也对不上。请先把探针换成基因名", shown), field)
  }
  if (are_mouse_genes(rownames(matrix$values))) {
    stop_input("mouse_genes", sprintf("行名像是小鼠的基因（%s），签名是人的。请先换成人的同源基因", shown), field)
  }
}

tell_signature_names <- function(names, merged, kind, field, job) {
  other <- sum(names$known & names$how != "same")
  if (other > 0L) {
    job$finding("note", "names_mapped", told(
      "有 %s 行的名字按别名、编号或大小写对应到了签名里的写法，见「基因名的对应」",
      "%s rows were mapped to the names of the signature by alias, id or case, see “Mapping of gene names”", format_count(other)
    ), field = field)
  }
  if (merged > 0L) {
    rule <- if (kind == "counts") told("计数已相加", "counts were added up") else told(
      "每个基因留平均值最高的一行", "of each gene the row of the highest mean was kept"
    )
    job$finding("note", "rows_merged", told(
      "有 %s 行与别的行是同一个基因：%s", "%s rows are of a gene that another row has: %s", format_count(merged), rule
    ), field = field)
  }
}

#' Which genes of the signature are there. Stops below `SIGNATURE_SHARE`.
#'
#' @param parts Named list of genes: each part of the signature by its Chinese name. @return Data frame: part, genes, found, coverage.
signature_coverage <- function(parts, rows, field) {
  table <- data.frame(
    part = names(parts), genes = lengths(parts, use.names = FALSE), found = vapply(parts, function(part) sum(part %in% rows), integer(1),
    USE.NAMES = FALSE)
  )
  table$coverage <- table$found / table$genes
  low <- which(table$coverage < SIGNATURE_SHARE)
  if (length(low) > 0L) {
    one <- table[low[[1L]], ]
    stop_input("signature_absent", sprintf(
      "「%s」的 %s 个基因里，矩阵只有 %s 个（%.1f%%），不到 60%%，算出的不再是它。请用全部基因的表达矩阵，并核对物种和行名", one$part, format_count(one$genes),
      format_count(one$found), 100 * one$coverage
    ), field)
  }
  table
}

#' Said at the form: how many genes of the signature the matrix has.
#'
#' @param coverage From `signature_coverage`.
tell_coverage_found <- function(coverage, field, job) {
  job$checked("signature_found", paste0("矩阵里有", paste(sprintf(
    "「%s」%s 个基因中的 %s 个（%.1f%%）", coverage$part, format_count(coverage$genes), format_count(coverage$found), 100 * coverage$coverage
  ), collapse = "、")), field)
}

#' Below this share of a signature's genes expressed in any sample its score is of the others, and nothing is left of it.
EXPRESSED_SHARE <- 0.1

#' Genes that have the lowest value of the matrix in all samples, such as 0, tell as little as genes that are not there.
#'
#' @param values Genes × samples. @param own Genes of the signature. @param what What they are of, for the sentence, in both languages.
check_expressed <- function(values, own, what, field, job) {
  part <- values[rownames(values) %in% own, , drop = FALSE]
  expressed <- sum(rowSums(part != min(values)) > 0)
  if (expressed < EXPRESSED_SHARE * nrow(part)) stop_input("silent_genes", sprintf(
    "%s在矩阵里的 %s 个基因，只有 %s 个在某个样本里有表达，其余在所有样本里都是最低值（如 0），打不了分。请核对表达矩阵", what$zh, format_count(nrow(part)),
    format_count(expressed)
  ), field)
  if (expressed < SIGNATURE_SHARE * nrow(part)) job$finding("should", "silent_genes", told(
    "%s在矩阵里的 %s 个基因，有 %s 个在所有样本里都没有表达（都是最低值，如 0），分数主要来自其余的基因。请核对表达矩阵是否完整",
    c(
      "Of the genes of %s in the matrix (%s), %s are not expressed in any sample (always the lowest value, such as 0), and scores come mostly",
      "from the others. Check that the matrix is complete"
    ),
    what, format_count(nrow(part)), format_count(nrow(part) - expressed)
  ), field = field)
}

#' A sample in which all genes are equal, such as an empty column filled with 0, has no order to score.
#'
#' @param values The signature's genes × samples.
refuse_silent_samples <- function(values, field) {
  silent <- matrixStats::colMaxs(values) == matrixStats::colMins(values)
  if (any(silent)) stop_input("silent_genes", sprintf(
    "%s 个样本里签名的基因数值全部相同（如都是 0），不能打分，例如 %s。请去掉这些样本", format_count(sum(silent)), list_names(colnames(values)[silent])
  ), field)
}

#' Said where the values look logged twice: ranks do not change, and other tools would read these values wrongly.
tell_logged_twice <- function(matrix, field, job) {
  values <- matrix$values
  if (matrix$kind != "log" || max(values, na.rm = TRUE) >= LOGGED_TWICE_BELOW || nrow(values) < LOGGED_TWICE_ROWS) return(invisible())
  job$finding("should", "logged_twice", told(
    "数值最大只有 %.1f，像是取了两次对数。这种方法只看样本内基因的次序，结果不变；用于别的分析之前，请换成只取一次对数的矩阵",
    c(
      "The largest value is %.1f only, as after two logarithms. This method looks at the order of genes within a sample,",
      "and its results do not change;",
      "for other analyses use a matrix of one logarithm"
    ),
    max(values, na.rm = TRUE)
  ), field = field)
}

#' Genes of the signature that no row has.
signature_absent <- function(genes, rows) data.frame(gene = sort(setdiff(genes, rows), method = "radix"))

#' Linear values, as deconvolution needs them: logarithms are undone where the file is known to hold some, and nothing is guessed from the largest
#'   value.
#'
#' @return List of `values` and `how` (for the user).
linear_values <- function(matrix, values, field) {
  if (!matrix$kind %in% c("log", "batch-corrected")) return(list(values = values, how = if (matrix$kind == "counts") "计数，原样" else "线性值，原样"))
  if (max(values) < LOGGED_TWICE_BELOW) {
    stop_input("logged_twice", sprintf("数值最大只有 %.1f，像是取了两次对数。请用原始的表达量，或只取一次对数的矩阵", max(values)), field)
  }
  added <- min(values) >= 0 && mean(values == 0) >= ADDED_ONE_FROM
  if (added) list(values = 2^values - 1, how = "由 log2(x+1) 还原") else list(values = 2^values, how = "由 log2 还原")
}

#' Rows whose name is another in the signature, as a table for the user.
signature_name_table <- function(names) name_table(names[names$known, , drop = FALSE])
