/*
 * Non-negative matrix factorization by the multiplicative updates for the Kullback-Leibler divergence. Written from
 *   Lee and Seung 2001, Adv Neural Inf Process Syst 13:556 (the updates), and
 *   Brunet, Tamayo, Golub and Mesirov 2004, Proc Natl Acad Sci USA 101:4164 (the end: samples that stay in their classes).
 * Updates, floor and end are those of the R package NMF's algorithm "brunet", so its numbers are the same to rounding.
 * engine/R/statistics/subtypes/nmf.R calls it, one factorization at a time.
 */
/* R's settings take the rows one by one, in twice the time. */
#pragma GCC optimize("O3")
#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>
#include <R_ext/Rdynload.h>
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

namespace {

/* Between two looks at the classes. */
const int CHECKED_EACH = 10;

/* values (rows × columns) is near basis (rows × rank) times shares (rank × columns); all by columns, as R has them. */
struct Factors {
  int rows, columns, rank;
  const double *values;
  double *basis, *shares;
};

void add_times(double *__restrict to, const double *__restrict x, double factor, int n) {
  for (int i = 0; i < n; i++) to[i] += x[i] * factor;
}

void divide_into(double *__restrict by, const double *__restrict values, int n) {
  for (int i = 0; i < n; i++) by[i] = values[i] / by[i];
}

/* What a column's values are of its approximation. */
void quotients(const Factors &f, int column, double *out) {
  std::fill(out, out + f.rows, 0.0);
  for (int a = 0; a < f.rank; a++) {
    add_times(out, f.basis + static_cast<R_xlen_t>(a) * f.rows, f.shares[a + static_cast<R_xlen_t>(column) * f.rank], f.rows);
  }
  divide_into(out, f.values + static_cast<R_xlen_t>(column) * f.rows, f.rows);
}

/* Four sums side by side: one alone waits for each addition. */
double product(const double *x, const double *y, int n) {
  double sums[4] = {0, 0, 0, 0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int j = 0; j < 4; j++) sums[j] += x[i + j] * y[i + j];
  }
  for (; i < n; i++) sums[0] += x[i] * y[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void update_shares(const Factors &f, std::vector<double> &quotient) {
  std::vector<double> total(f.rank, 0.0);
  for (int a = 0; a < f.rank; a++) {
    for (int i = 0; i < f.rows; i++) total[a] += f.basis[i + static_cast<R_xlen_t>(a) * f.rows];
  }
  for (int j = 0; j < f.columns; j++) {
    quotients(f, j, quotient.data());
    for (int a = 0; a < f.rank; a++) {
      f.shares[a + static_cast<R_xlen_t>(j) * f.rank] *= product(f.basis + static_cast<R_xlen_t>(a) * f.rows, quotient.data(), f.rows) / total[a];
    }
  }
}

void update_basis(const Factors &f, std::vector<double> &quotient, std::vector<double> &sums) {
  std::vector<double> total(f.rank, 0.0);
  std::fill(sums.begin(), sums.end(), 0.0);
  for (int j = 0; j < f.columns; j++) {
    quotients(f, j, quotient.data());
    for (int a = 0; a < f.rank; a++) {
      const double share = f.shares[a + static_cast<R_xlen_t>(j) * f.rank];
      add_times(sums.data() + static_cast<R_xlen_t>(a) * f.rows, quotient.data(), share, f.rows);
      total[a] += share;
    }
  }
  for (int a = 0; a < f.rank; a++) {
    double *basis = f.basis + static_cast<R_xlen_t>(a) * f.rows;
    const double *sum = sums.data() + static_cast<R_xlen_t>(a) * f.rows;
    for (int i = 0; i < f.rows; i++) basis[i] *= sum[i] / total[a];
  }
}

/* The class of each column: where its share is largest, numbered by first appearance, so that only who is together counts. */
void classes_of(const Factors &f, std::vector<int> &classes) {
  std::vector<int> number(f.rank, -1);
  int next = 0;
  for (int j = 0; j < f.columns; j++) {
    const double *shares = f.shares + static_cast<R_xlen_t>(j) * f.rank;
    int &own = number[std::max_element(shares, shares + f.rank) - shares];
    if (own < 0) own = next++;
    classes[j] = own;
  }
}

double divergence(const Factors &f) {
  double sum = 0;
  for (int j = 0; j < f.columns; j++) {
    for (int i = 0; i < f.rows; i++) {
      double near = 0;
      for (int a = 0; a < f.rank; a++) {
        near += f.basis[i + static_cast<R_xlen_t>(a) * f.rows] * f.shares[a + static_cast<R_xlen_t>(j) * f.rank];
      }
      const double value = f.values[i + static_cast<R_xlen_t>(j) * f.rows];
      sum += value > 0 ? value * std::log(value / near) - value + near : near;
    }
  }
  return sum;
}

}  // namespace

/*
 * values: rows × columns, none negative. basis, shares: where it begins. control: looks at the classes without a change that end it, most steps.
 * A list: basis, shares, steps, divergence.
 */
extern "C" SEXP nmf_fit(SEXP values, SEXP basis, SEXP shares, SEXP control) {
  SEXP own_basis = PROTECT(Rf_duplicate(basis)), own_shares = PROTECT(Rf_duplicate(shares));
  const Factors f{Rf_nrows(values), Rf_ncols(values), Rf_ncols(basis), REAL(values), REAL(own_basis), REAL(own_shares)};
  const int unchanged_end = INTEGER(control)[0], most = INTEGER(control)[1];
  std::vector<double> quotient(f.rows), sums(static_cast<size_t>(f.rows) * f.rank);
  std::vector<int> classes(f.columns, -1), last(f.columns, -1);
  int steps = 0, unchanged = 0;
  while (steps < most && unchanged <= unchanged_end) {
    steps++;
    update_shares(f, quotient);
    update_basis(f, quotient, sums);
    if (steps % CHECKED_EACH != 0) continue;
    /* A product with 0 stays there, whatever the data say. */
    for (R_xlen_t i = 0; i < static_cast<R_xlen_t>(f.rank) * f.columns; i++) f.shares[i] = std::max(f.shares[i], DBL_EPSILON);
    for (R_xlen_t i = 0; i < static_cast<R_xlen_t>(f.rank) * f.rows; i++) f.basis[i] = std::max(f.basis[i], DBL_EPSILON);
    classes_of(f, classes);
    unchanged = classes == last ? unchanged + 1 : 0;
    last = classes;
  }
  const char *names[] = {"basis", "shares", "steps", "divergence", ""};
  SEXP answer = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(answer, 0, own_basis);
  SET_VECTOR_ELT(answer, 1, own_shares);
  SET_VECTOR_ELT(answer, 2, Rf_ScalarInteger(steps));
  SET_VECTOR_ELT(answer, 3, Rf_ScalarReal(divergence(f)));
  UNPROTECT(3);
  return answer;
}

extern "C" void R_init_nmf(DllInfo *info) {
  static const R_CallMethodDef routines[] = {{"nmf_fit", reinterpret_cast<DL_FUNC>(&nmf_fit), 4}, {nullptr, nullptr, 0}};
  R_registerRoutines(info, nullptr, routines, nullptr, nullptr);
  R_useDynamicSymbols(info, FALSE);
}
