/*
 * Preranked gene set enrichment: the null distribution of the enrichment score, sampled. Written from
 *   Subramanian et al. 2005, PNAS 102:15545 (the score), and
 *   Korotkevich et al. 2021, bioRxiv 060012 (permutations shared by all sizes; multilevel splitting for small p values).
 * engine/R/statistics/enrichment/gsea.R calls it, in pieces short enough to be interrupted between.
 *
 * Genes stand in the order of the ranking, the highest first; a set is its places 0 … n - 1. `weights` are |statistic|^exponent, scaled to whole
 * numbers whose sum is below 2^53 and each at least 1 (the R code does that). So every sum of weights is exact, whatever its order, the score of a
 * set is one number however it was reached, and a set of zeros is the limit of equal weights. Without contraction of products (Makevars) all
 * machines give the same bytes.
 *
 * The running sum after the i-th hit is H_i/S - (miss_i)·q, with H the weights of the hits so far, S of all hits, q = 1/(n - k).
 * Its highest value (at a hit) is the upper score of a set, its lowest (before a hit) the lower one; ES is the one that is farther from 0.
 */
#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>
#include <R_ext/Rdynload.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace {

/* ---- random numbers ---- */

/* xoshiro256++ (Blackman and Vigna 2021), its state filled by splitmix64: a new stream costs nanoseconds, and all machines draw the same. */
class Random {
 public:
  /* One stream per seed, purpose and number: what is drawn for one size or permutation does not depend on the others. */
  Random(uint32_t seed, uint32_t purpose, uint32_t number) {
    uint64_t mixed = (uint64_t(seed) << 32 | number) ^ uint64_t(purpose) * 0xd1342543de82ef95;
    for (uint64_t &word : state) {
      uint64_t z = mixed += 0x9e3779b97f4a7c15;
      z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
      z = (z ^ z >> 27) * 0x94d049bb133111eb;
      word = z ^ z >> 31;
    }
  }
  /* A whole number below `bound`, all equally likely (Lemire 2019). */
  uint32_t below(uint32_t bound) {
    uint64_t product = (next() >> 32) * bound;
    if (uint32_t(product) < bound) {
      const uint32_t uneven = -bound % bound;
      while (uint32_t(product) < uneven) product = (next() >> 32) * bound;
    }
    return product >> 32;
  }
  /* Above 0 and below 1. */
  double unit() { return ((next() >> 12) + 0.5) * 0x1p-52; }

 private:
  static uint64_t turned(uint64_t x, int by) { return x << by | x >> (64 - by); }
  uint64_t next() {
    const uint64_t answer = turned(state[0] + state[3], 23) + state[0], t = state[1] << 17;
    state[2] ^= state[0], state[3] ^= state[1], state[1] ^= state[2], state[0] ^= state[3];
    state[2] ^= t, state[3] = turned(state[3], 45);
    return answer;
  }
  uint64_t state[4];
};

constexpr uint32_t PERMUTATIONS = 1, RISING = 2;

/* Genes that a walker exchanges on each level until it has forgotten where it began: so many, and this part of its size. */
constexpr double FEWEST_EXCHANGES = 8, EXCHANGES_PER_GENE = 0.25;
/* Steps of all walkers on a level before they count as stuck: where sets are small and p tiny, one step in thousands is possible. */
constexpr size_t MOST_STEPS = 2000000;
/* Beyond p = 2^-1000 no number is left. */
constexpr int MOST_LEVELS = 1000;

/* ---- the score of a set ---- */

/* Scores that differ by less are equal: observed ones were added up otherwise. */
constexpr double SLACK = 1e-10;

struct Score {
  double upper, lower;
  /* 0 where both are as far, as without weights is often the case. */
  double signed_one() const { return upper + lower > SLACK ? upper : upper + lower < -SLACK ? lower : 0; }
};

/* places: k of them, ascending; sum: of their weights. */
Score score_of(const double *weights, int n, const int *places, int k, double sum) {
  const double inverse = 1 / sum, q = 1.0 / (n - k);
  double hits = 0, upper = 0, lower = 0;
  for (int i = 0; i < k; ++i) {
    const double missed = (places[i] - i) * q;
    lower = std::min(lower, hits * inverse - missed);
    hits += weights[places[i]];
    upper = std::max(upper, hits * inverse - missed);
  }
  return {upper, lower};
}

/* ---- permutations ---- */

/* Random sets that grow: the first k genes drawn are a random set of size k, for every size at once. */
class GrowingSet {
 public:
  GrowingSet(const double *weights, int n) : weights(weights), order(n) {
    for (int i = 0; i < n; ++i) order[i] = i;
  }
  void begin() {
    // Back to the order of the beginning, so that a permutation is the same whatever came before it.
    for (size_t i = swapped.size(); i-- > 0;) std::swap(order[i], order[swapped[i]]);
    swapped.clear();
    places.clear();
    sum = 0;
  }
  void grow_to(size_t k, Random &random) {
    const size_t had = places.size();
    for (size_t i = had; i < k; ++i) {
      const size_t other = i + random.below(order.size() - i);
      std::swap(order[i], order[other]);
      swapped.push_back(other);
      places.push_back(order[i]);
      sum += weights[order[i]];
    }
    if (had == k) return;
    // The old ones are in order: only the new ones are sorted, and both are merged from the end.
    added.assign(places.begin() + had, places.end());
    std::sort(added.begin(), added.end());
    size_t old = had, fresh = added.size();
    for (size_t i = places.size(); fresh > 0;) {
      const bool from_old = old > 0 && places[old - 1] > added[fresh - 1];
      places[--i] = from_old ? places[--old] : added[--fresh];
    }
  }
  std::vector<int> places;
  double sum = 0;

 private:
  const double *weights;
  std::vector<int> order, added;
  std::vector<size_t> swapped;
};

/* How many scores of one size were at least 0 and at most 0, their sums, and how many were as extreme as each observed one. */
class Tally {
 public:
  /* observed: ascending. */
  Tally(const double *observed, size_t count) : first(observed), last(observed + count), reached(count + 1), undercut(count + 1) {}
  void count(double es) {
    if (es >= 0) {
      ++above;
      rise += es;
      ++reached[std::upper_bound(first, last, es + SLACK) - first];
    }
    if (es <= 0) {
      ++below;
      fall += es;
      ++undercut[std::lower_bound(first, last, es - SLACK) - first];
    }
  }
  /* extreme: by observed score, those on its side of 0. */
  void write(double *above_, double *below_, double *rise_, double *fall_, double *extreme) const {
    *above_ = above, *below_ = below, *rise_ = rise, *fall_ = fall;
    const size_t size = last - first;
    double sum = 0;
    for (size_t j = 0; j < size; ++j) {
      sum += undercut[j];
      if (first[j] <= 0) extreme[j] = sum;
    }
    sum = 0;
    for (size_t j = size; j-- > 0;) {
      sum += reached[j + 1];
      if (first[j] > 0) extreme[j] = sum;
    }
  }

 private:
  const double *first, *last;
  // One bin before each observed score, and one after the last.
  std::vector<double> reached, undercut;
  double above = 0, below = 0, rise = 0, fall = 0;
};

/* ---- multilevel splitting ---- */

/* The hit at which the bound was last exceeded: the next set often exceeds it there, too. Its place, or -1; misses before it, hits up to it. */
struct Witness {
  int place = -1, missed = 0;
  double hits = 0;
};

/* A random set with its upper score above a bound, kept in order and cut in blocks of places so that most of it need not be read. */
struct Walker {
  std::vector<int> places;     // ascending
  std::vector<int> first;      // of each block, the number of hits before it; one more than blocks
  std::vector<double> weight;  // of each block
  double sum = 0;
  Witness witness{};
};

class Ladder {
 public:
  Ladder(const double *weights, int n, int k, int size, uint32_t seed)
      : weights(weights), n(n), k(k), q(1.0 / (n - k)), random(seed, RISING, k), walkers(size) {
    GrowingSet set(weights, n);
    for (Walker &walker : walkers) {
      set.begin();
      set.grow_to(k, random);
      walker.places = set.places;
      walker.sum = set.sum;
    }
    score_walkers();
  }

  /* Sets whose ES reaches the score. */
  int reaching(double score) const {
    int count = 0;
    for (const Walker &walker : walkers) count += score_of(weights, n, walker.places.data(), k, walker.sum).signed_one() >= score;
    return count;
  }

  /* The median of the upper scores: the next bound. */
  double median() const { return ranked[walkers.size() / 2].upper; }

  /*
   * Puts the bound at the median, gives the places of those that are not above it to copies of the others, and walks all of them above the bound
   * until they have forgotten where they began. Equal scores are put in order by a number drawn for each, so that always exactly half is
   * above, also where few different scores are left. Returns false where hardly a step was possible.
   */
  bool rise() {
    const size_t size = walkers.size(), low = size / 2 + 1;
    bound = ranked[size / 2].upper;
    tie = ranked[size / 2].tie;
    for (size_t i = 0; i < low; ++i) walkers[ranked[i].walker].places = walkers[ranked[low + random.below(size - low)].walker].places;
    cut_blocks();
    const bool moved = walk();
    score_walkers();
    return moved;
  }

 private:
  struct Ranked {
    double upper, tie;
    size_t walker;
    bool operator<(const Ranked &other) const { return upper != other.upper ? upper < other.upper : tie < other.tie; }
  };

  void score_walkers() {
    ranked.clear();
    for (size_t i = 0; i < walkers.size(); ++i) {
      const double upper = score_of(weights, n, walkers[i].places.data(), k, walkers[i].sum).upper;
      const double drawn = random.unit();
      // On the bound only what is above its tie belongs to the level.
      ranked.push_back({upper, upper == bound ? tie + (1 - tie) * drawn : drawn, i});
    }
    std::sort(ranked.begin(), ranked.end());
  }

  /* Blocks end where a typical walker has had its share of hits. */
  void cut_blocks() {
    const size_t blocks = std::max(1, int(std::sqrt(double(k))));
    ends.assign(blocks, n);
    std::vector<int> column(walkers.size());
    for (size_t block = 0; block + 1 < blocks; ++block) {
      for (size_t i = 0; i < walkers.size(); ++i) column[i] = walkers[i].places[(block + 1) * k / blocks];
      std::nth_element(column.begin(), column.begin() + column.size() / 2, column.end());
      ends[block] = column[column.size() / 2];
    }
    block_at.resize(n);
    for (size_t block = 0, place = 0; block < blocks; ++block)
      for (; place < size_t(ends[block]); ++place) block_at[place] = block;
    for (Walker &walker : walkers) {
      walker.first.assign(blocks + 1, 0);
      walker.weight.assign(blocks, 0);
      walker.sum = 0;
      walker.witness = {};
      for (int place : walker.places) {
        const size_t block = block_at[place];
        ++walker.first[block + 1];
        walker.weight[block] += weights[place];
        walker.sum += weights[place];
      }
      for (size_t block = 0; block < blocks; ++block) walker.first[block + 1] += walker.first[block];
    }
  }

  /* All take steps until half of the exchanges are made, then as many steps again: the second half does not depend on luck. */
  bool walk() {
    const size_t wanted = size_t((FEWEST_EXCHANGES + EXCHANGES_PER_GENE * k) * walkers.size() / 2);
    const int at_once = std::max(1, k / 10);
    const size_t most = std::max(MOST_STEPS, 200 * wanted) / (at_once * walkers.size()) + 1;
    size_t changed = 0, rounds = 0;
    for (; changed < wanted && rounds < most; ++rounds)
      for (Walker &walker : walkers)
        for (int i = 0; i < at_once; ++i) changed += step(walker);
    const bool moved = changed >= wanted;
    for (; rounds > 0; --rounds)
      for (Walker &walker : walkers)
        for (int i = 0; i < at_once; ++i) step(walker);
    return moved;
  }

  /* Exchange one gene of the set for any other, where the set stays above the bound. */
  bool step(Walker &walker) {
    const int from = random.below(k), joins = random.below(n), leaves = walker.places[from];
    if (joins == leaves) return true;
    const int block = block_at[joins], end = walker.first[block + 1];
    int to = walker.first[block];
    while (to < end && walker.places[to] < joins) ++to;
    if (to < end && walker.places[to] == joins) return false;
    // Without the one that leaves, the later ones stand one earlier.
    if (to > from) --to;
    const Witness before = walker.witness;
    exchange(walker, from, to, joins);
    if (stays_above(walker)) return true;
    exchange(walker, to, from, leaves);
    walker.witness = before;
    return false;
  }

  /* The gene at `from` leaves, `joins` stands at `to` afterwards. */
  void exchange(Walker &walker, int from, int to, int joins) {
    int *places = walker.places.data();
    const int leaves = places[from];
    if (from < to) std::copy(places + from + 1, places + to + 1, places + from);
    if (to < from) std::copy_backward(places + to, places + from, places + from + 1);
    places[to] = joins;
    const size_t old_block = block_at[leaves], new_block = block_at[joins];
    for (size_t block = old_block; block < new_block; ++block) --walker.first[block + 1];
    for (size_t block = new_block; block < old_block; ++block) ++walker.first[block + 1];
    walker.weight[old_block] -= weights[leaves];
    walker.weight[new_block] += weights[joins];
    walker.sum += weights[joins] - weights[leaves];
    Witness &witness = walker.witness;
    if (leaves == witness.place) witness.place = -1;
    if (leaves < witness.place) witness.hits -= weights[leaves], ++witness.missed;
    if (joins < witness.place) witness.hits += weights[joins], --witness.missed;
  }

  /* Whether the upper score is above the bound; on it, what is drawn decides. */
  bool stays_above(Walker &walker) {
    const double inverse = 1 / walker.sum;
    const Witness &witness = walker.witness;
    if (witness.place >= 0 && witness.hits * inverse - witness.missed * q > bound) return true;
    bool on_bound = false;
    double hits = 0;
    for (size_t block = 0; block < ends.size(); ++block) {
      const int from = walker.first[block];
      const int missed = (block == 0 ? 0 : ends[block - 1]) - from;
      // No hit of the block can be higher than all its hits at its beginning.
      if ((hits + walker.weight[block]) * inverse - missed * q < bound) {
        hits += walker.weight[block];
        continue;
      }
      for (int i = from; i < walker.first[block + 1]; ++i) {
        const int place = walker.places[i];
        hits += weights[place];
        const double height = hits * inverse - (place - i) * q;
        if (height > bound) {
          walker.witness = {place, place - i, hits};
          return true;
        }
        on_bound = on_bound || height == bound;
      }
    }
    return on_bound && random.unit() > tie;
  }

  const double *weights;
  const int n, k;
  const double q;
  Random random;
  std::vector<Walker> walkers;
  std::vector<Ranked> ranked;
  std::vector<int> ends;           // of the blocks, exclusive
  std::vector<uint16_t> block_at;  // of each place
  double bound = -1, tie = 0;
};

/* A named list for R. */
SEXP named_list(std::initializer_list<std::pair<const char *, SEXP>> entries) {
  SEXP list = PROTECT(Rf_allocVector(VECSXP, entries.size())), names = PROTECT(Rf_allocVector(STRSXP, entries.size()));
  R_xlen_t i = 0;
  for (const auto &entry : entries) {
    SET_VECTOR_ELT(list, i, entry.second);
    SET_STRING_ELT(names, i++, Rf_mkChar(entry.first));
  }
  Rf_setAttrib(list, R_NamesSymbol, names);
  UNPROTECT(2);
  return list;
}

}  // namespace

/* ---- for R: no C++ object may be alive where R can jump out, so results are allocated first ---- */

extern "C" {

/*
 * The observed sets. weights: double, n; sets: list of integer vectors, each of 1 … n - 1 different places (from 0), ascending.
 * Returns ES, its place (the peak's), and how many hits lead to it: the first ones, or from the lowest point on the last ones.
 */
SEXP gsea_scores(SEXP weights_, SEXP sets) {
  const R_xlen_t count = Rf_xlength(sets);
  SEXP es = PROTECT(Rf_allocVector(REALSXP, count)), peak = PROTECT(Rf_allocVector(INTSXP, count));
  SEXP leading = PROTECT(Rf_allocVector(INTSXP, count));
  const double *weights = REAL(weights_);
  const int n = Rf_length(weights_);
  for (R_xlen_t s = 0; s < count; ++s) {
    const int *places = INTEGER(VECTOR_ELT(sets, s)), k = Rf_length(VECTOR_ELT(sets, s));
    double sum = 0;
    for (int i = 0; i < k; ++i) sum += weights[places[i]];
    const bool equal = !(sum > 0);
    if (equal) sum = k;
    double hits = 0, upper = 0, lower = 0;
    int highest = 0, lowest = 0;
    for (int i = 0; i < k; ++i) {
      const double missed = double(places[i] - i) / (n - k);
      if (hits / sum - missed < lower) lower = hits / sum - missed, lowest = i;
      hits += equal ? 1 : weights[places[i]];
      if (hits / sum - missed > upper) upper = hits / sum - missed, highest = i;
    }
    const bool rises = upper + lower > SLACK, falls = upper + lower < -SLACK;
    REAL(es)[s] = rises ? upper : falls ? lower : 0;
    INTEGER(peak)[s] = rises ? places[highest] : falls ? places[lowest] : NA_INTEGER;
    INTEGER(leading)[s] = rises ? highest + 1 : falls ? k - lowest : 0;
  }
  SEXP answer = named_list({{"es", es}, {"peak", peak}, {"leading", leading}});
  UNPROTECT(3);
  return answer;
}

/*
 * Permutations from … to - 1 of the stream of `seed`. sizes: integer, ascending, each once. starts: integer, for each size the first of its
 * scores, then their number. scores: double, ascending within a size.
 * Returns by size how many scores were at least 0 and at most 0 and their sums, and by score how many were as extreme on its side of 0.
 */
SEXP gsea_permute(SEXP weights_, SEXP sizes_, SEXP starts_, SEXP scores_, SEXP seed, SEXP from, SEXP to) {
  const int count = Rf_length(sizes_), n = Rf_length(weights_);
  const R_xlen_t all = Rf_xlength(scores_);
  SEXP above = PROTECT(Rf_allocVector(REALSXP, count)), below = PROTECT(Rf_allocVector(REALSXP, count));
  SEXP rise = PROTECT(Rf_allocVector(REALSXP, count)), fall = PROTECT(Rf_allocVector(REALSXP, count));
  SEXP extreme = PROTECT(Rf_allocVector(REALSXP, all));
  const double *weights = REAL(weights_), *scores = REAL(scores_);
  const int *sizes = INTEGER(sizes_), *starts = INTEGER(starts_);
  {
    std::vector<Tally> tallies;
    for (int s = 0; s < count; ++s) tallies.emplace_back(scores + starts[s], starts[s + 1] - starts[s]);
    GrowingSet set(weights, n);
    for (int permutation = Rf_asInteger(from); permutation < Rf_asInteger(to); ++permutation) {
      Random random(Rf_asInteger(seed), PERMUTATIONS, permutation);
      set.begin();
      for (int s = 0; s < count; ++s) {
        set.grow_to(sizes[s], random);
        tallies[s].count(score_of(weights, n, set.places.data(), sizes[s], set.sum).signed_one());
      }
    }
    for (int s = 0; s < count; ++s) {
      tallies[s].write(REAL(above) + s, REAL(below) + s, REAL(rise) + s, REAL(fall) + s, REAL(extreme) + starts[s]);
    }
  }
  SEXP answer = named_list({{"above", above}, {"below", below}, {"rise", rise}, {"fall", fall}, {"extreme", extreme}});
  UNPROTECT(5);
  return answer;
}

/*
 * All sets of size k, listed. scores: double, above or below 0, ascending. Returns what gsea_permute returns, for this size.
 */
SEXP gsea_enumerate(SEXP weights_, SEXP k_, SEXP scores_) {
  const R_xlen_t all = Rf_xlength(scores_);
  SEXP above = PROTECT(Rf_allocVector(REALSXP, 1)), below = PROTECT(Rf_allocVector(REALSXP, 1));
  SEXP rise = PROTECT(Rf_allocVector(REALSXP, 1)), fall = PROTECT(Rf_allocVector(REALSXP, 1));
  SEXP extreme = PROTECT(Rf_allocVector(REALSXP, all));
  const int n = Rf_length(weights_), k = Rf_asInteger(k_);
  {
    Tally tally(REAL(scores_), all);
    std::vector<int> places(k);
    for (int i = 0; i < k; ++i) places[i] = i;
    for (int last = 0; last >= 0;) {
      double sum = 0;
      for (int place : places) sum += REAL(weights_)[place];
      tally.count(score_of(REAL(weights_), n, places.data(), k, sum).signed_one());
      // The next in the order of a dictionary: the last place that can move on does, those after it follow close behind.
      for (last = k - 1; last >= 0 && places[last] == n - k + last;) --last;
      if (last < 0) break;
      ++places[last];
      for (int i = last + 1; i < k; ++i) places[i] = places[i - 1] + 1;
    }
    tally.write(REAL(above), REAL(below), REAL(rise), REAL(fall), REAL(extreme));
  }
  SEXP answer = named_list({{"above", above}, {"below", below}, {"rise", rise}, {"fall", fall}, {"extreme", extreme}});
  UNPROTECT(5);
  return answer;
}

/*
 * How many times a ladder of `walkers` sets of size k halves before half of them reach each score. scores: double, above 0, ascending.
 * Returns by score `levels`, `reaching` of the walkers, and `moved`: FALSE where the walkers could not move any more.
 */
SEXP gsea_climb(SEXP weights_, SEXP k, SEXP scores_, SEXP walkers, SEXP seed) {
  const int count = Rf_length(scores_);
  SEXP levels = PROTECT(Rf_allocVector(INTSXP, count)), reaching = PROTECT(Rf_allocVector(INTSXP, count));
  SEXP moved = PROTECT(Rf_allocVector(LGLSXP, count));
  {
    Ladder ladder(REAL(weights_), Rf_length(weights_), Rf_asInteger(k), Rf_asInteger(walkers), Rf_asInteger(seed));
    int level = 0;
    bool free = true;
    for (int i = 0; i < count; ++i) {
      const double score = REAL(scores_)[i] - SLACK;
      while (ladder.median() < score && level < MOST_LEVELS) {
        free = ladder.rise() && free;
        ++level;
      }
      INTEGER(levels)[i] = level;
      INTEGER(reaching)[i] = ladder.reaching(score);
      LOGICAL(moved)[i] = free && level < MOST_LEVELS;
    }
  }
  SEXP answer = named_list({{"levels", levels}, {"reaching", reaching}, {"moved", moved}});
  UNPROTECT(3);
  return answer;
}

static const R_CallMethodDef methods[] = {
    {"gsea_scores", (DL_FUNC)&gsea_scores, 2},
    {"gsea_permute", (DL_FUNC)&gsea_permute, 7},
    {"gsea_enumerate", (DL_FUNC)&gsea_enumerate, 3},
    {"gsea_climb", (DL_FUNC)&gsea_climb, 5},
    {NULL, NULL, 0},
};

void R_init_gsea(DllInfo *info) {
  R_registerRoutines(info, NULL, methods, NULL, NULL);
  R_useDynamicSymbols(info, FALSE);
}

}  // extern "C"
