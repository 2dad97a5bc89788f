import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { GENE_SET_COLOURS, type GeneSetsParameter } from '@oncoloom/tool-kit';
import { Button, Input } from 'antd';
import { countGenes } from '../../genes/gene-list-text.ts';
import { Field } from '../field.tsx';
import type { InputChoice, TypedSet } from '../input-choice.ts';
import { typedSetsProblem } from '../kinds/gene-sets.ts';
import type { ToolForm } from '../use-tool-form.ts';
import { ColourButton } from './colour-field.tsx';
import { FilePart } from './file-part.tsx';
import { GenesInput } from './genes-field.tsx';
import { SourceTabs, useSource } from './source-tabs.tsx';

const SOURCES = [
  { value: 'typed', label: '填写' },
  { value: 'file', label: '文件' },
];
const sourceOf = ({ from }: InputChoice): string => (from === 'file' ? 'file' : 'typed');

const TITLE_MAX = 60;
const newSet = (at: number): TypedSet => ({
  title: `名单 ${at + 1}`,
  color: GENE_SET_COLOURS[at % GENE_SET_COLOURS.length] ?? '',
  text: '',
});

/** A few named lists of genes, each with its colour: typed, or a file of sets. */
export function GeneSetsField({ name, parameter, form }: { name: string; parameter: GeneSetsParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const [source, setSource] = useSource(SOURCES, choice, sourceOf);
  const { min, max } = parameter;
  const sets = choice?.from === 'sets' ? choice.sets : Array.from({ length: min }, (_, at) => newSet(at));
  const set = (next: readonly TypedSet[]) => form.setInput(name, { from: 'sets', sets: next });
  const change = (at: number, part: Partial<TypedSet>) => set(sets.map((one, i) => (i === at ? { ...one, ...part } : one)));
  const touched = choice?.from === 'sets' && sets.some(({ text }) => text.trim() !== '');
  const problem = touched ? typedSetsProblem(parameter, sets) : undefined;
  return (
    <Field
      id={name}
      label={parameter.label}
      note={source === 'typed' ? `${sets.length} 个，可以有 ${min}–${max} 个` : undefined}
      help={source === 'file' ? 'gmt 文件，或每列一个名单的表格，第一行是名单的名字。' : parameter.help}
      error={form.errorOf(name) ?? problem}
      group
      wide
    >
      <SourceTabs label={parameter.label} sources={SOURCES} value={source} onChange={setSource} />
      <div className="alternative">
        {source === 'file' ? (
          <FilePart
            id={name}
            label={parameter.label}
            types={['gene_sets']}
            chosen={choice?.from === 'file' ? choice.file : undefined}
            onTake={(file) => form.setInput(name, { from: 'file', file })}
            onRemove={() => form.setInput(name, undefined)}
          />
        ) : (
          <>
            <ol className="named-sets">
              {sets.map((one, at) => {
                const id = `${name}-${at}`;
                const count = countGenes(one.text);
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a set has no identity but its place
                  <li key={at}>
                    <div className="named-set-head">
                      <Input
                        aria-label={`第 ${at + 1} 个名单的名字`}
                        value={one.title}
                        maxLength={TITLE_MAX}
                        placeholder="名单的名字"
                        onChange={(event) => change(at, { title: event.target.value })}
                      />
                      <ColourButton
                        name={`${id}-color`}
                        label="颜色"
                        value={one.color || '#7F7F7F'}
                        onChange={(color) => change(at, { color })}
                      />
                      <Button
                        type="text"
                        icon={<DeleteOutlined />}
                        disabled={sets.length <= min}
                        aria-label={`去掉${one.title === '' ? `第 ${at + 1} 个名单` : one.title}`}
                        onClick={() => set(sets.filter((_, i) => i !== at))}
                      />
                    </div>
                    <GenesInput
                      id={id}
                      label={`${one.title}的基因`}
                      value={one.text}
                      help={undefined}
                      error={undefined}
                      onChange={(text) => change(at, { text })}
                    />
                    {count > 0 && <p className="caption">{count} 个基因</p>}
                  </li>
                );
              })}
            </ol>
            {sets.length < max && (
              <Button icon={<PlusOutlined />} onClick={() => set([...sets, newSet(sets.length)])}>
                再加一个名单
              </Button>
            )}
          </>
        )}
      </div>
    </Field>
  );
}
