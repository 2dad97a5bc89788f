import { CARD_GROUP, CARD_LENGTH } from '@oncoloom/contract';

/** What stands in the field, and before which character the caret is. */
export interface CardText {
  text: string;
  caret: number;
}

/** Letters and digits only, as capitals; full-width ones of an input method are the same ones. */
function clean(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase();
}

/** Where the caret stands behind so many letters; after 「Delete」 it passes the hyphen, which would otherwise hold it for ever. */
function caretBehind(letters: number, passHyphen: boolean): number {
  return letters + Math.floor((passHyphen ? letters : Math.max(0, letters - 1)) / CARD_GROUP);
}

/**
 * A card code as it is shown: capitals and digits, 16 at most, a hyphen after every 4. The caret stays behind the letter that it
 * stood behind. `deletesForward`: the change was a deletion of what follows the caret.
 */
export function formatCard(raw: string, caret: number, deletesForward = false): CardText {
  const letters = clean(raw).slice(0, CARD_LENGTH);
  const text = letters.match(new RegExp(`.{1,${CARD_GROUP}}`, 'g'))?.join('-') ?? '';
  const before = Math.min(clean(raw.slice(0, caret)).length, letters.length);
  return { text, caret: Math.min(caretBehind(before, deletesForward), text.length) };
}

/** The field after `pasted` took the place of the selection. */
export function pasteCard(text: string, selection: { start: number; end: number }, pasted: string): CardText {
  const raw = text.slice(0, selection.start) + pasted + text.slice(selection.end);
  return formatCard(raw, selection.start + pasted.length);
}
