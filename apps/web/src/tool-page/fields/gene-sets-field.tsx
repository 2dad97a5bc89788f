import { PlusOutlined } from '@ant-design/icons';
import type { GeneSetsParameter } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import type { InputChoice, TypedSet } from '../data/input-choice.ts';
import { Field } from '../field.tsx';
import { FilePart } from '../field-parts/file-part.tsx';
import { NamedSetItem } from '../field-parts/named-set-item.tsx';
import { SourceTabs, useSource } from '../field-parts/source-tabs.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';
import { newSet, typedSetsProblem } from '../kinds/gene-sets.ts';

const SOURCES = [
  { value: 'each', label: '一份一份选' },
  { value: 'file', label: '一个文件里的全部名单' },
];
const sourceOf = ({ from }: InputChoice): string => (from === 'file' ? 'file' : 'each');

/** A few named lists of genes, each with its colour: typed, a file, or of an earlier result; or a file of sets. */
export function GeneSetsField({ name, parameter, form }: { name: string; parameter: GeneSetsParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const [source, setSource] = useSource(SOURCES, choice, sourceOf);
  const { min, max } = parameter;
  const sets = choice?.from === 'sets' ? choice.sets : Array.from({ length: min }, (_, at) => newSet(at));
  const set = (next: readonly TypedSet[]) => form.setInput(name, { from: 'sets', sets: next });
  const touched = choice?.from === 'sets' && sets.every(({ text, of }) => of !== undefined || text.trim() !== '');
  const problem = touched ? typedSetsProblem(parameter, sets) : undefined;
  return (
    <Field
      id={name}
      label={parameter.label}
      note={source === 'each' ? `${sets.length} 个，可以有 ${min}–${max} 个` : undefined}
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
              {sets.map((one, at) => (
                <NamedSetItem
                  // biome-ignore lint/suspicious/noArrayIndexKey: a set has no identity but its place
                  key={at}
                  id={`${name}-${at}`}
                  place={at}
                  set={one}
                  form={form}
                  onChange={(part) => set(sets.map((other, i) => (i === at ? { ...other, ...part } : other)))}
                  onRemove={sets.length > min ? () => set(sets.filter((_, i) => i !== at)) : undefined}
                />
              ))}
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
