import { DeleteOutlined } from '@ant-design/icons';
import { LIST_SOURCES, SET_TITLE_MAX, splitRepeated } from '@oncoloom/tool-kit';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Segments } from '../../base/parts/segments.tsx';
import { countGenes } from '../../genes/gene-list-text.ts';
import type { TypedSet } from '../data/input-choice.ts';
import { makersOf } from '../data/makers.ts';
import { AnalysisSelect, nothingYet } from '../fields/analysis-field.tsx';
import { ColourButton } from '../fields/colour-field.tsx';
import { GenesInput } from '../fields/genes-field.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';
import { FilePart } from './file-part.tsx';
import { ResultPart } from './result-part.tsx';

const MAKERS = makersOf(LIST_SOURCES);
const SOURCES = [
  { value: 'typed', label: '填写' },
  { value: 'file', label: '文件' },
  { value: 'analysis', label: '早先的结果' },
];
interface Props {
  id: string;
  /** From 0. */
  place: number;
  set: TypedSet;
  form: ToolForm;
  onChange: (part: Partial<TypedSet>) => void;
  /** Absent where there have to be so many. */
  onRemove: (() => void) | undefined;
}

/** One of several lists: its name, its colour, and where its genes come from. */
export function NamedSetItem({ id, place, set, form, onChange, onRemove }: Props) {
  const { title, untitled, color, text, of } = set;
  const own = of === undefined ? 'typed' : of.from;
  const [asked, setAsked] = useState<string>();
  const source = asked ?? own;
  const called = title === '' ? `第 ${place + 1} 个名单` : title;
  const [names, different] = [splitRepeated(text).length, countGenes(text)];
  /** A list that has no name of the user's yet takes that of its source. */
  const taken = (name: string) =>
    untitled === true || title === '' ? { title: name.replace(/\.\w{1,5}$/, '').slice(0, SET_TITLE_MAX) } : {};
  const take = (part: Partial<TypedSet>) => {
    setAsked(undefined);
    onChange(part);
  };
  return (
    <li>
      <div className="named-set-head">
        <Input
          aria-label={`第 ${place + 1} 个名单的名字`}
          value={title}
          maxLength={SET_TITLE_MAX}
          placeholder="名单的名字"
          onChange={(event) => onChange({ title: event.target.value, untitled: undefined })}
        />
        <ColourButton name={`${id}-color`} label="颜色" value={color || '#7F7F7F'} onChange={(next) => onChange({ color: next })} />
        <Button
          type="text"
          icon={<DeleteOutlined />}
          disabled={onRemove === undefined}
          aria-label={`去掉${called}`}
          onClick={() => onRemove?.()}
        />
      </div>
      <Segments
        aria-label={`${called}的来源`}
        value={source}
        options={SOURCES}
        onChange={(next) => (next === 'typed' ? take({ of: undefined }) : setAsked(next))}
      />
      {source === 'typed' && (
        <>
          <GenesInput
            id={id}
            label={`${called}的基因`}
            value={text}
            help={undefined}
            error={undefined}
            onChange={(next) => onChange({ text: next })}
          />
          {names > 0 && (
            <p className="caption">{names === different ? `${names} 个基因` : `${names} 个名字，其中 ${names - different} 个重复`}</p>
          )}
        </>
      )}
      {source === 'file' && (
        <FilePart
          id={id}
          label={`${called}的文件`}
          types={['gene_list']}
          chosen={of?.from === 'file' ? of.file : undefined}
          onTake={(file) => take({ of: { from: 'file', file }, ...taken(file.name) })}
          onRemove={() => onChange({ of: undefined })}
        />
      )}
      {source === 'analysis' && (
        <div className="source-parts">
          <AnalysisSelect
            id={id}
            label={`${called}来自的结果`}
            makers={MAKERS}
            chosen={of?.from === 'analysis' ? of : undefined}
            help={undefined}
            error={undefined}
            nothing={nothingYet(id, MAKERS.slice(0, 2), form)}
            onChoose={(chosen) => take({ of: { from: 'analysis', ...chosen, direction: 'all' }, ...taken(chosen.name) })}
          />
          {of?.from === 'analysis' && <ResultPart title={called} of={of} onChange={(next) => onChange({ of: next })} />}
        </div>
      )}
    </li>
  );
}
