import { formatCount, PASTED_ROWS_MAX, type SampleTableParameter } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { useState } from 'react';
import { ChosenCard } from '../../files/file-card.tsx';
import { CellsPreview } from '../data/cells-preview.tsx';
import { annotationsOf, clinicalTable } from '../data/groups.ts';
import { type InputChoice, matrixOf } from '../data/input-choice.ts';
import { parseSamples } from '../data/paste.ts';
import { tooLarge } from '../data/table-edit.ts';
import { Field } from '../field.tsx';
import { FilePart } from '../field-parts/file-part.tsx';
import { PasteArea, shownText } from '../field-parts/paste-area.tsx';
import { SourceTabs, useSource } from '../field-parts/source-tabs.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';

const OWN = 'annotation';
const sourceOf = (choice: InputChoice): string => (choice.from === 'rows' ? (choice.origin.kind === 'annotation' ? OWN : 'paste') : 'file');

/** What is known of samples: a file, pasted, or what came with the matrix. */
export function SampleTableField({ name, parameter, form }: { name: string; parameter: SampleTableParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const matrix = parameter.of === undefined ? undefined : matrixOf(form.state.inputs[parameter.of]);
  const annotations = annotationsOf(matrix);
  const sources = [
    { value: 'file', label: '文件' },
    { value: 'paste', label: '粘贴' },
    ...(annotations.length > 0 ? [{ value: OWN, label: '文件自带的' }] : []),
  ];
  const [source, setSource] = useSource(sources, choice, sourceOf);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const error = problem ?? form.errorOf(name);
  const help = parameter.help ?? '每个样本一行，第一列 sample 是样本名，其余各列是年龄、分期、批次这样的信息。';
  const read = (pasted: string) => {
    setText(shownText(pasted));
    const large = tooLarge(pasted, PASTED_ROWS_MAX);
    setProblem(large);
    if (pasted.trim() === '' || large !== undefined) return;
    const table = parseSamples(pasted, matrix?.samples ?? []);
    if (table === undefined) return setProblem('没有读到样本名和别的列。请连同列名一起复制，至少两列、两行。');
    setText('');
    form.setInput(name, { from: 'rows', ...table, origin: { kind: 'pasted' } });
  };
  const rows = choice?.from === 'rows' && sourceOf(choice) === source ? choice : undefined;
  const takeOwn = () => {
    if (matrix === undefined) return;
    const table = clinicalTable(matrix);
    form.setInput(name, { from: 'rows', ...table, origin: { kind: 'annotation', column: `${table.columns.length - 1} 列` } });
  };
  return (
    <Field id={name} label={parameter.label} help={choice === undefined ? help : undefined} error={error} group wide>
      <SourceTabs label={parameter.label} sources={sources} value={source} onChange={setSource} />
      <div className="alternative">
        {rows !== undefined ? (
          <>
            <ChosenCard
              title={source === OWN ? '文件自带的样本信息' : rows.origin.kind === 'studies' ? '各数据集的两组' : '粘贴的样本信息'}
              detail={`${formatCount(rows.rows.length)} 个样本，${rows.columns.length - 1} 列`}
              actions={
                <Button type="link" size="small" onClick={() => form.setInput(name, undefined)} aria-label={`更换${parameter.label}`}>
                  更换
                </Button>
              }
            />
            <CellsPreview columns={rows.columns} rows={rows.rows} />
          </>
        ) : (
          <>
            {source === 'file' && (
              <FilePart
                id={name}
                label={parameter.label}
                types={['annotation', 'groups', 'table', 'survival']}
                chosen={choice?.from === 'file' ? choice.file : undefined}
                onTake={(file) => form.setInput(name, { from: 'file', file })}
                onRemove={() => form.setInput(name, undefined)}
              />
            )}
            {source === 'paste' && (
              <PasteArea
                id={name}
                label={parameter.label}
                help={help}
                error={error}
                value={text}
                placeholder="从表格里连同列名一起复制，粘贴在这里"
                onText={read}
              />
            )}
            {source === OWN && (
              <div className="source-parts">
                <p>
                  矩阵文件里带有 {annotations.length} 列样本信息：
                  {annotations
                    .slice(0, 4)
                    .map((one) => one.name)
                    .join('、')}
                  {annotations.length > 4 ? ' 等' : ''}。
                </p>
                <div className="source-actions">
                  <Button onClick={takeOwn}>用这些信息</Button>
                </div>
              </div>
            )}
          </>
        )}
      </div>
    </Field>
  );
}
