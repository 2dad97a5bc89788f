import { hasNumber, markedText, type Place, type PlacedText, placePieces } from '@oncoloom/tool-kit';
import { Fragment } from 'react';
import { SourcedValue } from './sourced-value.tsx';

/** A piece of a text with the marks of its places: its numbers lead to where they come from. */
export function SourcedPiece({ text, places }: { text: string; places: readonly Place[] }) {
  return placePieces(text).map(({ text: piece, place }, i) => {
    const found = place === null ? undefined : places[place];
    const key = `${i} ${piece}`;
    return found === undefined || !hasNumber(piece) ? (
      <Fragment key={key}>{piece}</Fragment>
    ) : (
      <SourcedValue key={key} text={piece} name={found.name} />
    );
  });
}

/** A text without inline marks, its numbers with their sources. */
export function SourcedText({ placed }: { placed: PlacedText }) {
  return <SourcedPiece text={markedText(placed)} places={placed.places} />;
}
