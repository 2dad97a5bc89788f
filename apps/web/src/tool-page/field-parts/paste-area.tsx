import { Input } from 'antd';
import type { ClipboardEvent } from 'react';
import { clipboardText } from '../data/pasted-html.ts';
import { describedBy } from '../field.tsx';

/** Letters that a field of text shows. More would hold up the page with every one that is typed. */
const SHOWN_MAX = 20_000;

/** What the field shows of a text that could not be read: a long one not at all. */
export const shownText = (text: string): string => (text.length > SHOWN_MAX ? '' : text);

interface Props {
  id: string;
  label?: string;
  help: string | undefined;
  error: string | undefined;
  placeholder: string;
  value: string;
  /** Gets what stands in the field, or a pasted table before it would stand there. */
  onText: (text: string) => void;
}

/** A field into which a table is pasted. A long one, and one whose cells only the clipboard's HTML tells apart, goes straight to the reader. */
export function PasteArea({ id, label, help, error, placeholder, value, onText }: Props) {
  const onPaste = (event: ClipboardEvent) => {
    const plain = event.clipboardData.getData('text/plain');
    const text = clipboardText(plain, () => event.clipboardData.getData('text/html'));
    if (text === plain && text.length <= SHOWN_MAX) return;
    event.preventDefault();
    onText(text);
  };
  return (
    <Input.TextArea
      id={id}
      aria-label={label}
      {...describedBy(id, help, error)}
      status={error === undefined ? '' : 'error'}
      rows={4}
      value={value}
      placeholder={placeholder}
      onChange={(event) => onText(event.target.value)}
      onPaste={onPaste}
    />
  );
}
