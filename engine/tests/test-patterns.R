# Every pattern of the engine and of the tools is found in the code, and looks for itself in texts that it could stumble over: what it takes,
# repeated, with what it does not take behind.

FINDERS <- list(
  grepl = grepl, grep = grep, sub = sub, gsub = gsub, regexpr = regexpr, gregexpr = gregexpr, regexec = regexec, gregexec = gregexec,
  strsplit = strsplit
)
SIGNS <- 10000
#' A pattern of `made_of_words`, which looks at short texts only.
READS_SHORT <- "engine/R/parse/matrix-or-table.R grepl(sprintf("

#' What patterns are made of that the code of a file does not tell by itself: the values of variables, by file.
#'
#' @param constants Environment of the file's.
given_values <- function(file, constants) {
  switch(file,
    "engine/R/parse/merged-cells.R" = list(name = "sheet", key = "Id"),
    "engine/R/parse/compound-names.R" = list(one = constants$COMPOUND_NAMES),
    "engine/R/parse/matrix-or-table.R" = list(words = list(constants$CLINIC_WORDS)),
    "engine/R/statistics/correlation/network-traits.R" = list(one = constants$SURVIVAL_NAMES),
    "engine/R/runtime/params.R" = list(schema = declared_patterns()),
    "engine/R/runtime/texts.R" = list(blanks = "\t\r\n "),
    "tools/enrichment/kegg-enrichment/run.R" = list(form = names(constants$PATHWAY_PAGES))
  )
}

#' Schemas of parameters that have a pattern.
declared_patterns <- function() {
  patterns <- unlist(lapply(engine$read_catalogue(root), function(tool) lapply(tool$parameters, `[[`, "pattern")))
  lapply(unique(patterns), function(pattern) list(pattern = pattern))
}

#' All calls within an expression, those of functions within it too.
calls_in <- function(code) {
  found <- list()
  look <- function(part) {
    if (is.call(part)) found[[length(found) + 1L]] <<- part
    if (is.recursive(part)) for (one in as.list(part)) if (!missing(one)) look(one)
  }
  look(code)
  found
}

name_called <- function(call) {
  name <- call[[1L]]
  if (is.call(name) && identical(name[[1L]], quote(`::`))) name <- name[[3L]]
  if (is.symbol(name)) as.character(name) else ""
}

#' Functions of a file that hand their argument `pattern` to one of R's, such as `share <- function(pattern) mean(grepl(pattern, ids))`: what they are
#' given are patterns.
handing_on <- function(calls) {
  own <- list()
  for (call in calls) {
    if (name_called(call) != "<-" || !is.call(call[[3L]]) || !identical(call[[3L]][[1L]], quote(`function`))) next
    if (!"pattern" %in% names(call[[3L]][[2L]])) next
    inner <- Filter(function(one) name_called(one) %in% names(FINDERS) && identical(pattern_of(one), quote(pattern)), calls_in(call[[3L]][[3L]]))
    if (length(inner) > 0L) own[[as.character(call[[2L]])]] <- list(call = inner[[1L]], like = eval(call[[3L]]))
  }
  own
}

matched <- function(call) match.call(FINDERS[[name_called(call)]], call)
pattern_of <- function(call) if (name_called(call) == "strsplit") matched(call)$split else matched(call)$pattern

#' Patterns of a file. @return List of `where`, `pattern`, `finder`, `options`; `unread` of those whose text the code does not tell.
patterns_in <- function(file, constants, given) {
  calls <- calls_in(parse(file.path(root, file), keep.source = FALSE))
  own <- handing_on(calls)
  found <- list()
  for (call in calls) {
    name <- name_called(call)
    if (name %in% names(FINDERS)) inner <- call
    else if (name %in% names(own)) inner <- own[[name]]$call
    else next
    wanted <- if (name %in% names(FINDERS)) pattern_of(call) else match.call(own[[name]]$like, call)$pattern
    if (identical(wanted, quote(pattern)) && length(own) > 0L) next
    options <- as.list(matched(inner))[c("perl", "ignore.case")]
    options <- Filter(isTRUE, options)
    if (isTRUE(matched(inner)$fixed)) next
    found <- c(found, lapply(values_of(wanted, constants, given), function(pattern) {
      list(where = paste(file, deparse1(call)), pattern = pattern, finder = name_called(inner), options = options)
    }))
  }
  found
}

#' What a pattern's expression says; NULL where the code does not tell.
values_of <- function(wanted, constants, given) {
  used <- intersect(all.vars(wanted), names(given))
  cases <- if (length(used) == 1L) lapply(given[[used]], function(value) stats::setNames(list(value), used)) else list(given)
  lapply(cases, function(case) {
    text <- tryCatch(eval(wanted, case, constants), error = function(condition) NULL)
    if (is.character(text) && length(text) == 1L) text
  })
}

#' All patterns, each once.
all_patterns <- function() {
  files <- c(engine_files(root), file.path("tools", list.files(file.path(root, "tools"), "^run\\.R$", recursive = TRUE)))
  found <- list()
  for (file in files) {
    constants <- engine
    if (startsWith(file, "tools")) {
      constants <- new.env(parent = engine)
      sys.source(file.path(root, file), envir = constants, keep.source = FALSE)
    }
    found <- c(found, patterns_in(file, constants, given_values(file, constants)))
  }
  unread <- vapply(found, function(one) is.null(one$pattern), logical(1))
  if (any(unread)) stop("no values are given for ", paste(vapply(found[unread], `[[`, "", "where"), collapse = "\n"))
  found <- found[!unread]
  found <- found[!startsWith(vapply(found, `[[`, "", "where"), READS_SHORT)]
  found[!duplicated(lapply(found, `[`, c("pattern", "finder", "options")))]
}

# ---- what a pattern takes ----

#' Of a pattern: signs in brackets, an escaped sign, the beginning of a group, how often, any other sign.
TOKEN <- paste(
  "\\[\\^?\\]?(?:\\[:[a-z]+:\\]|\\\\.|[^\\]\\\\])*\\]", "\\\\[pP]\\{[^}]*\\}", "\\\\.", "\\(\\?(?:[:=!>]|<[=!]|[a-z]+\\))", "[*+?][+?]?",
  "\\{\\d+(?:,\\d*)?\\}[+?]?", "(?s:.)", sep = "|"
)

#' The parts of a pattern: each a text of one sign's pattern, or a list of alternatives (lists of parts) for a group; attribute `many` where it may be
#' repeated without end.
parts_of <- function(pattern) {
  tokens <- regmatches(pattern, gregexpr(TOKEN, pattern, perl = TRUE))[[1L]]
  at <- 0L
  alternatives <- function() {
    all <- list()
    parts <- list()
    repeat {
      at <<- at + 1L
      if (at > length(tokens) || tokens[[at]] == ")") return(c(all, list(parts)))
      token <- tokens[[at]]
      if (token == "|") {
        all <- c(all, list(parts))
        parts <- list()
      } else if (grepl("^([*+?]|\\{\\d)", token)) {
        if (grepl("^([*+]|\\{\\d+,\\}|\\{\\d+,\\d{2})", token)) attr(parts[[length(parts)]], "many") <- TRUE
      } else if (grepl("^\\(", token) && !grepl("^\\(\\?[a-z]", token)) {
        inner <- alternatives()
        # What is looked for only takes no sign.
        if (!grepl("^\\(\\?<?[=!]", token)) parts <- c(parts, list(inner))
      } else if (!token %in% c("^", "$", "\\b", "\\z", "\\A") && !grepl("^\\(\\?", token)) {
        parts <- c(parts, list(token))
      }
    }
  }
  alternatives()
}

#' Signs that tell the parts of a pattern apart: one or two that each part takes.
alphabet_of <- function(pattern, options) {
  known <- unique(c(" ", "1", "0", "a", "A", "_", "-", ".", ",", ";", ":", "/", "|", "\t", "\n", strsplit(pattern, "")[[1L]], "\u764c", "~"))
  parts <- unique(Filter(is.character, unlist_parts(parts_of(pattern))))
  unique(unlist(lapply(parts, function(part) utils::head(known[takes(part, known, options)], 2L))))
}

unlist_parts <- function(alternatives) {
  unlist(lapply(alternatives, function(parts) unlist(lapply(parts, function(part) {
    if (is.list(part)) unlist_parts(part) else list(part)
  }), recursive = FALSE)), recursive = FALSE)
}

takes <- function(part, signs, options) do.call(grepl, c(list(sprintf("^(%s)$", part), signs), options))

#' Texts, by a beginning and what is repeated after it.
attacks_on <- function(one) {
  signs <- alphabet_of(one$pattern, one$options)
  taken <- function(part) if (is.list(part)) text_of(part[[1L]]) else utils::head(signs[takes(part, signs, one$options)], 1L)
  text_of <- function(parts) paste(unlist(lapply(parts, taken)), collapse = "")
  texts <- list(c("", paste(signs, collapse = "")))
  look <- function(alternatives, beginning) {
    for (parts in alternatives) {
      before <- beginning
      for (part in parts) {
        if (is.list(part)) look(part, before)
        if (isTRUE(attr(part, "many"))) {
          run <- if (is.list(part)) vapply(part, text_of, "") else signs[takes(part, signs, one$options)]
          for (text in run) texts <<- c(texts, list(c(before, text)), list(c("a", text)), list(c("", paste0(before, text))))
        }
        before <- paste0(before, taken(part))
      }
      texts <<- c(texts, list(c("", before)))
    }
  }
  look(parts_of(one$pattern), "")
  unique(Filter(function(text) nzchar(text[[2L]]), texts))
}

#' R's own matcher goes through a text once, whatever the pattern; but for one that refers back to what it took.
reads_once <- function(one) {
  !isTRUE(one$options$perl) && one$finder %in% c("grepl", "grep", "sub", "regexpr", "regexec") && !grepl("\\\\[1-9]", one$pattern)
}

#' What makes a pattern take more than double the time for double the text; NULL where nothing does.
#'
#' @param signs Of the shorter of two texts.
fault_of <- function(one, signs = SIGNS) {
  if (reads_once(one)) return(NULL)
  finder <- FINDERS[[one$finder]]
  for (text in attacks_on(one)) {
    work <- function(size) {
      long <- paste0(text[[1L]], strrep(text[[2L]], size / nchar(text[[2L]])), "!")
      given <- if (one$finder == "strsplit") list(long, one$pattern) else list(one$pattern, if (one$finder %in% c("sub", "gsub")) "", long)
      do.call(finder, c(Filter(Negate(is.null), given), one$options))
    }
    # PCRE gives up after ten million steps, and R only warns.
    faster <- tryCatch(grows_faster(work, signs), warning = conditionMessage)
    if (!is.null(faster)) return(sprintf("%s: %s of %s: %s", one$where, one$pattern, encodeString(text[[2L]], quote = "\""), faster))
  }
}

test_that("a pattern takes at most double the time for double the text", {
  patterns <- all_patterns()
  expect_gt(length(patterns), 150L)
  expect_identical(unlist(lapply(patterns, fault_of)), NULL)
})

test_that("words of a header are told apart in twice the time for twice the text", {
  for (size in c(5, 5000)) {
    expect_null(grows_faster(function(size) made_of_words(paste0(strrep("followup", size), "!"), CLINIC_WORDS), size))
  }
  expect_identical(made_of_words(c("followupmonths", "age", "x", strrep("age", 21L)), CLINIC_WORDS), c(TRUE, TRUE, FALSE, FALSE))
})

test_that("patterns that take more are found", {
  for (pattern in c("\\s*(///|//|[;,|])\\s*", "^#\\d+\\.?\\d*$", "(a|aa)+$", "<(\\w+:)?cell\\s[^>]*ref=")) {
    expect_false(is.null(fault_of(list(where = "", pattern = pattern, finder = "sub", options = list(perl = TRUE)), 1.5 * SIGNS)), label = pattern)
  }
})
