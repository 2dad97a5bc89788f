import { markedText, type Place, parseMarks } from '@oncoloom/tool-kit';
import { SourcedPiece } from '../sources/sourced-text.tsx';

const NOWHERE: readonly Place[] = [];

/** A sentence with its inline marks as elements; never as HTML. `places`: where numbers stand whose sources are known. */
export function Marked({ text, places = NOWHERE }: { text: string; places?: readonly Place[] }) {
  return parseMarks(markedText({ text, places: [...places] })).map((piece, i) => {
    const key = `${i} ${piece.text}`;
    const inside = <SourcedPiece key={key} text={piece.text} places={places} />;
    switch (piece.kind) {
      case 'gene':
        return (
          <i key={key} className="gene">
            {inside}
          </i>
        );
      case 'text':
        return <span key={key}>{inside}</span>;
      default:
        return (
          <strong key={key} className={`mark-${piece.kind}`}>
            {inside}
          </strong>
        );
    }
  });
}
