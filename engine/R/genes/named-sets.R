# One set of a collection, by its name as a user writes it.

#' Titles that one sentence lists.
SETS_LISTED <- 8L

#' The set that a user means: of this name, or the only one whose name holds what is written; case, blanks, `_` and `-` do not matter.
#'
#' @param sets A collection, see `read_gene_sets`; a set has its identifier and its title (`set_labels`), and either may be written.
#' @param written The name, or some of its letters. @param field Of the request.
#' @return List of `id` and `label`. Stops where none or several are meant, and lists them.
named_gene_set <- function(sets, written, field) {
  plain <- function(text) trimmed(tolower(gsub("[[:space:]_-]+", " ", text)))
  asked <- plain(written)
  label <- attr(sets, "label")
  if (!nzchar(asked)) stop_input("set_unnamed", sprintf("请写要用「%s」里的哪一份，如 Ferroptosis", label), field)
  labels <- set_labels(names(sets), attr(sets, "titles"))
  titles <- plain(labels)
  found <- which(titles == asked | plain(names(sets)) == asked)
  if (length(found) == 0L) found <- grep(asked, titles, fixed = TRUE)
  if (length(found) == 1L) return(list(id = names(sets)[[found]], label = labels[[found]]))
  if (length(found) == 0L) stop_input("set_absent", sprintf(
    "「%s」里没有名字含「%s」的基因集。名字多是英文，如 Ferroptosis（铁死亡）、Pyroptosis（焦亡）；请核对写法，或换一个基因集库", label, trimmed(written)
  ), field)
  stop_input("set_several", sprintf(
    "「%s」里名字含「%s」的有 %d 份：%s。请把名字写全", label, trimmed(written), length(found), list_names(labels[found], SETS_LISTED)
  ), field)
}
