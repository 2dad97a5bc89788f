/*
 * Cox regression of one covariate at a time, for many covariates of the same patients. Written from
 *   Therneau and Grambsch 2000, Modeling Survival Data (partial likelihood with Efron's ties; chapter 3), and
 *   Grambsch and Therneau 1994, Biometrika 81:515 (test of proportional hazards, as the score test of a coefficient that changes with time).
 * Steps and stopping follow what R's survival documents for coxph: Newton's method from 0 on the centred and scaled covariate, step halving,
 * and an end where the log likelihood changes by less than a share `eps` of itself. So its numbers are coxph's to rounding.
 * engine/R/statistics/survival/cox-screen.R calls it, in pieces short enough to be interrupted between.
 */
#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>
#include <R_ext/Rdynload.h>
#include <cmath>
#include <vector>

namespace {

/* Patients in ascending order of time. */
struct Patients {
  int n;
  const double *time;
  const int *status;
  /* The transformed time of the test of proportionality, centred over the events. */
  const double *clock;
};

/* Log likelihood with its first and second derivative, and those for a coefficient that grows with the clock. */
struct Likelihood {
  double log = 0, score = 0, information = 0;
  double late_score = 0, late_mixed = 0, late_information = 0;
};

/* Sums over the patients at risk: of risks, of risks times the covariate and times its square. */
struct Sums {
  double risk = 0, first = 0, second = 0;
  void add(double weight, double x) {
    risk += weight;
    first += weight * x;
    second += weight * x * x;
  }
};

/* From the last time back, so that each patient enters the sums once. Of d deaths at one time the k-th term has k/d of them at risk (Efron). */
Likelihood likelihood(const Patients &patients, const std::vector<double> &x, double beta) {
  Likelihood at;
  Sums sums;
  for (int i = patients.n - 1; i >= 0;) {
    const double time = patients.time[i], clock = patients.clock[i];
    Sums dying;
    int deaths = 0;
    for (; i >= 0 && patients.time[i] == time; i--) {
      const double line = beta * x[i], risk = beta == 0 ? 1 : std::exp(line);
      if (patients.status[i] == 0) {
        sums.add(risk, x[i]);
        continue;
      }
      deaths++;
      dying.add(risk, x[i]);
      at.log += line;
      at.score += x[i];
      at.late_score += clock * x[i];
    }
    for (int k = 0; k < deaths; k++) {
      sums.risk += dying.risk / deaths;
      sums.first += dying.first / deaths;
      sums.second += dying.second / deaths;
      const double mean = sums.first / sums.risk, variance = (sums.second - mean * sums.first) / sums.risk;
      at.log -= std::log(sums.risk);
      at.score -= mean;
      at.information += variance;
      at.late_score -= clock * mean;
      at.late_mixed += clock * variance;
      at.late_information += clock * clock * variance;
    }
  }
  return at;
}

struct Control {
  int most;
  double eps, infinite;
};

struct Fit {
  double coefficient, error, log_null, log_fitted, late;
  /* 0: settled; 1: the likelihood settled before the coefficient, or never: there may be none. */
  int separated;
};

/* survival leaves a covariate of these values alone. */
bool is_indicator(const std::vector<double> &x) {
  for (double value : x)
    if (value != -1 && value != 0 && value != 1) return false;
  return true;
}

/* Centre and scale in place. @return What a coefficient is multiplied by to be one of the covariate as it came. */
double standardise(std::vector<double> &x) {
  if (is_indicator(x)) return 1;
  double mean = 0, spread = 0;
  for (double value : x) mean += value;
  mean /= x.size();
  for (double &value : x) {
    value -= mean;
    spread += std::fabs(value);
  }
  const double scale = spread > 0 ? x.size() / spread : 1;
  for (double &value : x) value *= scale;
  return scale;
}

Fit fit_one(const Patients &patients, std::vector<double> &x, const Control &control) {
  const double scale = standardise(x);
  Likelihood now = likelihood(patients, x, 0);
  Fit fit{NA_REAL, NA_REAL, now.log, now.log, NA_REAL, 1};
  /* Nothing differs among those at risk. */
  if (!(now.information > 0)) return fit;
  double best = now.log, beta = 0, trial = now.score / now.information;
  int halvings = 0;
  bool settled = false;
  for (int i = 0; i < control.most && !settled; i++) {
    now = likelihood(patients, x, trial);
    const bool finite = std::isfinite(now.log) && std::isfinite(now.score) && std::isfinite(now.information);
    if (finite && halvings == 0 && std::fabs(1 - best / now.log) <= control.eps) {
      settled = true;
    } else if (!finite || now.log < best) {
      halvings++;
      trial = (trial + halvings * beta) / (halvings + 1.0);
    } else {
      halvings = 0;
      best = now.log;
      beta = trial;
      /* Without information there is no step. */
      if (now.information > 0) trial += now.score / now.information;
    }
  }
  if (settled) beta = trial;
  else now = likelihood(patients, x, beta);
  fit.log_fitted = now.log;
  if (!(now.information > 0)) return fit;
  fit.coefficient = beta * scale;
  fit.error = scale / std::sqrt(now.information);
  const double left = std::fabs(now.score / now.information) * scale;
  fit.separated = !settled || !std::isfinite(left) || (left > control.eps && left > control.infinite * std::fabs(fit.coefficient));
  /* Score test of the clock's coefficient at 0; the score of the covariate's own is taken as 0, where it was fitted. */
  const double free = now.late_information - now.late_mixed * now.late_mixed / now.information;
  if (free > 0) fit.late = now.late_score * now.late_score / free;
  return fit;
}

}  // namespace

/*
 * values: genes × patients, without missing values. order: places of the patients from 0, ascending in time. time, status, clock: in that order.
 * control: most steps, eps, what share of a coefficient its last step may be.
 * A matrix of genes × 6: coefficient, standard error, log likelihood without and with the gene, statistic of the test of proportionality,
 * separated.
 */
extern "C" SEXP cox_each(SEXP values, SEXP order, SEXP time, SEXP status, SEXP clock, SEXP control) {
  const int genes = Rf_nrows(values), n = Rf_ncols(values);
  const Patients patients{n, REAL(time), INTEGER(status), REAL(clock)};
  const Control limits{static_cast<int>(REAL(control)[0]), REAL(control)[1], REAL(control)[2]};
  const double *cells = REAL(values);
  const int *places = INTEGER(order);
  SEXP answer = PROTECT(Rf_allocMatrix(REALSXP, genes, 6));
  double *out = REAL(answer);
  std::vector<double> x(n);
  for (int gene = 0; gene < genes; gene++) {
    for (int i = 0; i < n; i++) x[i] = cells[gene + static_cast<R_xlen_t>(places[i]) * genes];
    const Fit fit = fit_one(patients, x, limits);
    const double row[] = {fit.coefficient, fit.error, fit.log_null, fit.log_fitted, fit.late, static_cast<double>(fit.separated)};
    for (int j = 0; j < 6; j++) out[gene + static_cast<R_xlen_t>(j) * genes] = row[j];
  }
  UNPROTECT(1);
  return answer;
}

extern "C" void R_init_cox(DllInfo *info) {
  static const R_CallMethodDef routines[] = {{"cox_each", reinterpret_cast<DL_FUNC>(&cox_each), 6}, {nullptr, nullptr, 0}};
  R_registerRoutines(info, nullptr, routines, nullptr, nullptr);
  R_useDynamicSymbols(info, FALSE);
}
