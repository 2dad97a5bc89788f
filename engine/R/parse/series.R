#' Files of GEO: the lines before the table tell of the samples or of the platform, the table stands between two marks.

TABLE_BEGIN <- "^\"?!(series_matrix|dataset|platform)_table_begin"
TABLE_END <- "!(series_matrix|dataset|platform)_table_end"

#' A series matrix, whose cells may be quoted.
open_series <- function(path) {
  read <- geo_header(path)
  if (!grepl(TABLE_END, last_bytes(path, 4096L))) {
    stop_input("series_truncated", "文件不完整：结尾缺少 !series_matrix_table_end，可能没有下载完。请从 GEO 重新下载再上传")
  }
  if (length(read$table) < 2L) {
    stop_input("series_empty", "这个 GEO 文件里没有表达数据，RNA-seq 的系列常是这样。请在 GEO 页面下载补充文件里的计数表，再上传")
  }
  source <- open_delimited(path, length(read$lines) + 1L, read$table, "\t")
  source$kind <- "series"
  source$around <- list(before = read$lines, after = "!series_matrix_table_end")
  source$platform <- series_platform(read$lines)
  source$annotations <- function(samples) series_annotations(read$lines, samples)
  source
}

#' A curated data set (GDS) or the annotation of a platform, both in SOFT, which knows no quotes.
open_soft <- function(path) {
  read <- geo_header(path)
  if (!grepl(TABLE_END, last_bytes(path, 4096L))) {
    stop_input("soft_truncated", "文件不完整：结尾缺少 _table_end，可能没有下载完。请从 GEO 重新下载再上传")
  }
  if (length(read$table) < 2L) stop_input("series_empty", "这个 GEO 文件里没有数据。请在 GEO 页面重新下载")
  source <- open_delimited(path, length(read$lines) + 1L, read$table, "\t", quote = "")
  if (grepl("platform", read$lines[[length(read$lines)]], ignore.case = TRUE)) return(with_distinct_header(source))
  source$kind <- "series"
  source$around <- list(before = read$lines, after = "!dataset_table_end")
  source$platform <- soft_values(read$lines, "dataset_platform")[1L]
  source$annotations <- function(samples) soft_annotations(read$lines, samples)
  source
}

#' GEO's annotation files name a column of terms and the column of their identifiers alike.
with_distinct_header <- function(source) {
  times <- stats::ave(seq_along(source$header), source$header, FUN = seq_along)
  header <- ifelse(times > 1L, sprintf("%s (%d)", source$header, as.integer(times)), source$header)
  read <- source$read
  source$header <- source$head$header <- header
  source$read <- function(text) utils::modifyList(read(text), list(header = header))
  source
}

#' Everything up to and with the line that begins the table, and the first lines of the table.
geo_header <- function(path) {
  connection <- file(path, "r", encoding = "UTF-8")
  on.exit(close(connection))
  lines <- character()
  repeat {
    more <- readLines(connection, n = 100L, warn = FALSE)
    begin <- match(TRUE, grepl(TABLE_BEGIN, more, ignore.case = TRUE))
    if (!is.na(begin)) {
      table <- c(more[-seq_len(begin)], readLines(connection, n = HEAD_ROWS, warn = FALSE))
      end <- match(TRUE, grepl(TABLE_END, table, ignore.case = TRUE))
      return(list(lines = c(lines, more[seq_len(begin)]), table = if (is.na(end)) table else table[seq_len(end - 1L)]))
    }
    if (length(more) == 0L) stop_input("series_no_table", "这个 GEO 文件里没有表达表。请下载名为 series_matrix.txt.gz 的文件再上传")
    lines <- c(lines, more)
  }
}

soft_values <- function(lines, key) sub("^![^=]*=\\s*", "", lines[startsWith(tolower(lines), paste0("!", key, " ="))])

#' The subsets of a GDS: each type (disease state, tissue …) a column, in the order of `samples`.
soft_annotations <- function(lines, samples) {
  starts <- which(startsWith(toupper(lines), "^SUBSET"))
  if (length(starts) == 0L) return(NULL)
  ends <- c(starts[-1L] - 1L, length(lines))
  columns <- list()
  for (i in seq_along(starts)) {
    part <- lines[starts[[i]]:ends[[i]]]
    type <- c(soft_values(part, "subset_type"), "subset")[[1L]]
    members <- trimmed(unlist(strsplit(soft_values(part, "subset_sample_id"), ",", fixed = TRUE)))
    if (is.null(columns[[type]])) columns[[type]] <- rep("", length(samples))
    columns[[type]][samples %in% members] <- c(soft_values(part, "subset_description"), "")[[1L]]
  }
  list(columns = lapply(names(columns), function(name) list(name = name, values = I(columns[[name]]))))
}

last_bytes <- function(path, n) {
  connection <- file(path, "rb", raw = TRUE)
  on.exit(close(connection))
  seek(connection, max(0, file.size(path) - n))
  bytes <- readBin(connection, "raw", n)
  rawToChar(bytes[bytes != as.raw(0)])
}

#' Cells of a line "!Key\t"a"\t"b"".
series_cells <- function(line) {
  cells <- strsplit(line, "\t", fixed = TRUE)[[1L]][-1L]
  trimmed(gsub("^\"|\"$", "", cells))
}

series_lines <- function(lines, key) lapply(lines[startsWith(lines, paste0("!", key, "\t"))], series_cells)

series_platform <- function(lines) {
  platforms <- unique(unlist(series_lines(lines, "Sample_platform_id")))
  if (length(platforms) == 0L) platforms <- unlist(series_lines(lines, "Series_platform_id"))
  if (length(platforms) == 0L) NULL else platforms[[1L]]
}

#' What the file says of its samples, in the order of `samples`: title, source and each "Key: value".
#' One line may hold different keys for different samples, so cells are gathered by key, not by line.
series_annotations <- function(lines, samples) {
  accessions <- series_lines(lines, "Sample_geo_accession")
  if (length(accessions) == 0L) return(NULL)
  order <- match(samples, accessions[[1L]])
  columns <- list()
  add <- function(name, place, value) {
    if (is.null(columns[[name]])) columns[[name]] <<- rep("", length(accessions[[1L]]))
    columns[[name]][place] <<- value
  }
  for (cells in series_lines(lines, "Sample_title")) add("样本标题", seq_along(cells), cells)
  for (cells in series_lines(lines, "Sample_source_name_ch1")) add("来源", seq_along(cells), cells)
  for (cells in series_lines(lines, "Sample_characteristics_ch1")) {
    keyed <- regmatches(cells, regexec("^([^:]{1,60}):\\s*(.*)$", cells))
    for (i in seq_along(cells)) {
      if (length(keyed[[i]]) == 3L) add(trimmed(keyed[[i]][[2L]]), i, keyed[[i]][[3L]])
      else if (nzchar(cells[[i]])) add("特征", i, cells[[i]])
    }
  }
  list(columns = lapply(names(columns), function(name) {
    values <- columns[[name]][order]
    values[is.na(values)] <- ""
    list(name = name, values = I(values))
  }))
}
