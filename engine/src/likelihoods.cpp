/*
 * edgeR's adjusted profile likelihoods of many genes at several dispersions (McCarthy, Chen and Smyth 2012), for designs of groups alone: the fit of a
 * gene is then one mean a group. engine/R/statistics/differential/over-processors.R calls it. edgeR computes three gamma functions and two logarithms
 * for each count at each dispersion; here the gamma functions of a dispersion stand in a table, as counts repeat from gene to gene.
 */
#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>
#include <R_ext/Rdynload.h>
#include <Rmath.h>
#include <algorithm>
#include <cmath>
#include <vector>

namespace {

/* Where edgeR's scoring of a group ends. */
const int STEPS = 50;
const double STEP_TOLERANCE = 1e-10;
/* Counts from here on are too rare for a table. */
const int TABLED = 1 << 16;

/* log Γ(y + r) − log Γ(r) of whole y from 0, by sums of logarithms. */
class Rising {
public:
  Rising(double r, int length) : r(r), at_zero(Rf_lgammafn(r)), table(length) {
    double sum = 0;
    for (int y = 0; y < length; y++) {
      table[y] = sum;
      sum += std::log(y + r);
    }
  }
  double operator()(double y) const {
    const int whole = y < static_cast<double>(table.size()) ? static_cast<int>(y) : -1;
    return whole == y ? table[whole] : Rf_lgammafn(y + r) - at_zero;
  }

private:
  const double r, at_zero;
  std::vector<double> table;
};

/* The logarithm of a group's mean per unit of `scale`, by the steps of edgeR's mglmOneGroup. @param beta Where it begins. */
double fitted(const double *y, const double *scale, const std::vector<int> &samples, double dispersion, double beta) {
  for (int step = 0; step < STEPS; step++) {
    const double mean = std::exp(beta);
    double slope = 0, information = 0;
    for (int j : samples) {
      const double mu = mean * scale[j], denominator = 1 + mu * dispersion;
      slope += (y[j] - mu) / denominator;
      information += mu / denominator;
    }
    const double change = slope / information;
    beta += change;
    if (std::fabs(change) < STEP_TOLERANCE) break;
  }
  return beta;
}

} // namespace

/*
 * @param counts Samples × genes. @param group Of each sample, from 0. @param offset Of each sample, the logarithm of its library's size.
 * @param dispersions Above 0. @param log_determinant Of the design's rows, one for each group.
 * @return Genes × dispersions; NA for a gene that a group has no count of.
 */
extern "C" SEXP group_likelihoods(SEXP counts, SEXP group, SEXP offset, SEXP dispersions, SEXP log_determinant) {
  const int n = Rf_nrows(counts), genes = Rf_ncols(counts), steps = LENGTH(dispersions);
  const int *of = INTEGER(group);
  const double *log_scale = REAL(offset), constant = Rf_asReal(log_determinant);
  std::vector<std::vector<int>> samples(1 + *std::max_element(of, of + n));
  for (int j = 0; j < n; j++) samples[of[j]].push_back(j);
  std::vector<double> scale(n);
  for (int j = 0; j < n; j++) scale[j] = std::exp(log_scale[j]);
  const double *all = REAL(counts);
  const double most = *std::max_element(all, all + XLENGTH(counts));
  const int tabled = static_cast<int>(std::min(most, TABLED - 1.0)) + 1;
  const Rising factorial(1, tabled);

  SEXP answer = PROTECT(Rf_allocMatrix(REALSXP, genes, steps));
  double *out = REAL(answer);
  std::vector<double> beta(static_cast<size_t>(genes) * samples.size());
  std::vector<char> known(genes, 1);
  for (int gene = 0; gene < genes; gene++) {
    const double *y = all + static_cast<size_t>(gene) * n;
    for (size_t g = 0; g < samples.size(); g++) {
      double ratios = 0;
      for (int j : samples[g]) ratios += y[j] / scale[j];
      if (!(ratios > 0)) known[gene] = 0;
      beta[gene * samples.size() + g] = std::log(ratios / samples[g].size());
    }
  }
  for (int step = 0; step < steps; step++) {
    const double dispersion = REAL(dispersions)[step], r = 1 / dispersion, r_log_r = r * std::log(r);
    const Rising gamma(r, tabled);
    for (int gene = 0; gene < genes; gene++) {
      double &place = out[static_cast<size_t>(step) * genes + gene];
      if (!known[gene]) {
        place = NA_REAL;
        continue;
      }
      const double *y = all + static_cast<size_t>(gene) * n;
      double likelihood = 0, adjustment = 2 * constant;
      for (size_t g = 0; g < samples.size(); g++) {
        double &own = beta[gene * samples.size() + g];
        own = fitted(y, scale.data(), samples[g], dispersion, own);
        const double mean = std::exp(own);
        double weight = 0;
        for (int j : samples[g]) {
          const double mu = mean * scale[j];
          likelihood += y[j] * (own + log_scale[j]) - (y[j] + r) * std::log(mu + r) + r_log_r + gamma(y[j]) - factorial(y[j]);
          weight += mu / (1 + dispersion * mu);
        }
        adjustment += std::log(weight);
      }
      place = likelihood - adjustment / 2;
    }
  }
  UNPROTECT(1);
  return answer;
}

extern "C" void R_init_likelihoods(DllInfo *info) {
  static const R_CallMethodDef routines[] = {{"group_likelihoods", reinterpret_cast<DL_FUNC>(&group_likelihoods), 5}, {nullptr, nullptr, 0}};
  R_registerRoutines(info, nullptr, routines, nullptr, nullptr);
  R_useDynamicSymbols(info, FALSE);
}
