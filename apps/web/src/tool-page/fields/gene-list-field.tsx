import { type GeneListParameter, LIST_SOURCES } from '@oncoloom/tool-kit';
import { countGenes } from '../../genes/gene-list-text.ts';
import type { InputChoice } from '../data/input-choice.ts';
import { makersOf } from '../data/makers.ts';
import { Field } from '../field.tsx';
import { FilePart } from '../field-parts/file-part.tsx';
import { ResultPart } from '../field-parts/result-part.tsx';
import { SourceTabs, useSource } from '../field-parts/source-tabs.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';
import { AnalysisSelect, nothingYet } from './analysis-field.tsx';
import { GenesInput } from './genes-field.tsx';

const MAKERS = makersOf(LIST_SOURCES);
/** Of which the genes go two ways. */
const COMPARING = makersOf(['differential_genes']).map(({ taskType }) => taskType as string);

const sourceOf = ({ from }: InputChoice): string => (from === 'genes' ? 'typed' : from);

/** A list of genes: typed, a file, or the changed genes of an earlier comparison. */
export function GeneListField({ name, parameter, form }: { name: string; parameter: GeneListParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const sources = [
    { value: 'typed', label: '填写' },
    { value: 'file', label: '文件' },
    ...(parameter.source === undefined ? [] : [{ value: 'analysis', label: '早先的结果' }]),
  ];
  const [source, setSource] = useSource(sources, choice, sourceOf);
  const error = form.errorOf(name);
  const text = choice?.from === 'genes' ? choice.text : '';
  const count = countGenes(text);
  const help =
    source === 'analysis'
      ? '差异分析按它的阈值取显著的基因（几个对比的可以选一个），模块和簇取选中的一个；它检验过的、建网络的全部基因作为背景。'
      : parameter.help;
  return (
    <Field
      id={name}
      label={parameter.label}
      help={help}
      error={error}
      note={source === 'typed' && count > 0 ? `${count} 个` : undefined}
      group
      wide
    >
      <SourceTabs label={parameter.label} sources={sources} value={source} onChange={setSource} />
      <div className="alternative">
        {source === 'typed' && (
          <GenesInput
            id={name}
            label={parameter.label}
            value={text}
            help={help}
            error={error}
            onChange={(next) => form.setInput(name, next === '' ? undefined : { from: 'genes', text: next })}
          />
        )}
        {source === 'file' && (
          <FilePart
            id={name}
            label={parameter.label}
            types={['gene_list', 'table']}
            chosen={choice?.from === 'file' ? choice.file : undefined}
            onTake={(file) => form.setInput(name, { from: 'file', file })}
            onRemove={() => form.setInput(name, undefined)}
          />
        )}
        {source === 'analysis' && (
          <div className="source-parts">
            <AnalysisSelect
              id={name}
              label="早先的结果"
              makers={MAKERS}
              chosen={choice?.from === 'analysis' ? choice : undefined}
              help={help}
              error={error}
              nothing={nothingYet(name, MAKERS.filter(({ taskType }) => COMPARING.includes(taskType)).slice(0, 2), form)}
              onChoose={(chosen) =>
                form.setInput(name, { from: 'analysis', ...chosen, direction: (choice?.from === 'analysis' && choice.direction) || 'all' })
              }
            />
            {choice?.from === 'analysis' && <ResultPart title={parameter.label} of={choice} onChange={(of) => form.setInput(name, of)} />}
          </div>
        )}
      </div>
    </Field>
  );
}
