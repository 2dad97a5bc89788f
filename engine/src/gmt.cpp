/*
 * Reads collections of gene sets: gmt files, a set a line: its name, a description and its genes, parted by tabs. GO has two million genes in its
 * sets; R takes most of a second to part them, this a tenth. engine/R/genes/gene-inputs.R calls it.
 *
 * Which sets count is the same as in apps/server/src/gene-sets/gmt.ts: those with a name and a gene; of several with one name the first.
 */
#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>
#include <R_ext/Rdynload.h>
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace {

using Text = std::string_view;

/* As apps/server/src/files/intake/gene-set-check.ts and limits.ts have them for uploads. */
constexpr size_t LINE_BYTES = 4'000'000;
constexpr size_t SETS_MAX = 100'000;
constexpr size_t CELLS_MAX = 200'000'000;

/* What a file has too much of. */
struct TooMuch {
  const char *of;
  size_t limit;
};

/* How many bytes of `text` from `at` on are one character of UTF-8; 0 where they are none. */
size_t character_at(Text text, size_t at) {
  const auto byte = [&](size_t i) { return i < text.size() ? uint8_t(text[i]) : 0; };
  const auto follows = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const uint8_t first = byte(at);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return follows(at + 1) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) {
    const bool shortest = first != 0xe0 || byte(at + 1) >= 0xa0, no_half = first != 0xed || byte(at + 1) < 0xa0;
    return shortest && no_half && follows(at + 1) && follows(at + 2) ? 3 : 0;
  }
  if (first >= 0xf0 && first < 0xf5) {
    const bool within = (first != 0xf0 || byte(at + 1) >= 0x90) && (first != 0xf4 || byte(at + 1) < 0x90);
    return within && follows(at + 1) && follows(at + 2) && follows(at + 3) ? 4 : 0;
  }
  return 0;
}

/* A text as R keeps it; what is no UTF-8, as of a file in another encoding, becomes U+FFFD. */
SEXP character(Text text) {
  bool plain = true;
  for (size_t at = 0; at < text.size() && plain;) {
    const size_t length = character_at(text, at);
    plain = length > 0;
    at += length;
  }
  if (plain) return Rf_mkCharLenCE(text.data(), int(text.size()), CE_UTF8);
  std::string mended;
  for (size_t at = 0; at < text.size();) {
    const size_t length = character_at(text, at);
    if (length > 0) mended.append(text, at, length);
    else mended.append("\xef\xbf\xbd");
    at += length > 0 ? length : 1;
  }
  return Rf_mkCharLenCE(mended.data(), int(mended.size()), CE_UTF8);
}

struct Set {
  Text name, description;
  std::vector<uint32_t> genes;
};

struct Collection {
  std::string bytes;
  std::vector<Set> sets;
  /* Different genes of all sets, in the order of their first place. */
  std::vector<Text> genes;
};

/* The part of `line` up to the next tab, which is taken away with it. */
Text next_field(Text &line) {
  const size_t end = line.find('\t');
  const Text field = line.substr(0, end);
  line = end == Text::npos ? Text() : line.substr(end + 1);
  return field;
}

/* False where the file cannot be read; throws TooMuch. */
bool read_collection(const char *path, Collection &into) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  into.bytes.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  if (file.bad()) return false;
  Text rest(into.bytes);
  if (rest.substr(0, 3) == "\xef\xbb\xbf") rest.remove_prefix(3);
  std::unordered_map<Text, uint32_t> numbers;
  std::unordered_set<Text> names;
  std::vector<uint32_t> last_seen;
  size_t cells = 0;
  for (uint32_t line_number = 1; !rest.empty(); ++line_number) {
    const size_t end = rest.find('\n');
    Text line = rest.substr(0, end);
    rest = end == Text::npos ? Text() : rest.substr(end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.size() > LINE_BYTES) throw TooMuch{"line", LINE_BYTES};
    cells += line.empty() ? 0 : 1 + size_t(std::count(line.begin(), line.end(), '\t'));
    if (cells > CELLS_MAX) throw TooMuch{"cells", CELLS_MAX};
    Set set;
    set.name = next_field(line);
    set.description = next_field(line);
    if (set.name.empty() || names.count(set.name) > 0) continue;
    while (!line.empty()) {
      const Text gene = next_field(line);
      if (gene.empty()) continue;
      const auto [place, is_new] = numbers.try_emplace(gene, uint32_t(into.genes.size()));
      if (is_new) {
        into.genes.push_back(gene);
        last_seen.push_back(0);
      }
      if (last_seen[place->second] == line_number) continue;
      last_seen[place->second] = line_number;
      set.genes.push_back(place->second);
    }
    if (set.genes.empty()) continue;
    if (into.sets.size() == SETS_MAX) throw TooMuch{"sets", SETS_MAX};
    names.insert(set.name);
    into.sets.push_back(std::move(set));
  }
  return true;
}

}  // namespace

extern "C" {

/*
 * path: one text. Returns list(names, titles, sets, genes, members): names and descriptions of the sets, a list of their genes, all different genes,
 * and which of these the sets have (from 1, one set after another). NULL where the file cannot be read; where it has too much of something a number,
 * the limit, named `line`, `sets` or `cells`.
 */
SEXP read_gmt(SEXP path) {
  Collection collection;
  try {
    if (!read_collection(CHAR(STRING_ELT(path, 0)), collection)) return R_NilValue;
  } catch (const TooMuch &much) {
    SEXP limit = PROTECT(Rf_ScalarReal(double(much.limit)));
    Rf_setAttrib(limit, R_NamesSymbol, Rf_mkString(much.of));
    UNPROTECT(1);
    return limit;
  }
  const R_xlen_t count = R_xlen_t(collection.sets.size());
  SEXP known = PROTECT(Rf_allocVector(STRSXP, R_xlen_t(collection.genes.size())));
  for (size_t i = 0; i < collection.genes.size(); ++i) SET_STRING_ELT(known, R_xlen_t(i), character(collection.genes[i]));
  SEXP names = PROTECT(Rf_allocVector(STRSXP, count)), titles = PROTECT(Rf_allocVector(STRSXP, count));
  SEXP genes = PROTECT(Rf_allocVector(VECSXP, count));
  size_t places = 0;
  for (const Set &set : collection.sets) places += set.genes.size();
  SEXP all_members = PROTECT(Rf_allocVector(INTSXP, R_xlen_t(places)));
  int *next = INTEGER(all_members);
  for (R_xlen_t i = 0; i < count; ++i) {
    const Set &set = collection.sets[size_t(i)];
    SET_STRING_ELT(names, i, character(set.name));
    SET_STRING_ELT(titles, i, character(set.description));
    SEXP members = Rf_allocVector(STRSXP, R_xlen_t(set.genes.size()));
    SET_VECTOR_ELT(genes, i, members);
    for (size_t j = 0; j < set.genes.size(); ++j) {
      SET_STRING_ELT(members, R_xlen_t(j), STRING_ELT(known, set.genes[j]));
      *next++ = int(set.genes[j]) + 1;
    }
  }
  SEXP answer = PROTECT(Rf_allocVector(VECSXP, 5));
  SET_VECTOR_ELT(answer, 0, names);
  SET_VECTOR_ELT(answer, 1, titles);
  SET_VECTOR_ELT(answer, 2, genes);
  SET_VECTOR_ELT(answer, 3, known);
  SET_VECTOR_ELT(answer, 4, all_members);
  UNPROTECT(6);
  return answer;
}

static const R_CallMethodDef methods[] = {{"read_gmt", (DL_FUNC)&read_gmt, 1}, {NULL, NULL, 0}};

void R_init_gmt(DllInfo *info) {
  R_registerRoutines(info, NULL, methods, NULL, NULL);
  R_useDynamicSymbols(info, FALSE);
}

}  // extern "C"
