/** Sentences of a summary that stand out; a short rest is no paragraph of its own. */
const LEADING = 2;
const REST_MIN = 60;

/** The ends of sentences: a stop within marks of emphasis or brackets ends none. */
function ends(text: string): number[] {
  const found: number[] = [];
  let [depth, strong] = [0, false];
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (letter === '（' || letter === '(') depth += 1;
    if (letter === '）' || letter === ')') depth -= 1;
    if (text.startsWith('**', i)) {
      strong = !strong;
      i += 1;
    }
    if (letter === '。' && depth <= 0 && !strong) found.push(i + 1);
  }
  return found;
}

/** A summary in two: what was found, and what else has to be known of it. */
export function leadOf(summary: string): { lead: string; rest: string } {
  const at = ends(summary)[LEADING - 1] ?? summary.length;
  return summary.length - at < REST_MIN ? { lead: summary, rest: '' } : { lead: summary.slice(0, at), rest: summary.slice(at) };
}
