import {
  formatCount,
  RANKED_MAX,
  RANKING_SOURCES,
  RANKING_WORDS,
  RANKINGS,
  type RankedGenesParameter,
  type Ranking,
} from '@oncoloom/tool-kit';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { ChosenCard } from '../../files/file-card.tsx';
import { CellsPreview } from '../data/cells-preview.tsx';
import type { InputChoice } from '../data/input-choice.ts';
import { makersOf } from '../data/makers.ts';
import { parseRanking } from '../data/paste.ts';
import { tooLarge } from '../data/table-edit.ts';
import { Field } from '../field.tsx';
import { FilePart } from '../field-parts/file-part.tsx';
import { PasteArea, shownText } from '../field-parts/paste-area.tsx';
import { ComparisonPart } from '../field-parts/result-part.tsx';
import { SourceTabs, useSource } from '../field-parts/source-tabs.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';
import { AnalysisSelect, nothingYet } from './analysis-field.tsx';

const MAKERS = makersOf(RANKING_SOURCES);
const BEST = 'best';
const RANKED_BY = [
  { value: BEST, label: '自动：有统计量用统计量' },
  ...RANKINGS.map((value) => ({ value: value as string, label: RANKING_WORDS[value] })),
];
const sourceOf = ({ from }: InputChoice): string => (from === 'rows' ? 'paste' : from);

/** All genes in an order: of an earlier comparison by one of its columns, of a file, or pasted. */
export function RankedGenesField({ name, parameter, form }: { name: string; parameter: RankedGenesParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const sources = [
    ...(parameter.source === undefined ? [] : [{ value: 'analysis', label: '早先的结果' }]),
    { value: 'file', label: '文件' },
    { value: 'paste', label: '粘贴' },
  ];
  const [source, setSource] = useSource(sources, choice, sourceOf);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const error = problem ?? form.errorOf(name);
  const help = source === 'paste' ? '两列：基因名和数值，例如 t 值或 log2FC。要全部检验过的基因，不是只有显著的。' : parameter.help;
  const read = (pasted: string) => {
    setText(shownText(pasted));
    const large = tooLarge(pasted, RANKED_MAX);
    setProblem(large);
    if (pasted.trim() === '' || large !== undefined) return;
    const rows = parseRanking(pasted);
    if (rows === undefined) return setProblem('没有读到基因和数值两列。请从表格里一起复制这两列。');
    setText('');
    form.setInput(name, { from: 'rows', columns: ['gene', 'value'], rows, origin: { kind: 'pasted' } });
  };
  return (
    <Field id={name} label={parameter.label} help={help} error={error} group wide>
      <SourceTabs label={parameter.label} sources={sources} value={source} onChange={setSource} />
      <div className="alternative">
        {source === 'analysis' && (
          <div className="source-parts">
            <AnalysisSelect
              id={name}
              label="差异分析"
              makers={MAKERS}
              chosen={choice?.from === 'analysis' ? choice : undefined}
              help={help}
              error={error}
              nothing={nothingYet(name, MAKERS.slice(0, 2), form)}
              onChoose={(chosen) =>
                form.setInput(name, { from: 'analysis', ...chosen, by: (choice?.from === 'analysis' && choice.by) || null })
              }
            />
            {choice?.from === 'analysis' && (
              <>
                <ComparisonPart title={parameter.label} of={choice} onChange={(of) => form.setInput(name, of)} />
                <Select
                  aria-label="排序依据"
                  className="full-width"
                  value={choice.by ?? BEST}
                  options={RANKED_BY}
                  onChange={(by) => form.setInput(name, { ...choice, by: by === BEST ? null : (by as Ranking) })}
                />
              </>
            )}
          </div>
        )}
        {source === 'file' && (
          <FilePart
            id={name}
            label={parameter.label}
            types={['table', 'annotation']}
            chosen={choice?.from === 'file' ? choice.file : undefined}
            onTake={(file) => form.setInput(name, { from: 'file', file })}
            onRemove={() => form.setInput(name, undefined)}
          />
        )}
        {source === 'paste' &&
          (choice?.from === 'rows' ? (
            <>
              <ChosenCard
                title="粘贴的排序"
                detail={`${formatCount(choice.rows.length)} 行`}
                actions={
                  <Button type="link" size="small" onClick={() => form.setInput(name, undefined)}>
                    重新粘贴
                  </Button>
                }
              />
              <CellsPreview columns={choice.columns} rows={choice.rows} />
            </>
          ) : (
            <PasteArea
              id={name}
              label={parameter.label}
              help={help}
              error={error}
              value={text}
              placeholder={'TP53\t5.2\nMYC\t-3.1'}
              onText={read}
            />
          ))}
      </div>
    </Field>
  );
}
