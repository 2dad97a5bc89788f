#' Mode `document`: write a document of a stored result, from its tables, its figures and its texts. Nothing is computed again.
#'
#' @param request `tool`, `document`, `tables` (all of the result), `styles` (complete, by figure), `words`, `about` (the texts of the
#'   result: see `document_about`), `output`, `notice`
#'   (for the foot of every page; NULL: none).
run_document <- function(request, tools, folder) {
  tool <- tools[[request$tool]]
  if (is.null(tool)) stop_contract("no such tool: ", request$tool)
  write <- tool$documents[[request$document]]
  if (is.null(write)) stop_contract("no such document: ", request$document)
  results <- lapply(request$tables, function(table) read_table(file.path(folder, table$path), tool$tables[[table$id]]))
  names(results) <- vapply(request$tables, function(table) table$id, character(1))
  set.seed(1L, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
  about <- document_about(request$about)
  figures <- lapply(stats::setNames(nm = names(tool$figures)), function(id) {
    style <- read_style(tool$figures[[id]], request$styles[[id]])
    style$words <- request$words
    list(
      plot = tool$plots[[id]](results, style), width = 72 * style$plot_pdf_width, height = 72 * style$plot_pdf_height,
      title = about$figures[[id]]$title, caption = about$figures[[id]]$caption
    )
  })
  draw_document(write(results, figures, about), file.path(folder, request$output), heading = about$heading, notice = request$notice)
}

#' The texts of a result as a document prints them: the summary's marks of genes and emphasis are taken out.
#'
#' @param about `title` (of the document), `task`, `tool`, `version`, `date`, `inputs` (label, name, rows, columns, sha256), `summary`,
#'   `detail`, `findings` (level, message, detail), `figures` (by id: title, caption), `methods`, `citations`, `versions`.
#' @return The same with plain texts; `detail` split into its parts, `findings` as sentences; `heading` for the top of each page.
document_about <- function(about) {
  about$summary <- plain_marks(about$summary)
  about$detail <- strsplit(about$detail, " \u00b7 ", fixed = TRUE)[[1L]]
  about$findings <- vapply(about$findings, function(finding) {
    paste(c(finding$message, finding$detail), collapse = "。")
  }, character(1))
  about$heading <- sprintf("瘤析 OncoLoom \u00b7 %s", about$title)
  about
}

#' A summary without the marks of the result page: *gene*, **strong**, [up:…], [down:…]. A character with a backslash before it is itself.
plain_marks <- function(text) {
  escaped <- "\\\\.(*SKIP)(*F)|"
  text <- gsub(paste0(escaped, "\\[(?:up|down):((?:\\\\.|[^]\\\\])*)\\]"), "\\1", text, perl = TRUE)
  text <- gsub(paste0(escaped, "(\\*{1,2})((?:\\\\.|[^*\\\\])+)\\1"), "\\2", text, perl = TRUE)
  gsub("\\\\(.)", "\\1", text, perl = TRUE)
}
