# Reading and writing DESeq2's object without the dispatch and the checks of S4, which take a third of its time with few samples: each look at a
# column of genes brings the ranges of all genes up to date, and each change is checked as a whole. What stands in the slots is what DESeq2 put in.

#' The accessors by name, for copies of DESeq2's functions; of SummarizedExperiment 1.28.
deseq2_accessors <- function() {
  list(
    mcols = function(x, ...) if (is_deseq2(x)) gene_columns(x) else if (is_table(x)) column_notes(x) else S4Vectors::mcols(x, ...),
    `mcols<-` = function(x, ..., value) {
      if (!is_deseq2(x) || !is_table(value)) return(S4Vectors::`mcols<-`(x, ..., value = value))
      value@rownames <- NULL
      x@rowRanges@elementMetadata <- value
      x
    },
    assays = function(x, withDimnames = TRUE, ...) { # nolint
      if (withDimnames) lapply(stored_assays(x), as_named, x) else stored_assays(x)
    },
    `assays<-` = function(x, ..., value) {
      x@assays@data@listData <- value
      x
    },
    assayNames = function(x, ...) names(stored_assays(x)),
    counts = function(object, normalized = FALSE, ...) {
      counts <- as_named(stored_assays(object)$counts, object)
      if (normalized) t(t(counts) / own_size_factors(object)) else counts
    },
    sizeFactors = function(object, ...) own_size_factors(object),
    # Of tables with lengths of transcripts, which no tool takes.
    normalizationFactors = function(object, ...) NULL,
    dispersions = function(object, ...) object@rowRanges@elementMetadata@listData$dispersion,
    # A part of it is changed at a time, by the package's own code.
    validObject = function(object, ...) TRUE
  )
}

#' Methods of DESeq2 that such copies call as functions, by name with their classes.
DESEQ2_METHODS <- list(
  "estimateSizeFactors" = "DESeqDataSet", "dispersionFunction<-" = c("DESeqDataSet", "function"), "sizeFactors<-" = c("DESeqDataSet", "numeric"),
  "counts<-" = c("DESeqDataSet", "matrix")
)

is_deseq2 <- function(x) identical(class(x)[[1L]], "DESeqDataSet")
is_table <- function(x) identical(class(x)[[1L]], "DFrame")

stored_assays <- function(object) object@assays@data@listData

as_named <- function(values, object) {
  dimnames(values) <- list(object@rowRanges@partitioning@NAMES, object@colData@rownames)
  values
}

gene_columns <- function(object) {
  columns <- object@rowRanges@elementMetadata
  columns@rownames <- object@rowRanges@partitioning@NAMES
  columns
}

#' What a table tells of its columns; NULL where it tells nothing.
column_notes <- function(table) {
  notes <- table@elementMetadata
  if (!is.null(notes)) notes@rownames <- names(table@listData)
  notes
}

own_size_factors <- function(object) {
  factors <- object@colData@listData$sizeFactor
  if (!is.null(factors)) names(factors) <- object@colData@rownames
  factors
}
