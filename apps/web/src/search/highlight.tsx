import type { Span } from './pinyin-match.ts';

/** A text with its matches marked. Spans are in order and do not overlap. */
export function Highlight({ text, spans }: { text: string; spans: readonly Span[] }) {
  const cuts = [0, ...spans.flatMap(({ start, end }) => [start, end]), text.length];
  return cuts.slice(1).map((end, i) => {
    const part = text.slice(cuts[i], end);
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts are the text itself, in its order
    return i % 2 === 0 ? part : <mark key={i}>{part}</mark>;
  });
}
