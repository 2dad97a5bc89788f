import type { GenesParameter } from '@oncoloom/tool-kit';
import { Button, Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { type SyntheticEvent, useRef, useState } from 'react';
import { countGenes, replaceWord, type Word, wordAt } from '../../genes/gene-list-text.ts';
import { matchWord, noteOfName, shortAbout } from '../../genes/gene-words.ts';
import { SharedNames } from '../../genes/shared-names.tsx';
import { useGenes } from '../../genes/use-genes.ts';
import { describedBy, Field } from '../field.tsx';
import { type FieldProps, textOf } from '../field-parts/field-props.ts';

/** Completions of the name that is being typed, in one or two lines. */
const OFFERED_MAX = 6;
const NOWHERE: Word = { text: '', start: 0, end: 0 };

/** Completions for one name of the list, or what it stands for. */
function Completions({ word, onTake }: { word: Word; onTake: (symbol: string) => void }) {
  const { offered, current } = useGenes(word.text);
  if (!current || offered.length === 0) return null;
  const exact = offered.some(({ matched }) => matched.exact);
  const note = exact ? noteOfName(word.text, offered) : undefined;
  // A whole symbol needs nothing.
  if (note?.symbols.length === 0) return null;
  const shown = note === undefined ? offered.slice(0, OFFERED_MAX) : offered.filter(({ symbol }) => note.symbols.includes(symbol));
  return (
    <p className="caption gene-note" role="status">
      {note === undefined ? '补全：' : note.text}
      {shown.map((gene) => (
        <Button
          key={gene.symbol}
          type="link"
          size="small"
          title={[matchWord(gene), shortAbout(gene)].join(' ').trim()}
          onClick={() => onTake(gene.symbol)}
        >
          {note === undefined ? gene.symbol : `换成 ${gene.symbol}`}
        </Button>
      ))}
    </p>
  );
}

interface GenesInputProps {
  id: string;
  value: string;
  help: string | undefined;
  error: string | undefined;
  disabled?: boolean;
  label?: string;
  onChange: (value: string) => void;
}

/** Genes as text; the name at the caret can be completed. */
export function GenesInput({ id, value, help, error, disabled = false, label, onChange }: GenesInputProps) {
  const [word, setWord] = useState<Word>(NOWHERE);
  const area = useRef<TextAreaRef>(null);
  const follow = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
    setWord(wordAt(currentTarget.value, currentTarget.selectionStart));
  const take = (symbol: string) => {
    onChange(replaceWord(value, word, symbol));
    setWord(NOWHERE);
    area.current?.focus();
  };
  return (
    <>
      <Input.TextArea
        ref={area}
        id={id}
        {...describedBy(id, help, error)}
        {...(label === undefined ? {} : { 'aria-label': label })}
        status={error === undefined ? '' : 'error'}
        autoSize={{ minRows: 2, maxRows: 8 }}
        value={value}
        disabled={disabled}
        placeholder="每行一个，或用逗号、空格隔开"
        onSelect={follow}
        onChange={(event) => {
          follow(event);
          onChange(event.target.value);
        }}
      />
      <Completions word={word} onTake={take} />
      {!disabled && <SharedNames text={value} onChange={onChange} />}
    </>
  );
}

/** A list of genes, pasted or typed. */
export function GenesField({ name, parameter, value: given, help, error, fixed, onChange }: FieldProps<GenesParameter>) {
  const value = textOf(given);
  const count = countGenes(value);
  return (
    <Field id={name} label={parameter.label} help={help} error={error} note={count === 0 ? undefined : `${count} 个`}>
      <GenesInput id={name} value={value} help={help} error={error} disabled={fixed} onChange={onChange} />
    </Field>
  );
}
