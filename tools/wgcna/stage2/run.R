# Modules of co-expressed genes, and what they have to do with the traits of the samples.

#' What R, its packages and the job's own tables take beside the matrices of a block, bytes; and how many matrices of genes × genes stand
#' side by side at most while a block is clustered.
BLOCK_BESIDE <- 1.2 * 1024^3
BLOCK_MATRICES <- 6
RESAMPLINGS <- 20L
#' Share of the samples in each resampling (WGCNA::sampledBlockwiseModules).
RESAMPLED <- 0.63
HUBS <- 10L
#' Genes of a module among which edges are listed: the best connected; and edges of a module at most.
LINKED_GENES <- 30L
LINKS <- 60L

#' @param inputs `network` (the matrix of the first step) and perhaps `phenotypes` (data frame). @param params The complete parameters.
#' @param job See runtime/job.R. @return The declared tables.
analyse <- function(inputs, params, job) {
  job$step("准备数据", 0.02)
  settings <- network_settings(inputs$network, params)
  usable <- usable_for_network(in_name_order(inputs$network$values))
  values <- usable$values
  check_network_samples(ncol(values), job, "source_analysis_id")
  if (nrow(values) < NETWORK_GENES_MIN) {
    stop_input("few_genes", sprintf("只有 %d 个基因可用，至少要 %d 个。请换一次第一步的结果", nrow(values), NETWORK_GENES_MIN), "source_analysis_id")
  }
  traits <- trait_columns(inputs, colnames(values), params, job)
  built <- build_modules(values, settings, params, job)
  job$step("计算模块特征值和成员度", 0.7)
  named <- named_modules(built, values)
  related <- relate_traits(named$eigengenes, traits$values)
  survival <- relate_survival(named$eigengenes, traits$survival, job)
  membership <- gene_membership(values, named)
  significance <- gene_significance(values, traits$values)
  stability <- if (params$stability) module_stability(values, named$module, settings, params, job) else NULL
  job$step("取最强的连接", 0.93)
  links <- strongest_links(values, named, membership, settings)
  tell_modules(named, usable, traits, related, job)
  modules <- module_table(named, membership, related, stability)
  module_facts(modules, named, values, traits, related, built, settings, params, job)
  job$facts(module_survival_facts(survival))
  c(
    list(
      modules = modules, genes = gene_table(named, membership, stability), kme = wide(rownames(values), "gene", membership$all),
      significance = significance, module_traits = related$table, module_survival = survival, traits = traits$table,
      eigengenes = wide(colnames(values), "sample", as.matrix(named$eigengenes)), hubs = hub_genes(named, membership),
      edges = links$edges, nodes = links$nodes,
      size_bars = data.frame(module = modules$module, genes = modules$genes, colour = hex_of(modules$module)),
      network = result_matrix(
        values, inputs$network$kind, inputs$network$identifiers, platform = inputs$network$platform, log_base = inputs$network$log_base,
        about = list(power = settings$power, why = settings$why, network = settings$network, module = named$module)
      )
    ),
    dendrogram_tables(built, named), trait_heatmap(related), eigengene_tables(named$eigengenes)
  )
}

#' Power and type of network: as asked, else those of the first step.
network_settings <- function(matrix, params) {
  about <- matrix$about
  power <- if (params$soft_threshold_power > 0L) params$soft_threshold_power else about$power
  if (is.null(power)) stop_input("power", "这个矩阵没有推荐的软阈值功率。请填写功率，或选第一步「WGCNA 软阈值」的结果", "soft_threshold_power")
  network <- if (params$network_type != "same") params$network_type else if (is.null(about$network)) "signed" else about$network
  list(
    power = power, network = network, tom = if (network == "unsigned") "unsigned" else "signed",
    recommended = about$power, why = if (is.null(about$why)) "" else about$why,
    differs = !is.null(about$network) && about$network != network
  )
}

#' Genes of one block that fit into the job's memory.
largest_block <- function() floor(sqrt(max(0, job_memory() - BLOCK_BESIDE) / (8 * BLOCK_MATRICES)))

#' WGCNA::blockwiseModules by these settings. @param values Genes × samples, in order.
modules_of <- function(values, settings, params, said = function(text) NULL, verbose = 0L) {
  # Its C code prints what it does.
  utils::capture.output(found <- quiet_wgcna(said)$blockwiseModules(
    t(values), checkMissingData = FALSE, maxBlockSize = largest_block(), randomSeed = params$seed, power = settings$power,
    networkType = settings$network, TOMType = settings$tom, deepSplit = params$deep_split, minModuleSize = params$min_module_gene,
    reassignThreshold = 0, mergeCutHeight = 1 - params$module_similarity, pamRespectsDendro = FALSE, numericLabels = TRUE, nThreads = 1,
    verbose = verbose
  ))
  found
}

#' What blockwiseModules says of its steps, as steps of the job.
BUILD_STEPS <- list(
  c("Working on block", "计算拓扑重叠（TOM）", "0.1"), c("clustering", "基因聚类", "0.45"), c("detecting modules", "切分模块", "0.52"),
  c("calculating module eigengenes", "计算特征值", "0.58"), c("merging modules", "合并相近的模块", "0.64")
)

build_modules <- function(values, settings, params, job) {
  said <- function(text) {
    for (step in BUILD_STEPS) if (grepl(step[[1L]], text, fixed = TRUE)) job$step(step[[2L]], as.numeric(step[[3L]]))
  }
  built <- modules_of(values, settings, params, said, verbose = 3L)
  if (all(built$colors == 0L)) {
    stop_input("no_modules", "没有找到模块：所有基因都没有归入模块（灰色）。请调小「模块最少基因」，换一个功率，或用更多、变化更大的基因", "min_module_gene")
  }
  built
}

#' Modules by the colours of WGCNA; 0 is grey, genes of no module.
#'
#' @return List of `module` (colour by gene), `before` (before merging), `number` (by colour), `eigengenes` (samples × modules, grey left
#'   out), `variance` (explained by the eigengene, by module), `sizes`.
named_modules <- function(built, values) {
  colour <- function(labels) WGCNA::labels2colors(labels)
  module <- stats::setNames(colour(built$colors), rownames(values))
  numbers <- sort(setdiff(unique(built$colors), 0L))
  found <- WGCNA::moduleEigengenes(t(values), built$colors, excludeGrey = TRUE, verbose = 0L)
  eigengenes <- found$eigengenes[, paste0("ME", numbers), drop = FALSE]
  names(eigengenes) <- colour(numbers)
  rownames(eigengenes) <- colnames(values)
  variance <- as.numeric(found$varExplained[1L, match(paste0("ME", numbers), names(found$eigengenes))])
  list(
    module = module, before = colour(built$unmergedColors), number = stats::setNames(numbers, colour(numbers)), eigengenes = eigengenes,
    variance = stats::setNames(variance, colour(numbers)), sizes = table(factor(module, c(colour(numbers), "grey")))
  )
}

# ---- genes ----

#' Correlation of each gene with each eigengene, over the samples in which the gene was measured. @return List of `all` (genes × modules), `own` and
#'   `p` (of the gene's own module; NA of grey): Student's, by that number of samples.
gene_membership <- function(values, named) {
  all <- as.matrix(WGCNA::signedKME(t(values), named$eigengenes, outputColumnName = ""))
  colnames(all) <- names(named$eigengenes)
  rownames(all) <- rownames(values)
  own <- all[cbind(seq_len(nrow(all)), match(named$module, colnames(all)))]
  list(all = all, own = own, p = WGCNA::corPvalueStudent(own, rowSums(!is.na(values))))
}

#' Correlation of each gene with each trait (gene significance) and its P.
gene_significance <- function(values, traits) {
  if (ncol(traits) == 0L) return(data.frame(gene = character()))
  traits <- as.matrix(traits)
  r <- WGCNA::cor(t(values), traits, use = "p")
  present <- !is.na(values)
  n <- present %*% !is.na(traits)
  p <- WGCNA::corPvalueStudent(r, n)
  columns <- unlist(lapply(seq_len(ncol(traits)), function(j) list(unname(r[, j]), unname(p[, j]))), recursive = FALSE)
  names(columns) <- as.vector(rbind(paste0("GS.", colnames(traits)), paste0("p.GS.", colnames(traits))))
  data.frame(gene = rownames(values), columns, check.names = FALSE)
}

wide <- function(names, title, values) {
  columns <- c(list(names), lapply(seq_len(ncol(values)), function(j) unname(values[, j])))
  names(columns) <- make.unique(c(title, colnames(values)))
  as.data.frame(columns, check.names = FALSE, stringsAsFactors = FALSE)
}

gene_table <- function(named, membership, stability) {
  order_of <- stats::setNames(seq_along(named$sizes), names(named$sizes))
  table <- data.frame(
    gene = names(named$module), module = unname(named$module), kME = membership$own, p_kME = membership$p,
    stability = if (is.null(stability)) NA_real_ else stability$genes
  )
  plain_rows(table[order(order_of[table$module], -table$kME, table$gene, method = "radix"), , drop = FALSE])
}

#' Genes of each module that are closest to its eigengene.
hub_genes <- function(named, membership) {
  parts <- lapply(names(named$eigengenes), function(module) {
    inside <- which(named$module == module)
    best <- utils::head(inside[order(-abs(membership$own[inside]), names(named$module)[inside], method = "radix")], HUBS)
    data.frame(module = module, rank = seq_along(best), gene = names(named$module)[best], kME = membership$own[best])
  })
  plain_rows(do.call(rbind, parts))
}

module_table <- function(named, membership, related, stability) {
  modules <- names(named$eigengenes)
  hubs <- hub_genes(named, membership)
  best <- related$table[match(modules, related$table$module), , drop = FALSE]
  data.frame(
    module = modules, number = as.integer(named$number[modules]), genes = as.integer(named$sizes[modules]),
    hub = hubs$gene[match(modules, hubs$module)], variance = unname(named$variance[modules]),
    stability = if (is.null(stability)) NA_real_ else unname(stability$modules[modules]),
    trait = ifelse(is.na(best$trait), "", best$trait), r = best$r, p = best$p, padj = best$padj
  )
}

# ---- stability ----

#' How well modules come back in RESAMPLINGS runs on a share of the samples, with the same settings.
#'
#' @return `modules`: mean over the runs of the largest Jaccard index with a module of the run; `genes`: share of the runs in which a gene is in
#'   the module that is closest to its own (NA of grey).
module_stability <- function(values, module, settings, params, job) {
  set.seed(params$seed)
  names <- setdiff(unique(module), "grey")
  chosen <- lapply(seq_len(RESAMPLINGS), function(i) sort(sample(ncol(values), max(4L, round(RESAMPLED * ncol(values))))))
  jaccard <- matrix(0, RESAMPLINGS, length(names), dimnames = list(NULL, names))
  together <- numeric(length(module))
  for (i in seq_len(RESAMPLINGS)) {
    job$step(sprintf("重抽样 %d/%d", i, RESAMPLINGS), 0.75 + 0.17 * (i - 1) / RESAMPLINGS)
    labels <- modules_of(values[, chosen[[i]], drop = FALSE], settings, params)$colors
    shared <- table(factor(module, names), factor(labels, setdiff(unique(labels), 0)))
    if (ncol(shared) == 0L) next
    sizes <- table(factor(labels, colnames(shared)))
    index <- shared / (outer(as.numeric(table(factor(module, names))), as.numeric(sizes), "+") - shared)
    jaccard[i, ] <- apply(index, 1L, max)
    closest <- stats::setNames(colnames(shared)[apply(index, 1L, which.max)], names)
    together <- together + (module %in% names & as.character(labels) == closest[module])
  }
  list(modules = colMeans(jaccard), genes = ifelse(module == "grey", NA, together / RESAMPLINGS))
}

# ---- links ----

#' The strongest connections (topological overlap) among the best connected genes of each module, by WGCNA::exportNetworkToCytoscape. The
#' overlap counts all genes of the network, not those of the list alone (WGCNA::subsetTOM).
#'
#' @return `edges`, its columns called as Cytoscape finds them by itself (source, target, interaction); `nodes`, the first column their names.
strongest_links <- function(values, named, membership, settings) {
  chosen <- unlist(lapply(names(named$eigengenes), function(module) {
    inside <- which(named$module == module)
    utils::head(inside[order(-abs(membership$own[inside]), inside)], LINKED_GENES)
  }))
  utils::capture.output(tom <- WGCNA::subsetTOM(t(values), chosen, networkType = settings$network, power = settings$power, verbose = 0))
  module <- named$module[chosen]
  parts <- lapply(names(named$eigengenes), function(one) {
    at <- which(module == one)
    inside <- tom[at, at, drop = FALSE]
    ties <- sort(inside[lower.tri(inside)], decreasing = TRUE)
    if (length(ties) == 0L) return(NULL)
    threshold <- ties[[min(LINKS, length(ties))]] * (1 - 1e-12)
    list(tom = inside, threshold = threshold, names = names(module)[at], module = one)
  })
  exported <- lapply(Filter(Negate(is.null), parts), function(part) {
    found <- WGCNA::exportNetworkToCytoscape(part$tom, weighted = TRUE, threshold = part$threshold, nodeNames = part$names)$edgeData
    n <- nrow(found)
    data.frame(
      source = as.character(found$fromNode), target = as.character(found$toNode), interaction = rep("coexpression", n),
      weight = as.numeric(found$weight), module = rep(part$module, n)
    )
  })
  none <- data.frame(source = character(), target = character(), interaction = character(), weight = numeric(), module = character())
  edges <- do.call(rbind, c(list(none), exported))
  nodes <- unique(c(edges$source, edges$target))
  at <- match(nodes, names(named$module))
  nodes <- data.frame(gene = nodes, module = unname(named$module[at]), kME = membership$own[at], colour = hex_of(named$module[at]))
  list(edges = plain_rows(edges[order(match(edges$module, names(named$eigengenes)), -edges$weight), , drop = FALSE]), nodes = nodes)
}

# ---- figures ----

#' Colours of R as a file writes them.
hex_of <- function(colours) {
  channels <- grDevices::col2rgb(colours)
  sprintf("#%02x%02x%02x", channels[1L, ], channels[2L, ], channels[3L, ])
}

#' The tree of the largest block with the modules of its genes before and after merging.
dendrogram_tables <- function(built, named) {
  sizes <- lengths(built$blockGenes)
  block <- which.max(sizes)
  tree <- built$dendrograms[[block]]
  genes <- built$blockGenes[[block]][tree$order]
  list(
    dendrogram_leaves = data.frame(
      gene = names(named$module)[genes], before = named$before[genes], after = unname(named$module[genes]),
      before_colour = hex_of(named$before[genes]), after_colour = hex_of(named$module[genes])
    ),
    dendrogram_merges = tree_merges(tree)
  )
}

#' Modules × traits with r, what stands in each cell, and the scale.
trait_heatmap <- function(related) {
  scale <- data.frame(title = "r", low = -1, high = 1, middle = 0)
  if (is.null(related$r)) {
    empty <- data.frame(module = character())
    return(list(trait_cells = empty, trait_words = empty, trait_scale = scale))
  }
  # The order of modules follows their eigengenes' tree, as in the published figures.
  r <- related$r
  modules <- if (nrow(r) > 2L) rownames(r)[stats::hclust(stats::dist(r), "average")$order] else rownames(r)
  words <- matrix(sprintf("%.2f / %s", round(r, 2) + 0, written_p(related$p)), nrow(r), dimnames = dimnames(r))
  list(
    trait_cells = wide(modules, "module", r[modules, , drop = FALSE]),
    trait_words = wide(modules, "module", words[modules, , drop = FALSE]), trait_scale = scale
  )
}

written_p <- function(p) ifelse(is.na(p), "", ifelse(p < 0.001, sub("e-0?", "e-", sprintf("%.0e", p)), sprintf("%.3f", p)))

#' Correlations among the eigengenes, and their tree (1 − r, average linkage).
eigengene_tables <- function(eigengenes) {
  r <- stats::cor(eigengenes)
  order <- seq_len(ncol(r))
  tree <- NULL
  if (ncol(r) > 1L) {
    tree <- stats::hclust(stats::as.dist(1 - r), "average")
    order <- tree$order
  }
  segments <- if (is.null(tree)) tree_segments(list(order = 1L, merge = matrix(0L, 0L, 2L), height = numeric()), "row")
  else rbind(tree_segments(tree, "row"), tree_segments(tree, "column"))
  list(
    eigengene_cells = wide(colnames(r)[order], "module", r[order, order, drop = FALSE]),
    eigengene_tree = segments, eigengene_scale = data.frame(title = "r", low = -1, high = 1, middle = 0)
  )
}

# ---- words ----

tell_modules <- function(named, usable, traits, related, job) {
  lost <- c(usable$genes$gene, usable$samples$sample)
  if (length(lost) > 0L) job$finding("note", "dropped", told(
    "有 %s 个缺失太多的{{row_subject}}或样本没有参与：%s", "%s {{row_subject}}s or samples with too many missing values took no part: %s",
    format_count(length(lost)), told_names(lost)
  ), field = "source_analysis_id")
  grey <- mean(named$module == "grey")
  if (grey > 0.5) job$finding("should", "mostly_grey", told(
    "%.0f%% 的{{row_subject}}没有归入模块（灰色）：功率偏大，或样本里没有成片一起变化的{{row_subject}}。可试小一些的功率",
    c(
      "%.0f%% of the {{row_subject}}s are in no module (grey): the power is too large, or no {{row_subject}}s vary together in these samples"
    ),
    100 * grey
  ), field = "soft_threshold_power")
  largest <- max(named$sizes[names(named$eigengenes)]) / length(named$module)
  if (largest > 0.6) job$finding("should", "one_module", told(
    "最大的模块占了 %.0f%% 的{{row_subject}}：功率偏小，或有一个共同的因素（批次、组织）盖过了其余。请看第一步的样本聚类树",
    "The largest module holds %.0f%% of the {{row_subject}}s: the power is too small, or one factor (batch, tissue) outweighs all else", 100 * largest
  ), field = "soft_threshold_power")
}

module_facts <- function(modules, named, values, traits, related, built, settings, params, job) {
  blocks <- length(built$blockGenes)
  most <- largest_block()
  if (blocks > 1L) job$finding("note", "blocks", told(
    "一次分析的内存上限是 %s GB，一块最多放 %s 个{{row_subject}}，%s 个{{row_subject}}分成 %d 块各自聚类，再合并相近的模块。分块的模块与一块算完的会有出入；想一块算完，就在第一步少取些{{row_subject}}",
    c(
      "Within %s GB of memory a block holds at most %s {{row_subject}}s: %s {{row_subject}}s were clustered in %d blocks and similar modules",
      "merged, which may differ from one block"
    ),
    format(round(job_memory() / 1024^3, 1)), format_count(most), format_count(nrow(values)), blocks
  ), field = "source_analysis_id")
  if (settings$differs) job$finding("should", "network_differs", told(
    "网络类型与第一步不同，第一步推荐的功率对它不适用", "The type of network is not that of step 1, whose recommended power does not hold for it"
  ), field = "network_type")
  best <- if (nrow(related$table) > 0L) related$table[1L, ] else NULL
  job$facts(list(
    genes = nrow(values), samples = ncol(values), modules = nrow(modules), grey = sum(named$module == "grey"), largest = max(modules$genes),
    smallest = min(modules$genes), power = settings$power, own_power = !is.null(settings$recommended) && settings$recommended != settings$power,
    why = settings$why, network_word = NETWORK_WORDS[[settings$network]], network = settings$network, tom = settings$tom,
    merge_height = 1 - params$module_similarity, blocks = blocks, in_blocks = blocks > 1L, block_genes = most,
    memory_gb = job_memory() / 1024^3, traits = ncol(traits$values), related = !is.null(best), found = sum(related$table$padj < 0.05),
    best_module = best$module, best_trait = best$trait, best_r = best$r, best_p = best$p, best_padj = best$padj,
    stable = params$stability, before = length(setdiff(unique(named$before), "grey"))
  ))
}
