import { parseMarks } from '@oncoloom/tool-kit';

/** A sentence with its inline marks as elements; never as HTML. */
export function Marked({ text }: { text: string }) {
  return parseMarks(text).map((piece, i) => {
    const key = `${i} ${piece.text}`;
    switch (piece.kind) {
      case 'gene':
        return (
          <i key={key} className="gene">
            {piece.text}
          </i>
        );
      case 'text':
        return <span key={key}>{piece.text}</span>;
      default:
        return (
          <strong key={key} className={`mark-${piece.kind}`}>
            {piece.text}
          </strong>
        );
    }
  });
}
