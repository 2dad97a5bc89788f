#' Row names of a matrix: which kind they are, and what spreadsheets did to them.

#' Strip Ensembl versions (ENSG00000000003.14), also in front of _PAR_Y.
strip_versions <- function(ids) {
  versioned <- grepl("^ENS[A-Z]*[GTP]\\d{11}\\.\\d+", ids)
  if (!any(versioned)) return(list(ids = ids, findings = list()))
  ids[versioned] <- sub("^(ENS[A-Z]*[GTP]\\d{11})\\.\\d+(_PAR_Y)?$", "\\1", ids[versioned])
  finding <- new_finding(
    "note", "ensembl_versions", sprintf("有 %s 个 Ensembl 编号带版本号，读入时已去掉小数点后的部分", format_count(sum(versioned))),
    fix = list(label = "在文件里也去掉版本号", file = "strip_versions")
  )
  list(ids = ids, findings = list(finding))
}

#' symbol, ensembl, entrez, probe or other, by the form of the row names.
identifier_kind <- function(ids, platform = NULL) {
  share <- function(pattern) mean(grepl(pattern, ids, perl = TRUE))
  if (share("^ENS[A-Z]*G\\d{11}") > 0.8) return("ensembl")
  if (share("_at$|^ILMN_\\d+$|^A_\\d{2}_P\\d+|^TC\\d{6,}|^\\d{7,8}_\\w+$|^cg\\d{8}$") > 0.5) return("probe")
  # Accessions of runs and samples have the same form as the probes of smaller makers.
  if (share("^[A-Z]{2,4}\\d{6,}$") > 0.5 && share("^([SED]RR|GSM|[SED]R[SX]|SAM[NED]|MGH|HCC)\\d") < 0.1) return("probe")
  if (share("^\\d+$") > 0.9) {
    # Entrez numbers of human genes have up to six digits or nine; Affymetrix' newer arrays count in seven.
    return(if (!is.null(platform) || stats::median(nchar(ids)) == 7) "probe" else "entrez")
  }
  symbols <- share("^[A-Za-z][A-Za-z0-9]*([-.@/][A-Za-z0-9]+)*$")
  known <- any(KNOWN_SYMBOLS %in% toupper(ids))
  if (symbols > 0.9 || (known && symbols > 0.5)) "symbol" else "other"
}

#' Numbers of human genes get their names on request. An Entrez number does not tell its species, but those of other species are not among
#' the human ones.
numbers_finding <- function(ids, identifiers, species) {
  human <- switch(identifiers, ensembl = identical(species, "human"), entrez = are_human_entrez(utils::head(ids, HEAD_ROWS)), FALSE)
  if (!human) return(NULL)
  new_finding(
    "note", "gene_numbers", sprintf("行名是 %s 编号（如 %s），不是基因名", GENE_NUMBERS[[identifiers]], ids[[1L]]),
    detail = "换成基因名后，图和表里更好认。查不到的编号留着不变，并列在这里",
    fix = list(label = "换成基因名", file = "to_symbols")
  )
}

GENE_NUMBERS <- c(ensembl = "Ensembl", entrez = "Entrez")

are_human_entrez <- function(ids) mean(!is.na(rename_genes(ids, "entrez", "symbol")$name)) > 0.8

MONTHS <- c("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH <- paste0("(", paste(MONTHS, collapse = "|"), ")")
#' Excel counts days from here.
EXCEL_ORIGIN <- as.Date("1899-12-30")

#' Day and month of names that a spreadsheet made dates of; NA for all others.
#'
#' @param serials Are bare numbers dates as well? Only where the other names are no numbers.
parse_dates <- function(ids, serials) {
  day <- month <- rep(NA_integer_, length(ids))
  take <- function(pattern, parts) {
    found <- regmatches(ids, regexec(pattern, ids, ignore.case = TRUE))
    for (i in which(lengths(found) > 0L & is.na(day))) {
      value <- parts(found[[i]][-1L])
      if (is.na(value[[1L]]) || is.na(value[[2L]])) next
      day[[i]] <<- as.integer(value[[1L]])
      month[[i]] <<- as.integer(value[[2L]])
    }
  }
  # Cheap test first: among 20,000 symbols there are a few at most.
  candidates <- grepl("^\\d{1,2}-[A-Za-z]{3}|^[A-Za-z]{3}-\\d{1,2}$|^\\d{4}[-/.]\\d|月\\d{1,2}日|^\\d{5}$", ids)
  if (!any(candidates)) return(list(day = day, month = month))
  take(paste0("^(\\d{1,2})-", MONTH, "(-\\d{2,4})?$"), function(p) c(p[[1L]], match(tolower(p[[2L]]), MONTHS)))
  take(paste0("^", MONTH, "-(\\d{1,2})$"), function(p) c(p[[2L]], match(tolower(p[[1L]]), MONTHS)))
  take("^\\d{4}[-/.](\\d{1,2})[-/.](\\d{1,2})( 0{1,2}:00(:00)?)?$", function(p) c(p[[2L]], p[[1L]]))
  take("^(?:\\d{4}年)?(\\d{1,2})月(\\d{1,2})日$", function(p) c(p[[2L]], p[[1L]]))
  if (serials) {
    take("^([34]\\d{4})$", function(p) as.integer(strsplit(format(EXCEL_ORIGIN + as.integer(p[[1L]]), "%d %m"), " ")[[1L]]))
  }
  list(day = day, month = month)
}

#' The gene that a date stood for: its symbol of today, or NULL where two genes are possible.
gene_of_date <- function(day, month) {
  if (month == 9L && day %in% c(1:12, 14L)) return(paste0("SEPTIN", day))
  if (month == 3L && day %in% 3:11) return(paste0("MARCHF", day))
  NULL
}

candidates_of_date <- function(day, month) {
  if (month == 3L && day %in% 1:2) return(sprintf("MARCHF%d 或 MTARC%d", day, day))
  if (month == 12L && day == 1L) return("DELEC1 或 BHLHE40")
  NULL
}

#' Name what spreadsheets turned into dates, and mend it where only one gene is possible.
#'
#' A name that is in the table already is not given a second time: the rows would be merged as duplicates.
mend_dates <- function(ids) {
  serials <- mean(grepl("^\\d+$", ids)) < 0.5
  dates <- parse_dates(ids, serials)
  found <- which(!is.na(dates$day) & !is.na(dates$month))
  if (length(found) == 0L) return(list(ids = ids, findings = list()))
  written <- ids[found]
  gene <- lapply(found, function(i) gene_of_date(dates$day[[i]], dates$month[[i]]))
  doubtful <- vapply(gene, is.null, logical(1)) | vapply(gene, function(g) !is.null(g) && g %in% ids, logical(1))
  mended <- as.character(unlist(gene[!doubtful]))
  doubtful[!doubtful] <- duplicated(mended) | duplicated(mended, fromLast = TRUE)
  clear <- found[!doubtful]
  ids[clear] <- as.character(unlist(gene[!doubtful]))
  # Two genes under one date must not be summed: they stay apart.
  unclear <- found[doubtful]
  ids[unclear] <- make.unique(ids[unclear], sep = " #")
  findings <- list()
  if (length(clear) > 0L) {
    pairs <- sprintf("%s → %s", written[!doubtful], ids[clear])
    findings <- list(new_finding(
      "note", "excel_dates", sprintf("有 %d 个基因名被 Excel 改成了日期，读入时已改回：%s", length(clear), list_names(pairs)),
      detail = paste(pairs, collapse = "、"), fix = list(label = "在文件里也改回基因名", file = "restore_dates")
    ))
  }
  if (length(unclear) > 0L) {
    meant <- vapply(unclear, function(i) {
      candidates <- candidates_of_date(dates$day[[i]], dates$month[[i]])
      if (is.null(candidates)) "" else sprintf("（可能是 %s）", candidates)
    }, character(1))
    named <- paste0("「", written[doubtful], "」", meant)
    findings <- c(findings, list(new_finding(
      "should", "excel_dates_unclear",
      sprintf("有 %d 个基因名被 Excel 改成了日期，无法确定原名：%s。请在原始数据里改正后再上传", length(unclear), list_names(named)),
      detail = paste(named, collapse = "、")
    )))
  }
  list(ids = ids, findings = findings)
}
