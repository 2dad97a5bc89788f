# Are modules of one data set there in another: WGCNA::modulePreservation, with the first data set as reference.

#' Genes of a module below which its Z scores are mostly chance.
PRESERVED_GENES_FEW <- 20L
#' Langfelder et al. 2011: Zsummary above 10 strong, from 2 to 10 weak to moderate, below 2 none.
PRESERVED_STRONG <- 10
PRESERVED_WEAK <- 2
#' With fewer permutations the mean and the standard deviation that Z is made of are uncertain (the package's default is 100).
PERMUTATIONS_FEW <- 100L
#' The package's "gold" module, under a name that no module's colour has: `labels2colors` calls one gold, too.
RANDOM_MODULE <- "random"

#' @param inputs `network` (the matrix of a second step, with its modules), perhaps `labels` (data frame), and `expression` (matrix) or `dataset`
#'   (cohort). @param params The complete parameters. @param job See runtime/job.R. @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("准备数据", 0.02)
  modules <- module_of_genes(inputs, job)
  network <- preserved_network(inputs$network, params)
  reference <- usable_for_network(in_name_order(inputs$network$values[names(modules), , drop = FALSE]))$values
  modules <- modules[rownames(reference)]
  second <- second_values(inputs, rownames(reference), job)
  usable <- usable_for_network(in_name_order(second$values))
  check_network_samples(ncol(usable$values), job, second$field)
  tell_same_samples(colnames(reference), colnames(usable$values), second$field, job)
  found <- modules[rownames(usable$values)]
  if (length(found) < NETWORK_GENES_MIN || length(unique(found)) < 2L) {
    stop_input("few_genes", sprintf(
      "第二个数据集里只有 %s 个建过模块的基因可用，至少要 %d 个，并且来自两个以上的模块。请换一个基因更全的数据集，或核对基因名的写法",
      format_count(length(found)), NETWORK_GENES_MIN
    ), second$field)
  }
  result <- preservation_of(reference, usable$values, modules, network, params, job)
  job$step("整理结果", 0.97)
  table <- preservation_table(result, modules, found)
  tell_preservation(table, usable, second, job)
  if (params$permutations < PERMUTATIONS_FEW) job$finding("should", "few_permutations", told(
    "置换只有 %d 次：Z 由置换的平均和标准差算出，次数少时换一个种子就会变，界线附近的模块不要当真。发表请用 %d 次以上",
    c(
      "With %d permutations Z, made of their mean and standard deviation, changes with the seed: modules near a bound are unsure; publish with",
      "%d or more"
    ),
    params$permutations, PERMUTATIONS_FEW
  ), field = "permutations")
  drawn <- table[table$sort != "grey" & !is.na(table$Zsummary), , drop = FALSE]
  points <- function(y) data.frame(module = drawn$module, found = drawn$found, value = drawn[[y]], sort = drawn$sort)
  job$facts(c(second$facts, preservation_facts(table, reference, usable$values, second, network, params, !is.null(inputs$labels))))
  list(
    preservation = table, gene_matches = second$matches, zsummary_points = points("Zsummary"),
    rank_points = points("medianRank")
  )
}

#' The module of each gene: of a table that the user gives, else of the second step.
#'
#' @return Colours or other names, by gene of the matrix. Stops where there are none.
module_of_genes <- function(inputs, job) {
  genes <- rownames(inputs$network$values)
  if (is.null(inputs$labels)) {
    own <- inputs$network$about$module
    if (is.null(own)) stop_input("no_modules", "这个矩阵没有带来模块。请选一次已完成的「WGCNA 模块」，或另给一张模块归属表", "module_analysis_id")
    return(own[intersect(genes, names(own))])
  }
  table <- inputs$labels
  if (!all(c("gene", "module") %in% names(table))) {
    stop_input("label_columns", "模块归属表要有 gene（基因）和 module（模块）两列。请改列名后重新上传", "module_file_id")
  }
  table <- table[!duplicated(table$gene) & !is.na(table$module) & as.character(table$module) != "", , drop = FALSE]
  module <- stats::setNames(as.character(table$module), as.character(table$gene))
  shared <- intersect(genes, names(module))
  if (length(shared) == 0L) {
    stop_input("labels_absent", sprintf(
      "模块归属表里的基因与矩阵的一个也对不上：表里是 %s，矩阵里是 %s。请改成同一种名字", list_names(names(module)), list_names(genes)
    ), "module_file_id")
  }
  if (length(shared) < length(module)) job$finding("should", "labels_absent", told(
    c(
      "模块归属表里有 %s 个{{row_subject}}不在矩阵里，没有参与"
    ),
    "%s {{row_subject}}s of the table of modules are not in the matrix and took no part", format_count(length(module) - length(shared))
  ), field = "module_file_id")
  module[shared]
}

#' Type of the network: as asked, else that of the modules.
preserved_network <- function(matrix, params) {
  if (params$network_type != "same") return(params$network_type)
  if (is.null(matrix$about$network)) "signed" else matrix$about$network
}

#' The second data set, its rows called as in the first.
#'
#' @return List of `values` (genes × samples), `matches` (names that are written differently or are absent), `field`, `label`, `facts`.
second_values <- function(inputs, genes, job) {
  if (is.null(inputs$dataset)) {
    matrix <- inputs$expression
    if (matrix$kind %in% c("counts", "scores")) {
      stop_input("kind", "第二个数据集要是取过对数的基因表达矩阵，不能是原始计数或打分。计数请先做「计数转换」（vst）", "file_id")
    }
    if (matrix$kind == "linear") job$finding("should", "linear", told(
      "第二个数据集的数值像是没有取过对数：少数特别高的样本会左右相关系数。建议先用「对数转换」取 log2",
      "Values of the second data set look as if they were no logarithms: a few very high samples govern the correlations"
    ), field = "file_id")
    picked <- pick_genes(matrix, rows_of_result(genes), "file_id")
    field <- "file_id"
    matches <- picked$matches
    values <- matrix$values
    about <- list(label = matrix$label, facts = list())
  } else {
    cohort <- inputs$dataset
    field <- "dataset"
    matches <- match_genes(rows_of_result(genes), cohort_genes(cohort, "expression")$symbol, "symbol")
    symbols <- unique(matches$found[matches$found != ""])
    if (length(symbols) == 0L) stop_input("genes_absent", sprintf("%s 里没有这些模块的基因。模块的基因名要是人的基因符号", cohort$about$label), field)
    values <- cohort_values(cohort, symbols, samples = network_tumours(cohort)$sample)
    about <- list(label = cohort$about$label, facts = cohort_facts(cohort))
  }
  # Of two genes that meet in one row, the one of the same name is first.
  there <- matches[matches$found != "", , drop = FALSE]
  there <- there[order(there$how != "same", method = "radix"), , drop = FALSE]
  there <- there[!duplicated(there$found), , drop = FALSE]
  values <- values[there$found, , drop = FALSE]
  rownames(values) <- there$asked
  list(values = values, matches = inexact_matches(matches), field = field, label = about$label, facts = about$facts)
}

#' WGCNA::modulePreservation of both. @param reference,second Genes × samples. @param modules Colours by gene of the reference.
preservation_of <- function(reference, second, modules, network, params, job) {
  said <- function(text) {
    at <- as.integer(sub("^.*permutation ?([0-9]+).*$", "\\1", grep("permutation ?[0-9]+", text, value = TRUE)))
    if (length(at) == 1L && !is.na(at)) {
      job$step(sprintf("第 %d/%d 次置换", at, params$permutations), 0.1 + 0.86 * (at - 1) / params$permutations)
    }
  }
  job$step("计算观察到的保守性", 0.05)
  utils::capture.output(found <- suppressWarnings(quiet_wgcna(said)$modulePreservation(
    list(reference = list(data = t(reference)), second = list(data = t(second))), list(reference = unname(modules)), referenceNetworks = 1,
    nPermutations = params$permutations, randomSeed = params$seed, networkType = network, corFnc = "cor", quickCor = 0,
    greyName = "grey", goldName = RANDOM_MODULE, savePermutedStatistics = FALSE, verbose = 3
  )))
  list(
    observed = found$preservation$observed[[1L]][[2L]], z = found$preservation$Z[[1L]][[2L]], p = found$preservation$log.p[[1L]][[2L]]
  )
}

preservation_table <- function(result, modules, found) {
  sizes <- table(modules)
  # A module without a gene in the second data set is not in the package's tables.
  names <- c(setdiff(names(sizes), "grey"), RANDOM_MODULE, intersect("grey", names(sizes)))
  row <- match(names, rownames(result$z))
  sort <- ifelse(names == RANDOM_MODULE, "random", ifelse(names == "grey", "grey", "module"))
  z <- result$z$Zsummary.pres[row]
  rank <- result$observed$medianRank.pres[match(names, rownames(result$observed))]
  log_p <- result$p$log.psummary.pres[match(names, rownames(result$p))]
  table <- data.frame(
    module = ifelse(sort == "random", "随机基因", names), sort = sort,
    size = ifelse(sort == "random", NA, as.integer(sizes[names])),
    found = ifelse(sort == "random", as.integer(result$z$moduleSize[row]), as.integer(table(factor(found, names)))),
    Zsummary = z, medianRank = rank, verdict = preservation_words(z, sort), Zdensity = result$z$Zdensity.pres[row],
    Zconnectivity = result$z$Zconnectivity.pres[row], log_p = log_p
  )
  best_first <- order(match(sort, c("module", "random", "grey")), -table$Zsummary, table$module, na.last = TRUE, method = "radix")
  plain_rows(table[best_first, , drop = FALSE])
}

#' Modules are always there in the samples that they were found in.
tell_same_samples <- function(first, second, field, job) {
  both <- intersect(first, second)
  if (length(both) > 0L) job$finding("should", "same_samples", told(
    "第二个数据集有 %s 个样本与建模块的样本同名：%s。如果是同一批样本，模块当然都在，说明不了什么。请换一批没有用过的样本",
    "%s samples of the second data set have names of the first: %s. If they are the same samples, preservation says nothing",
    format_count(length(both)), told_names(both)
  ), field = field)
}

preservation_words <- function(z, sort) {
  words <- ifelse(z > PRESERVED_STRONG, "strong", ifelse(z >= PRESERVED_WEAK, "weak", "none"))
  ifelse(sort != "module", "reference", ifelse(is.na(z), "few", words))
}

tell_preservation <- function(table, usable, second, job) {
  inside <- table[table$sort == "module", , drop = FALSE]
  few <- inside[inside$found < PRESERVED_GENES_FEW, , drop = FALSE]
  if (nrow(few) > 0L) job$finding("should", "few_module_genes", told(
    "有 %d 个模块在第二个数据集里找到的{{row_subject}}不到 %d 个，它们的 Z 不可靠：%s",
    c(
      "%d modules have fewer than %d {{row_subject}}s in the second data set, and their Z is unreliable: %s"
    ),
    nrow(few), PRESERVED_GENES_FEW, told_names(few$module)
  ), field = second$field)
  lost <- sum(inside$found) / sum(inside$size)
  if (lost < 0.7) job$finding("should", "genes_absent", told(
    "模块的{{row_subject}}只有 %.0f%% 在第二个数据集里。缺的{{row_subject}}多时，保守性说的只是找到的那一部分",
    "Only %.0f%% of the {{row_subject}}s of modules are in the second data set: preservation is that of the part found", 100 * lost
  ), field = second$field)
  dropped <- c(usable$genes$gene, usable$samples$sample)
  if (length(dropped) > 0L) job$finding("note", "dropped", told(
    "第二个数据集里有 %s 个缺失太多或不变化的{{row_subject}}或样本没有参与：%s",
    "%s {{row_subject}}s or samples of the second data set with too many missing values or no variation took no part: %s",
    format_count(length(dropped)), told_names(dropped)
  ), field = second$field)
}

preservation_facts <- function(table, reference, values, second, network, params, own_labels) {
  inside <- table[table$sort == "module", , drop = FALSE]
  known <- inside[!is.na(inside$Zsummary), , drop = FALSE]
  random <- table[table$sort == "random", , drop = FALSE]
  list(
    modules = nrow(inside), genes = nrow(reference), genes_found = nrow(values), samples = ncol(reference), second_samples = ncol(values),
    second = second$label, renamed = sum(second$matches$found != ""), strong = sum(known$Zsummary > PRESERVED_STRONG),
    weak = sum(known$Zsummary >= PRESERVED_WEAK & known$Zsummary <= PRESERVED_STRONG), none = sum(known$Zsummary < PRESERVED_WEAK),
    few_permutations = params$permutations < PERMUTATIONS_FEW, own_labels = own_labels,
    best = if (nrow(known) > 0L) known$module[[1L]], best_z = if (nrow(known) > 0L) known$Zsummary[[1L]],
    random_genes = random$found, random_z = random$Zsummary, network = network, network_word = NETWORK_WORDS[[network]]
  )
}
