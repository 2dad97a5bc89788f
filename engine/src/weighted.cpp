/*
 * Weighted least squares of many rows on one design, each row with weights of its own: what R's lm.wfit gives of each, by the same method
 * (Householder reflections of the weighted design; Golub and Van Loan 2013, Matrix Computations, 5.2), for thousands in a second.
 * engine/R/statistics/differential/linear-models.R calls it. And voom's curve at all values, as stats::approxfun has it; voom.R calls that.
 */
#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>
#include <R_ext/Rdynload.h>
#include <cmath>
#include <vector>

namespace {

/* The share of a column's length that must be left beside the columns before it; below, lm.wfit takes it for a sum of them. */
const double TOLERANCE = 1e-7;

struct Row {
  std::vector<double> coefficients, errors;
  double sigma;
};

double length_of(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  return std::sqrt(sum);
}

/*
 * x: n × p, by columns, and y of length n, both times the roots of the weights; overwritten.
 * False where the weighted columns depend on one another.
 */
bool fit(std::vector<double> &x, std::vector<double> &y, int n, int p, Row &row) {
  std::vector<double> diagonal(p), whole(p);
  for (int k = 0; k < p; k++) whole[k] = length_of(&x[static_cast<size_t>(k) * n], n);
  for (int k = 0; k < p; k++) {
    double *column = &x[static_cast<size_t>(k) * n];
    const double length = length_of(column + k, n - k);
    if (!(length > TOLERANCE * whole[k])) return false;
    diagonal[k] = column[k] > 0 ? -length : length;
    /* The reflection is I − v vᵀ / (length · |v₁|); v stands in the column. */
    column[k] -= diagonal[k];
    const double scale = -1 / (diagonal[k] * column[k]);
    for (int j = k + 1; j <= p; j++) {
      double *other = j < p ? &x[static_cast<size_t>(j) * n] : y.data();
      double product = 0;
      for (int i = k; i < n; i++) product += column[i] * other[i];
      product *= scale;
      for (int i = k; i < n; i++) other[i] -= product * column[i];
    }
  }
  const auto r = [&](int i, int j) { return i == j ? diagonal[i] : x[static_cast<size_t>(j) * n + i]; };
  for (int i = p - 1; i >= 0; i--) {
    double sum = y[i];
    for (int j = i + 1; j < p; j++) sum -= r(i, j) * row.coefficients[j];
    row.coefficients[i] = sum / diagonal[i];
  }
  /* Squared lengths of the rows of the inverse of R, column by column of it. */
  std::vector<double> inverse(p);
  for (int i = 0; i < p; i++) row.errors[i] = 0;
  for (int j = 0; j < p; j++) {
    for (int i = j; i >= 0; i--) {
      double sum = i == j ? 1 : 0;
      for (int k = i + 1; k <= j; k++) sum -= r(i, k) * inverse[k];
      inverse[i] = sum / diagonal[i];
      row.errors[i] += inverse[i] * inverse[i];
    }
  }
  for (int i = 0; i < p; i++) row.errors[i] = std::sqrt(row.errors[i]);
  row.sigma = n > p ? length_of(&y[p], n - p) / std::sqrt(static_cast<double>(n - p)) : NA_REAL;
  return true;
}

}  // namespace

/*
 * values, weights: samples × rows, without missing values, weights above 0. design: samples × p, n ≥ p.
 * NULL where the weighted design of a row has dependent columns. Else a matrix of rows × (2p + 1): coefficients, their standard errors in units
 * of sigma, sigma (NA without residual degrees of freedom).
 */
extern "C" SEXP weighted_rows(SEXP values, SEXP weights, SEXP design) {
  const int n = Rf_nrows(values), rows = Rf_ncols(values), p = Rf_ncols(design);
  const double *cells = REAL(values), *precisions = REAL(weights), *model = REAL(design);
  SEXP answer = PROTECT(Rf_allocMatrix(REALSXP, rows, 2 * p + 1));
  double *out = REAL(answer);
  std::vector<double> x(static_cast<size_t>(n) * p), y(n), root(n);
  Row row{std::vector<double>(p), std::vector<double>(p), 0};
  for (int at = 0; at < rows; at++) {
    const size_t from = static_cast<size_t>(at) * n;
    for (int i = 0; i < n; i++) {
      root[i] = std::sqrt(precisions[from + i]);
      y[i] = root[i] * cells[from + i];
    }
    for (int j = 0; j < p; j++)
      for (int i = 0; i < n; i++) x[static_cast<size_t>(j) * n + i] = root[i] * model[static_cast<size_t>(j) * n + i];
    if (!fit(x, y, n, p, row)) {
      UNPROTECT(1);
      return R_NilValue;
    }
    for (int j = 0; j < p; j++) {
      out[at + static_cast<size_t>(j) * rows] = row.coefficients[j];
      out[at + static_cast<size_t>(p + j) * rows] = row.errors[j];
    }
    out[at + static_cast<size_t>(2 * p) * rows] = row.sigma;
  }
  UNPROTECT(1);
  return answer;
}

/*
 * x: ascending, two or more; y: as many; v: numbers. The line through the points at each of v, beyond its ends their y: the same arithmetic as
 * R's, but the search begins near the place.
 */
extern "C" SEXP interpolated(SEXP x, SEXP y, SEXP v) {
  const R_xlen_t n = XLENGTH(x), cells = XLENGTH(v);
  const double *at = REAL(x), *height = REAL(y), *asked = REAL(v);
  const double low = at[0], high = at[n - 1], scale = static_cast<double>(n) / (high - low);
  /* The last point that is not right of the beginning of each of n equal pieces. */
  std::vector<R_xlen_t> begin(n + 1);
  for (R_xlen_t k = 0, i = 0; k <= n; k++) {
    while (i < n - 2 && (at[i + 1] - low) * scale <= static_cast<double>(k)) i++;
    begin[k] = i;
  }
  SEXP answer = PROTECT(Rf_allocVector(REALSXP, cells));
  double *out = REAL(answer);
  for (R_xlen_t c = 0; c < cells; c++) {
    const double value = asked[c];
    if (std::isnan(value)) {
      out[c] = value;
    } else if (!(value > low)) {
      out[c] = height[0];
    } else if (!(value < high)) {
      out[c] = height[n - 1];
    } else {
      R_xlen_t i = begin[static_cast<R_xlen_t>((value - low) * scale)];
      while (i > 0 && at[i] > value) i--;
      while (i < n - 2 && at[i + 1] <= value) i++;
      out[c] = value == at[i] ? height[i] : height[i] + (height[i + 1] - height[i]) * ((value - at[i]) / (at[i + 1] - at[i]));
    }
  }
  UNPROTECT(1);
  return answer;
}

extern "C" void R_init_weighted(DllInfo *info) {
  static const R_CallMethodDef routines[] = {
      {"weighted_rows", reinterpret_cast<DL_FUNC>(&weighted_rows), 3}, {"interpolated", reinterpret_cast<DL_FUNC>(&interpolated), 3}, {nullptr, nullptr, 0}};
  R_registerRoutines(info, nullptr, routines, nullptr, nullptr);
  R_useDynamicSymbols(info, FALSE);
}
