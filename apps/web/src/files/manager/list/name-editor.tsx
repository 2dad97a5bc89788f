import { NAME_MAX } from '@oncoloom/contract';
import { Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';

interface Props {
  name: string;
  label: string;
  /** A file's ending is not marked: mostly the name alone is changed, and the server keeps the ending. */
  keepEnding?: boolean;
  /** The name is a proposal for something that is not there yet. */
  isNew?: boolean;
  onSave: (name: string) => Promise<unknown>;
  onEnd: () => void;
}

/** Where the ending of a file's name begins; its length where it has none. */
function stemEnd(name: string): number {
  const dot = name.search(/(\.(txt|tsv|csv|xlsx|gct|gmt))?(\.(gz|zip))?$/i);
  return dot > 0 ? dot : name.length;
}

/** A name that is changed where it stands: Enter or a click elsewhere takes it, Esc leaves it as it was. */
export function NameEditor({ name, label, keepEnding = false, isNew = false, onSave, onEnd }: Props) {
  const [text, setText] = useState(name);
  const [saving, setSaving] = useState(false);
  const input = useRef<InputRef>(null);
  const ended = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the name as it was
  useEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(0, keepEnding ? stemEnd(name) : name.length);
  }, []);
  const end = async (wanted: string) => {
    // Enter is followed by a blur.
    if (ended.current) return;
    ended.current = true;
    const given = wanted.trim();
    if (given !== '' && (isNew || given !== name)) {
      setSaving(true);
      await onSave(given);
    }
    onEnd();
  };
  return (
    <Input
      ref={input}
      className="name-editor"
      size="small"
      aria-label={label}
      value={text}
      maxLength={NAME_MAX}
      disabled={saving}
      onChange={(event) => setText(event.target.value)}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        // Enter also ends the choice of a Chinese character.
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') void end(text);
        if (event.key === 'Escape') void end('');
      }}
      onBlur={() => void end(text)}
    />
  );
}
