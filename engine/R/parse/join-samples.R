#' Files of one sample each, of the same program, as one matrix.

#' Below this share of all genes that are in any file, what all files have is not the same annotation.
COMMON_SHARE <- 0.5

#' Writes the matrix as text.
#'
#' @param join `list(parts, column)`; each part `list(path, name, separator)`. @return `list(path, findings)`.
write_joined <- function(join, folder) {
  parts <- lapply(join$parts, function(part) read_part(file.path(folder, part$path), part, join$column))
  programs <- vapply(parts, function(part) part$program, "")
  if (length(unique(programs)) > 1L) {
    counts <- table(programs)
    stop_input("programs_differ", sprintf("选中的文件不是同一种软件的输出：%s。请分开合并", paste(names(counts), counts, "个", collapse = "、")))
  }
  samples <- part_names(vapply(join$parts, function(part) part$name, ""), vapply(parts, function(part) part$header, ""))
  genes <- joined_genes(lapply(parts, function(part) part$ids), vapply(join$parts, function(part) part$name, ""))
  values <- lapply(seq_along(parts), function(i) parts[[i]]$values[genes$rows[[i]]])
  path <- file.path(folder, "changed.tsv")
  data.table::fwrite(c(list(genes$ids), values), path, sep = "\t", quote = "auto", na = "", col.names = FALSE, eol = "\n")
  prepend_lines(paste(c("gene", samples), collapse = "\t"), path)
  told <- new_finding("note", "joined", sprintf(
    "由 %s 个 %s 的文件合并成，取的是 %s 列，样本名取自文件名", format_count(length(parts)), parts[[1L]]$label, join$column
  ))
  list(path = path, findings = c(list(told), genes$findings, estimated_finding(join$column)))
}

read_part <- function(path, part, column) {
  source <- open_text(path, part$separator)
  output <- recognise_output(source)
  if (is.null(output)) stop_input("part_unknown", sprintf("「%s」不是认得的单样本输出（STAR、RSEM、Salmon 等），不能合并。请去掉它再试", part$name))
  if (!column %in% names(output$columns)) {
    stop_input("column_unknown", sprintf("「%s」里没有 %s 列，只有 %s。请重新选择", part$name, column, paste(names(output$columns), collapse = "、")))
  }
  read <- read_output(source, output)
  if (anyNA(read$values[[column]])) {
    bad <- format_count(sum(is.na(read$values[[column]])))
    stop_input("part_text", sprintf("「%s」的 %s 列里有 %s 个不是数字的格子。请重新下载或导出这个文件", part$name, column, bad))
  }
  list(
    program = output$program, label = output$label, ids = read$ids, values = read$values[[column]],
    header = if (output$program == "featureCounts") source$header[[output$places]] else ""
  )
}

#' The genes that all files have, in the order of the first. Names are compared without versions, doubled ones by their order.
#'
#' @return `list(ids, rows, findings)`: names, and for each file the rows of these genes.
joined_genes <- function(ids, files) {
  if (all(vapply(ids[-1L], identical, logical(1), ids[[1L]]))) return(list(ids = ids[[1L]], rows = lapply(ids, seq_along), findings = list()))
  keys <- lapply(ids, function(names) make.unique(strip_versions(names)$ids, sep = " #"))
  common <- Reduce(intersect, keys)
  all <- length(unique(unlist(keys)))
  if (length(common) < COMMON_SHARE * all) {
    stop_input("genes_differ", sprintf(
      "各文件的基因对不上：共有的只有 %s 个，合起来有 %s 个。「%s」里如 %s，「%s」里如 %s。请用同一版注释的输出",
      format_count(length(common)), format_count(all), files[[1L]], ids[[1L]][[1L]], files[[length(files)]], ids[[length(ids)]][[1L]]
    ))
  }
  rows <- lapply(keys, function(names) match(common, names))
  findings <- list()
  if (length(common) < all) {
    less <- which(lengths(keys) > length(common))
    findings <- list(new_finding(
      "should", "genes_left_out", sprintf("各文件的基因不全相同：留下都有的 %s 个，去掉了 %s 个", format_count(length(common)), format_count(all - length(common))),
      detail = sprintf("有别的文件所没有的基因的是：%s", list_names(files[less], 10L))
    ))
  }
  list(ids = ids[[1L]][rows[[1L]]], rows = rows, findings = findings)
}

#' What programs and archives put behind a sample's name.
OUTPUT_ENDINGS <- paste0(
  "(\\.gz|\\.(txt|tsv|tab|csv|out|counts?|results|sf|htseq|featurecounts|genes|isoforms|gene_abund|fpkm_tracking|sorted|bam|sam)",
  "|[._-]?ReadsPerGene|[._-]?rna_seq\\.augmented_star_gene_counts|[._-](star_)?gene_counts",
  "|[._-]?quant(\\.genes)?|[._-]?abundance|Aligned\\.sortedByCoord)$"
)

#' Names of the samples: the files' without what programs add; of Salmon's and others that call each file alike, the folder's.
#'
#' @param names Of the files, with their folders in an archive. @param headers Of featureCounts: the path of the reads, '' of others.
part_names <- function(names, headers) {
  plain <- vapply(seq_along(names), function(i) {
    path <- if (nzchar(headers[[i]])) headers[[i]] else names[[i]]
    name <- without_endings(basename(path))
    if (nzchar(name) && !grepl("^(genes|isoforms|quant|abundance|counts)?$", name)) return(name)
    folder <- basename(dirname(path))
    if (folder %in% c(".", "")) sub("\\.[^.]+$", "", basename(path)) else folder
  }, "")
  plain <- without_common_end(plain)
  if (anyDuplicated(plain)) plain <- vapply(seq_along(names), function(i) {
    if (sum(plain == plain[[i]]) == 1L || basename(dirname(names[[i]])) %in% c(".", "")) plain[[i]] else basename(dirname(names[[i]]))
  }, "")
  gsub("[\t\n\"]", " ", make.unique(plain, sep = "_"))
}

without_endings <- function(name) {
  repeat {
    shorter <- sub(OUTPUT_ENDINGS, "", name, ignore.case = TRUE, perl = TRUE)
    if (shorter == name) return(name)
    name <- shorter
  }
}

#' What stands behind all names from a mark on, such as `_hg38`, names no sample.
without_common_end <- function(names) {
  if (length(names) < 2L) return(names)
  marks <- gregexpr("[._-]", names[[1L]])[[1L]]
  for (place in marks[marks > 1L]) {
    end <- substring(names[[1L]], place)
    if (all(endsWith(names, end) & nchar(names) > nchar(end))) return(substring(names, 1L, nchar(names) - nchar(end)))
  }
  names
}

#' Reads that a program has shared among transcripts have decimals, which tools for counts refuse: rounded they are what DESeq2 makes of tximport's.
estimated_finding <- function(column) {
  if (!column %in% c("expected_count", "NumReads", "est_counts")) return(list())
  list(new_finding(
    "should", "estimated_counts", sprintf("%s 是估计的计数，带小数。要做只接受计数的分析（如 DESeq2、voom），请先取整", column),
    detail = "DESeq2 读 tximport 的结果时也是这样四舍五入", fix = list(label = "取整成计数", file = "round_counts")
  ))
}
