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
    stop_input("series_empty", sprintf(
      "这个 GEO 文件里没有表达数据，RNA-seq 的系列常是这样。请点「GEO 编号」填 %s，平台取来计数表并和样本对好；或在 GEO 页面下载补充文件里的计数表，再上传",
      c(unlist(series_lines(read$lines, "Series_geo_accession")), "系列号")[[1L]]
    ))
  }
  source <- open_delimited(path, length(read$lines) + 1L, read$table, "\t")
  source$kind <- "series"
  source$around <- list(before = read$lines, after = "!series_matrix_table_end")
  source$platform <- series_platform(read$lines)
  source$array <- any(grepl("by array", unlist(series_lines(read$lines, "Series_type")), fixed = TRUE))
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

#' Rows that say something of each sample, and what their columns are called. TypeScript: `FIELDS`.
SERIES_FIELDS <- c(
  Sample_title = "样本标题", Sample_source_name_ch1 = "来源", Sample_source_name_ch2 = "第二通道来源", Sample_description = "说明",
  Sample_organism_ch1 = "物种", Sample_molecule_ch1 = "分子", Sample_library_strategy = "测序方式"
)
#' Of these one value for all samples says nothing. TypeScript: `DIFFERING`.
SERIES_DIFFERING <- c("说明", "物种", "分子", "测序方式")
#' A key is short, and no address begins with it; brackets in it may hold what its codes mean.
SERIES_KEYED <- "^((?:[^:()]|\\([^()]*\\)){1,80}):(?!//)(.*)$"

#' The key and the value of a text, or NULL.
keyed_text <- function(text) {
  found <- regmatches(text, regexec(SERIES_KEYED, text, perl = TRUE))[[1L]]
  if (length(found) == 3L && grepl("[[:alpha:]]", found[[2L]])) trimmed(found[-1L])
}

#' The parts 「key: value」 of one cell, each c(key, value); a cell without a key is a value of its own.
series_parts <- function(cell) {
  if (!nzchar(cell)) return(list())
  parts <- trimmed(strsplit(cell, ";", fixed = TRUE)[[1L]])
  several <- lapply(parts[nzchar(parts)], keyed_text)
  if (length(several) > 1L && !any(vapply(several, is.null, TRUE))) return(several)
  keyed <- keyed_text(cell)
  list(if (is.null(keyed)) c("特征", cell) else keyed)
}

#' Gathers cells by what they are called, in any spelling of it; what a sample has twice becomes a further column.
series_gatherer <- function(size) {
  columns <- list()
  list(
    add = function(name, place, value) {
      if (!nzchar(value)) return(invisible())
      turn <- 1L
      repeat {
        called <- if (turn == 1L) name else sprintf("%s (%d)", name, turn)
        key <- gsub("[[:space:]_]+", " ", tolower(called))
        if (is.null(columns[[key]])) columns[[key]] <<- list(name = called, values = rep("", size))
        if (!nzchar(columns[[key]]$values[[place]])) break
        turn <- turn + 1L
      }
      columns[[key]]$values[[place]] <<- value
    },
    columns = function() Filter(function(column) !column$name %in% SERIES_DIFFERING || length(unique(column$values)) > 1L, unname(columns))
  )
}

#' What the series says of itself as a whole.
series_texts <- function(lines) {
  text <- function(key) trimmed(paste(unlist(series_lines(lines, key)), collapse = " "))
  processing <- unique(as.character(unlist(series_lines(lines, "Sample_data_processing"))))
  channels <- suppressWarnings(as.integer(unlist(series_lines(lines, "Sample_channel_count"))))
  list(
    title = text("Series_title"), summary = text("Series_summary"), design = text("Series_overall_design"),
    processing = I(processing[nzchar(processing)]), channels = max(1L, channels, na.rm = TRUE)
  )
}

#' What the file says of its samples, in the order of `samples`: title, source, description and each "Key: value".
#' One line may hold different keys for different samples, so cells are gathered by key, not by line. TypeScript: `readSeriesHeader`.
series_annotations <- function(lines, samples) {
  accessions <- series_lines(lines, "Sample_geo_accession")
  if (length(accessions) == 0L) return(NULL)
  order <- match(samples, accessions[[1L]])
  gathered <- series_gatherer(length(accessions[[1L]]))
  for (line in lines[startsWith(lines, "!Sample_")]) {
    row <- sub("^!([^\t]*).*$", "\\1", line)
    cells <- utils::head(series_cells(line), length(accessions[[1L]]))
    if (row %in% names(SERIES_FIELDS)) for (i in seq_along(cells)) gathered$add(SERIES_FIELDS[[row]], i, cells[[i]])
    if (!grepl("^Sample_characteristics_ch[0-9]$", row)) next
    for (i in seq_along(cells)) for (part in series_parts(cells[[i]])) gathered$add(part[[1L]], i, part[[2L]])
  }
  columns <- lapply(gathered$columns(), function(column) {
    values <- column$values[order]
    values[is.na(values)] <- ""
    list(name = column$name, values = I(values))
  })
  list(columns = columns, series = series_texts(lines))
}
