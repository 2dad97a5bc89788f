import type { GeneParameter } from '@oncoloom/tool-kit';
import { AutoComplete, Button } from 'antd';
import { useState } from 'react';
import { GeneOption } from '../../genes/gene-option.tsx';
import { noteOfName } from '../../genes/gene-words.ts';
import { useGenes } from '../../genes/use-genes.ts';
import { describedBy, Field } from '../field.tsx';
import { type FieldProps, textOf } from '../field-parts/field-props.ts';

const GENE_MAX = 40;

/** One gene by any of its names: suggests while one types, and says what an alias stands for. Names that nobody knows are taken too. */
export function GeneField({ name, parameter, value: given, help, error, fixed, onChange }: FieldProps<GeneParameter>) {
  const value = textOf(given);
  const [typing, setTyping] = useState(false);
  const [typed, setTyped] = useState(value);
  // Words of a full name are no value of the form: they stand in the field until a gene is picked, or it is left.
  const text = typing ? typed : value;
  const { offered, current } = useGenes(text, !fixed);
  const note = current && text.trim() !== '' ? noteOfName(text.trim(), offered) : undefined;
  // An unfinished name is no unknown one.
  const told = typing && note?.symbols.length === 0 ? undefined : note;
  const take = (next: string) => {
    setTyped(next);
    if (!/\s/.test(next.trim())) onChange(next.trim());
  };
  return (
    <Field
      id={name}
      label={parameter.label}
      help={
        <>
          {told !== undefined && (
            <span className="gene-note">
              {told.text}
              {told.symbols.map((symbol) => (
                <Button key={symbol} type="link" size="small" onClick={() => take(symbol)}>
                  换成 {symbol}
                </Button>
              ))}
            </span>
          )}
          {help}
        </>
      }
      error={error}
    >
      <AutoComplete
        id={name}
        {...describedBy(name, '', error)}
        status={error === undefined ? '' : 'error'}
        className="full-width"
        value={text}
        disabled={fixed}
        placeholder={parameter.placeholder ?? '基因符号，例如 TP53'}
        options={offered.map((gene) => ({ value: gene.symbol, gene }))}
        optionRender={({ data }) => <GeneOption gene={data.gene} />}
        listHeight={320}
        defaultActiveFirstOption={false}
        onFocus={() => {
          setTyped(value);
          setTyping(true);
        }}
        onBlur={() => {
          setTyping(false);
          if (typed.trim() !== value) onChange(typed.trim());
        }}
        onSelect={(symbol: string) => take(symbol)}
        onChange={(next: string) => take(next.trimStart().slice(0, GENE_MAX))}
      />
    </Field>
  );
}
