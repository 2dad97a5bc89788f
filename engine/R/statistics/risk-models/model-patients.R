#' Which patients a frozen model has seen. It keeps salted hashes of their names and of their outcomes, so that it knows them again where they
#' are brought as others: under new names, or with values that were changed. The salt is the model's own: two models cannot be compared by
#' their hashes. A hash hides a name; times of follow-up are few enough to be tried out, as a curve of survival tells them, too.

#' Days on both sides within which two times are one: times in months with one decimal, made into days again, are off by so many.
TIME_SLACK <- 2L
#' So many different outcomes tell whether those of the training patients are among them.
OUTCOMES_LEAST <- 20L
#' Training patients among the others: from this share on nothing is said to hold, and from that on they are the training data.
SEEN_SOME <- 0.05
SEEN_MOST <- 0.5
#' A share found by outcomes must stand so many standard errors off chance.
SEEN_SURE <- 4
#' Days by which outcomes are moved to see how often strangers have one in common: some days; and months, quarters and years, in which many times are
#' told, with a day on both sides where they are, since these are no whole days.
MOVED_DAYS <- 6:29
MOVED_MONTHS <- as.integer(round(c(1:3, 6, 12) * 30.4375))
#' Times are told in months where a move by months meets so many times as many outcomes as one by days.
TOLD_IN_MONTHS <- 1.5
#' A name that others may have tells where at least so many patients have one with its outcome.
COMMON_NAMES_LEAST <- 3L
#' Later times are no days of follow-up.
DAYS_MOST <- 40000L

#' The model with the hashes of its patients.
#'
#' @param patients Data frame `patient`, `sample`, `time` in days, `status`.
#' @return The model with `salt` (text) and `seen` (hashes, in no order that tells of the patients).
with_seen <- function(model, patients) {
  day <- as.integer(round(pmin(patients$time, DAYS_MOST)))
  names <- list(plain_id(patients$sample), plain_id(patients$patient))
  tokens <- unique(c(
    id_tokens(unlist(names)), outcome_tokens(day, patients$status), unlist(lapply(names, both_tokens, day = day, status = patients$status))
  ))
  with_hashes(model, tokens)
}

#' The model with its salt and the hashes of these tokens.
with_hashes <- function(model, tokens) {
  model$salt <- hashes(paste(c(tokens, format(model$cutoff, digits = 15L)), collapse = "\n"), "")
  model$seen <- sort(hashes(tokens, model$salt), method = "radix")
  model
}

hashes <- function(tokens, salt) {
  # The letter keeps spreadsheets from reading a number.
  paste0("h", substr(vapply(paste0(salt, tokens), digest::digest, character(1), algo = "sha256", serialize = FALSE, USE.NAMES = FALSE), 1L, 16L))
}

#' Names as they join tables: without regard to case, to the separators of barcodes and to the X that R puts before a digit.
plain_id <- function(names) sub("^X(?=[0-9])", "", gsub("[._ ]+", "-", toupper(trimmed(names))), perl = TRUE)

#' Is a name one patient's in the world, such as TCGA-OR-A5J1 or GSM12345? P001 is a patient of every second study.
tells_patient <- function(ids) grepl("[0-9]{5}", ids) | (nchar(ids) >= 8L & grepl("[0-9][^0-9]+[0-9]", ids))

id_tokens <- function(ids) paste0("id ", ids)
outcome_tokens <- function(day, status) sprintf("outcome %d %d", day, as.integer(status))
both_tokens <- function(ids, day, status) sprintf("%s %d %d", ids, day, as.integer(status))

#' Training patients among others.
#'
#' @param patients As of `with_seen`. @param same_matrix Are the data the very ones that the training patients were taken from? Then any name is a
#'   patient's own, and names tell all.
#' @return NULL where the model, of an earlier release, keeps no hashes; else a list of `n` (patients), `share` (of these patients), `by` ("name",
#'   "outcome", or "" where there are none), `samples` (those known by name).
seen_patients <- function(model, patients, same_matrix = FALSE) {
  if (is.null(model$seen)) return(NULL)
  named <- known_by_name(model, patients, same_matrix)
  counted_as_seen(named, if (same_matrix) 0 else share_by_outcome(model, patients), patients$sample, "outcome")
}

#' Training samples by their names or by what else they are known by, as `seen_patients` tells them.
#'
#' @param named Logical, by sample: is it known by its name? @param share Estimate of the share that is known otherwise. @param by How.
counted_as_seen <- function(named, share, samples, by) {
  # Names are counted, the share is an estimate: it counts where it finds many more.
  by_name <- sum(named) > 0L && sum(named) >= share * length(samples) / 2
  n <- if (by_name) sum(named) else round(share * length(samples))
  list(n = n, share = n / length(samples), by = if (by_name) "name" else if (n > 0) by else "", samples = samples[named])
}

#' Who has a training patient's name; a name that others may have counts together with its outcome.
known_by_name <- function(model, patients, same_matrix) {
  day <- as.integer(round(pmin(patients$time, DAYS_MOST)))
  by_each <- function(known_of) Reduce(`|`, lapply(list(plain_id(patients$sample), plain_id(patients$patient)), known_of))
  known <- function(tokens) hashes(tokens, model$salt) %in% model$seen
  named <- by_each(function(ids) (same_matrix | tells_patient(ids)) & known(id_tokens(ids)))
  if (same_matrix) return(named)
  both <- by_each(function(ids) Reduce(`|`, lapply(-TIME_SLACK:TIME_SLACK, function(by) known(both_tokens(ids, day + by, patients$status)))))
  if (sum(both) >= max(COMMON_NAMES_LEAST, SEEN_SOME * nrow(patients))) named | both else named
}

#' Share of the patients whose time and status are a training patient's, beyond what strangers have in common. Patients with one outcome, as all who
#' were followed to the end of a study, count once.
share_by_outcome <- function(model, patients) {
  pairs <- unique(data.frame(day = as.integer(round(patients$time)), status = as.integer(patients$status)))
  pairs <- pairs[pairs$day <= DAYS_MOST, , drop = FALSE]
  if (nrow(pairs) < OUTCOMES_LEAST) return(0)
  gap <- min(diff(sort(unique(pairs$day))))
  coarse <- gap > 2L * TIME_SLACK + 1L
  months <- c(MOVED_MONTHS, if (coarse) gap * 1:3)
  margin <- TIME_SLACK + max(months) + 1L
  days <- seq(-margin, max(pairs$day) + margin)
  known <- vapply(0:1, function(status) hashes(outcome_tokens(days, status), model$salt) %in% model$seen, logical(length(days)))
  hit <- function(moved, status, slack) {
    near <- vapply(-slack:slack, function(by) known[cbind(pairs$day + moved + by + margin + 1L, status + 1L)], logical(nrow(pairs)))
    mean(rowSums(matrix(near, nrow(pairs))) > 0)
  }
  # Exact times have less in common by chance, rounded ones are found with slack alone.
  max(vapply(if (coarse) TIME_SLACK else c(0L, TIME_SLACK), function(slack) {
    moved <- function(by, slack) max(vapply(c(-by, by), hit, numeric(1), status = pairs$status, slack = slack))
    # Strangers: the same times with the other status, and times that were moved.
    near <- moved(MOVED_DAYS, slack)
    far <- moved(months, slack)
    if (far > TOLD_IN_MONTHS * near) far <- moved(months, min(slack + 1L, TIME_SLACK))
    chance <- max(hit(0L, 1L - pairs$status, slack), near, far)
    share_beyond_chance(hit(0L, pairs$status, slack), chance, nrow(pairs))
  }, numeric(1)))
}

#' @param own,chance Shares of outcomes that training patients have: of these patients, and of strangers. @param n Outcomes.
#' @return Share of training patients; 0 where it may be chance.
share_beyond_chance <- function(own, chance, n) {
  sure <- own - chance > SEEN_SURE * sqrt(max(chance, 1 / n) * (1 - chance) / n)
  share <- (own - chance) / (1 - chance)
  if (isTRUE(sure && share >= SEEN_SOME)) share else 0
}

#' Are most of these patients those of training? @param seen From `seen_patients`.
are_training <- function(seen) isTRUE(seen$share >= SEEN_MOST)

#' The data are those that the model was trained on, and all samples are others of them.
#'
#' @param seen,training See `validation_verdict`. @param words See `PROGNOSTIC_WORDS`.
tell_same_matrix <- function(seen, training, words, field, job) {
  if (training || isTRUE(seen$n > 0)) return(invisible())
  job$finding("note", "same_matrix", told(
    "这些%s与训练%s在同一份矩阵里：这是内部验证（留出的%s），不能代替另一个中心、另一批测的数据",
    c(
      "These %s are in the same matrix as the %s of training: this is an internal validation on held-out %s,",
      "which does not stand for data of another centre or batch"
    ), words$patients, words$patients, words$patients
  ), field = field)
}

#' What a reader must know of training patients among these, before anything is computed. @param seen,training See `validation_verdict`.
tell_training_patients <- function(seen, training, field, job) {
  # Of the very data of training there is nothing more to say.
  if (training) return(job$finding("should", "training_data", told(
    "这是训练数据，不是验证：模型就是在这些患者里建的，表现都偏乐观。请换另一个队列或另一份数据",
    c(
      "These are the training data; this is no validation: the model was built on these patients,",
      "and its performance is optimistic. Use another data set"
    )
  ), field = field))
  if (is.null(seen)) job$finding("note", "seen_unknown", told(
    "这个模型是较早的版本存的，没有留下训练患者的记号：这里有没有训练患者，不能核对。请自己确认，或重做那次建模",
    c(
      "The model was stored by an earlier version and keeps no record of its patients: whether training patients are among these cannot be checked.",
      "Make sure yourself, or build the model again"
    )
  ), field = field)
  if (isTRUE(seen$n > 0)) job$finding("should", "training_patients", told(
    "这里的患者约有 %s 例（%.0f%%）是训练患者：%s。%s", "About %s of these patients (%.0f%%) are training patients: %s. %s",
    format_count(seen$n), 100 * seen$share,
    if (seen$by == "name") told("样本名或患者号相同，例如 %s", "names of samples or patients are the same, such as %s", told_names(seen$samples)) else told(
      "时间和状态与训练患者逐例相同，只是名字换了", "times and status are those of training patients one by one, under other names"
    ),
    if (are_training(seen)) told(
      "这不是外部验证，表现偏乐观。请换另一个队列或另一份数据", "This is no external validation, and the performance is optimistic. Use another data set"
    ) else told("表现偏乐观。请去掉这些患者再验证", "The performance is optimistic. Leave them out and validate again")
  ), field = field)
}

#' Far better than in training: the patients may be the same.
tell_better <- function(facts, field, job) {
  if (facts$better) job$finding("should", "better_than_nested", told(
    "这里的 C 指数 %.3f 远高于训练时嵌套交叉验证的 %.3f，超出了两者的误差。外部数据里很少这样：请核对这里有没有训练患者，终点和人群是否相同",
    c(
      "The C index of %.3f here is far above the %.3f of nested cross-validation at training, beyond the errors of both,",
      "which is rare in external data:",
      "check whether training patients are among these, and whether endpoint and population are the same"
    ),
    facts$c_validated, facts$c_trained
  ), field = field)
}
