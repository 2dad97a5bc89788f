#' A cohort that is made, not measured: 模拟演示队列. Every tool can be tried on it, and what was planted in it is known.

SIMULATED_ABOUT <- list(
  code = "sim", label = "SIM", name = "模拟演示队列", english = "Simulated demonstration cohort",
  source = "模拟演示队列（SIM），由程序生成，不是患者的数据", source_url = NULL, release = "embedded-2",
  simulated = TRUE, embedded = TRUE,
  notes = list(
    "全部数值由程序按固定的随机数种子生成，不是患者的数据；基因只借用了真实的名字，结果没有生物学意义。",
    "埋入了已知的答案：差异基因、与生存有关的基因、共表达模块，可以用来检验方法。",
    "也埋入了真实数据里的麻烦：GTEx 与 TCGA 之间的来源差别，同一位 GTEx 供者的几个样本，彼此相关但与肿瘤无关的基因。",
    "计数按对数正态的真实表达加泊松抽样得到，TPM 由计数按模拟的基因长度换算。",
    "每例患者一个肿瘤样本（01）用于生存分析。"
  )
)

#' Genes whose part in the simulation is fixed by name, so that examples and tests can ask for them.
PLANTED_GENES <- list(risk = c("EZH2", "FOXM1"), protective = "GATA3", up = "CDK1", down = "CDH1", module = c("LCK", "SYK"))

#' @param symbols Names of the genes; those of `PLANTED_GENES` are added where they are missing.
#' @param sizes Numbers of `tumours`, `normals` (each of the patient of the tumour with the same place), `gtex` samples and their `donors`,
#'   who give their samples in turn (not named: a donor for each).
#' @param planted Numbers of genes: `up` and `down` in tumours, `risk` and `protective` (half each by a common score that decides
#'   survival), `modules` of `module` genes each, `backgrounds` of `background` genes each (which go together and with nothing else), and
#'   `source` (whose measured level differs between GTEx and TCGA, be they of another part or of none). The last three are
#'   none where they are not named.
#' @return What `write_cohort` takes. `truth`: data frame `gene`, `role` (up, down, risk, protective, module_1 …, background_1 …, source),
#'   `effect` (log2 fold change, or correlation with the score of survival, of the module or of the background, as planted) and `source` (log2
#'   by which GTEx' samples are measured higher).
simulate_cohort <- function(symbols, sizes, planted, seed = 20260101L) {
  set.seed(seed, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
  symbols <- unique(c(unlist(PLANTED_GENES, use.names = FALSE), symbols))
  sizes <- utils::modifyList(list(donors = sizes$gtex), sizes)
  planted <- utils::modifyList(list(backgrounds = 0L, background = 0L, source = 0L), planted)
  samples <- simulated_samples(sizes)
  truth <- plant_genes(symbols, planted)
  # Of each patient: what decides survival, and how active each module is.
  score <- stats::rnorm(sizes$tumours)
  activity <- by_donor(matrix(stats::rnorm((planted$modules + planted$backgrounds) * nrow(samples)), ncol = nrow(samples)), samples)
  level <- true_levels(symbols, samples, truth, score, activity)
  kilobases <- exp(stats::rnorm(length(symbols), log(2.5), 0.6))
  depth <- stats::rlnorm(nrow(samples), log(30), 0.25)
  counts <- matrix(
    stats::rpois(length(level), 2^level * kilobases * rep(depth, each = length(symbols)) / 2.5),
    length(symbols), dimnames = list(symbols, samples$sample)
  )
  expression <- log_tpm(counts, kilobases)
  clinical <- simulated_clinical(samples, score, activity[1L, ])
  own <- samples$type != "gtex"
  list(
    about = SIMULATED_ABOUT,
    units = list(expression = "log2(TPM+1)", counts = "counts", gtex = "log2(TPM+1)"),
    matrices = list(expression = expression[, own], counts = counts[, own], gtex = expression),
    genes = NULL, samples = samples, clinical = clinical, survival = simulated_survival(clinical, score), truth = truth
  )
}

simulated_samples <- function(sizes) {
  patient <- sprintf("SIM-%04d", seq_len(sizes$tumours))
  paired <- seq_len(sizes$tumours) <= sizes$normals
  donor <- sprintf("SIM-GTEX-%04d", (seq_len(sizes$gtex) - 1L) %% sizes$donors + 1L)
  data.frame(
    sample = c(
      paste0(patient, "-01A"), sprintf("%s-11A", patient[paired]),
      sprintf("%s-%d", donor, (seq_len(sizes$gtex) - 1L) %/% sizes$donors + 1L)
    ),
    patient = c(patient, patient[paired], donor),
    type = rep(c("tumour", "normal", "gtex"), c(sizes$tumours, sizes$normals, sizes$gtex)),
    code = rep(c("01", "11", ""), c(sizes$tumours, sizes$normals, sizes$gtex)),
    tissue = "",
    survival = rep(c("1", "", ""), c(sizes$tumours, sizes$normals, sizes$gtex)),
    paired = c(ifelse(paired, "1", ""), rep("1", sizes$normals), rep("", sizes$gtex))
  )
}

#' Which genes have a part. Every gene has one at most.
plant_genes <- function(symbols, planted) {
  named <- unlist(PLANTED_GENES, use.names = FALSE)
  free <- sample(setdiff(symbols, named))
  take <- function(n, first = character()) {
    chosen <- c(first, utils::head(free, max(0L, n - length(first))))
    free <<- setdiff(free, chosen)
    chosen
  }
  effects <- function(n, low, high, sign) sign * stats::runif(n, low, high)
  # What rises and what falls weigh the same, see `true_levels`: else all other genes would fall as shares of the whole.
  if (planted$up != planted$down) stop_contract("as many genes must fall as rise")
  part <- function(genes, role, effect) data.frame(gene = genes, role = rep(role, length(genes)), effect = effect)
  up <- take(planted$up, PLANTED_GENES$up)
  down <- take(planted$down, PLANTED_GENES$down)
  risk <- take(planted$risk, PLANTED_GENES$risk)
  protective <- take(planted$protective, PLANTED_GENES$protective)
  modules <- lapply(seq_len(planted$modules), function(i) {
    genes <- take(planted$module, if (i == 1L) PLANTED_GENES$module)
    part(genes, paste0("module_", i), effects(length(genes), 0.6, 0.9, 1))
  })
  backgrounds <- lapply(seq_len(planted$backgrounds), function(i) {
    genes <- take(planted$background)
    part(genes, paste0("background_", i), effects(length(genes), 0.4, 0.7, 1))
  })
  # The first are those that examples name: fourfold.
  change <- c(2, effects(length(up) - 1L, 1.2, 3, 1))
  with_sources(rbind(
    part(up, "up", change), part(down, "down", -change),
    part(risk, "risk", effects(length(risk), 0.6, 0.8, 1)), part(protective, "protective", effects(length(protective), 0.6, 0.8, -1)),
    do.call(rbind, modules), do.call(rbind, backgrounds)
  ), setdiff(symbols, named), planted$source)
}

#' Which genes the two sources measure differently, and by how much. @param eligible Any but those that examples name.
with_sources <- function(truth, eligible, n) {
  chosen <- sample(eligible, n)
  shift <- stats::rnorm(n)
  truth$source <- 0
  known <- match(chosen, truth$gene)
  truth$source[known[!is.na(known)]] <- shift[!is.na(known)]
  alone <- is.na(known)
  rbind(truth, data.frame(gene = chosen[alone], role = rep("source", sum(alone)), effect = shift[alone], source = shift[alone]))
}

#' All samples of a donor take the values of the donor's first.
by_donor <- function(values, samples) {
  gtex <- which(samples$type == "gtex")
  values[, gtex] <- values[, match(samples$patient[gtex], samples$patient)]
  values
}

#' log2 expression without the noise of counting, genes × samples.
true_levels <- function(symbols, samples, truth, score, activity) {
  n <- length(symbols)
  # A gene with a part is expressed well enough to be measured.
  has_part <- symbols %in% truth$gene[truth$role != "source"]
  mean <- ifelse(has_part, stats::runif(n, 4, 9), pmin(12, stats::rnorm(n, 2.5, 3)))
  spread <- stats::runif(n, 0.4, 1.1)
  noise <- matrix(stats::rnorm(n * nrow(samples)), n)
  # The two samples of a patient are alike.
  normal <- which(samples$type == "normal")
  noise[, normal] <- 0.4 * noise[, match(samples$patient[normal], samples$patient)] + sqrt(1 - 0.4^2) * noise[, normal]
  # Those of a donor are more alike: one organ, one day, one laboratory.
  again <- which(samples$type == "gtex" & duplicated(samples$patient))
  noise[, again] <- 0.8 * noise[, match(samples$patient[again], samples$patient)] + 0.6 * noise[, again]
  row <- match(truth$gene, symbols)
  # A gene that falls begins where its partner ends.
  rising <- which(truth$role == "up")
  mean[row[truth$role == "down"]] <- mean[row[rising]] + truth$effect[rising]
  tumour <- samples$type == "tumour"
  of_score <- which(truth$role %in% c("risk", "protective"))
  noise[row[of_score], tumour] <- sqrt(1 - truth$effect[of_score]^2) * noise[row[of_score], tumour] + outer(truth$effect[of_score], score)
  common <- grep("^(module|background)_", unique(truth$role), value = TRUE)
  for (i in seq_along(common)) {
    member <- which(truth$role == common[[i]])
    noise[row[member], ] <- sqrt(1 - truth$effect[member]^2) * noise[row[member], ] + outer(truth$effect[member], activity[i, ])
  }
  level <- mean + spread * noise
  changed <- which(truth$role %in% c("up", "down"))
  level[row[changed], tumour] <- level[row[changed], tumour] + truth$effect[changed]
  gtex <- samples$type == "gtex"
  level[row, gtex] <- level[row, gtex] + truth$source
  level
}

log_tpm <- function(counts, kilobases) {
  rate <- counts / kilobases
  log2(sweep(rate, 2L, colSums(rate), "/") * 1e6 + 1)
}

#' Stage follows the score of survival, grade the first module; a few cells are not known.
simulated_clinical <- function(samples, score, activity) {
  patient <- samples$patient[samples$type == "tumour"]
  n <- length(patient)
  cut_at <- function(values, shares) findInterval(rank(values) / (n + 1), cumsum(shares)) + 1L
  stage <- c("I", "II", "III", "IV")[cut_at(0.5 * score + stats::rnorm(n), c(0.25, 0.35, 0.25))]
  later <- stage %in% c("III", "IV")
  clinical <- data.frame(
    patient = patient,
    age = round(pmin(88, pmax(25, stats::rnorm(n, 61, 11)))),
    gender = sample(c("male", "female"), n, TRUE),
    race = sample(c("asian", "white", "black or african american"), n, TRUE, c(0.3, 0.55, 0.15)),
    stage = stage,
    t = paste0("T", pmin(4L, match(stage, c("I", "II", "III", "IV")) + sample(c(-1L, 0L, 0L, 1L), n, TRUE))),
    n = ifelse(later, sample(c("N0", "N1", "N2"), n, TRUE, c(0.3, 0.4, 0.3)), "N0"),
    m = ifelse(stage == "IV", "M1", "M0"),
    grade = c("G1", "G2", "G3")[cut_at(0.7 * activity[seq_len(n)] + stats::rnorm(n), c(0.25, 0.45))]
  )
  clinical$t[clinical$t == "T0"] <- "T1"
  unknown <- max(1L, n %/% 60L)
  for (column in c("stage", "grade", "race")) clinical[[column]][sample(n, unknown)] <- ""
  clinical
}

#' Exponential times whose rate follows the score, the stage and the age. Some patients have no time, some no progression known.
simulated_survival <- function(clinical, score) {
  n <- nrow(clinical)
  hazard <- exp(0.7 * score + 0.4 * clinical$stage %in% c("III", "IV") + 0.02 * (clinical$age - 60))
  death <- stats::rexp(n, hazard / 2200)
  progression <- pmin(stats::rexp(n, hazard / 1800), death)
  follow_up <- stats::runif(n, 300, 3800)
  of_cancer <- stats::runif(n) < 0.85
  endpoint <- function(event) list(status = as.integer(event <= follow_up), time = as.integer(ceiling(pmin(event, follow_up))))
  os <- endpoint(death)
  pfi <- endpoint(progression)
  dfi <- endpoint(progression)
  early <- clinical$stage %in% c("I", "II")
  survival <- data.frame(
    patient = clinical$patient, OS = os$status, OS.time = os$time,
    DSS = os$status * of_cancer, DSS.time = os$time,
    DFI = ifelse(early, dfi$status, NA), DFI.time = ifelse(early, dfi$time, NA),
    PFI = pfi$status, PFI.time = pfi$time
  )
  lost <- sample(n, max(1L, n %/% 100L))
  survival[lost, c("OS.time", "DSS.time", "PFI.time")] <- NA
  survival
}

#' A cohort of a few seconds' work for the warm-up: the genes that an example asks for, and some more.
small_cohort <- function(symbols) {
  simulate_cohort(
    unique(c(symbols, sprintf("GENE%03d", 1:200))), list(tumours = 40L, normals = 8L, gtex = 16L, donors = 12L),
    list(up = 20L, down = 20L, risk = 6L, protective = 6L, modules = 2L, module = 12L, backgrounds = 2L, background = 12L, source = 60L)
  )
}
