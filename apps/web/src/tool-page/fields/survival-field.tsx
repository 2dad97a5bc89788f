import type { UserFile } from '@oncoloom/contract';
import { formatCount, type SurvivalDataParameter, survivalColumns, survivalTable } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { fileCells } from '../../api/files.ts';
import { ChosenCard } from '../../files/file-card.tsx';
import { CellsPreview } from '../cells-preview.tsx';
import { describedBy, Field } from '../field.tsx';
import { annotationsOf } from '../groups.ts';
import { type InputChoice, matrixOf } from '../input-choice.ts';
import { type PastedTable, parseTable } from '../paste.ts';
import { SurvivalColumns } from '../survival-columns.tsx';
import type { ToolForm } from '../use-tool-form.ts';
import { FilePart } from './file-part.tsx';
import { SourceTabs, useSource } from './source-tabs.tsx';

const CLINICAL = 'annotation';
const sourceOf = (choice: InputChoice): string => {
  if (choice.from === 'file') return 'file';
  if (choice.from !== 'rows') return 'file';
  return choice.origin.kind === 'annotation' ? CLINICAL : choice.origin.kind === 'file' ? 'file' : 'paste';
};

/** Does the server know the columns of this file by their names? */
function isPlain({ facts }: UserFile): boolean {
  const columns = facts?.table?.columns.map(({ name }) => name);
  return columns === undefined || Object.values(survivalColumns(columns)).every((at) => at >= 0);
}

/** Follow-up of samples: a file, pasted, or the clinical columns that came with the matrix. */
export function SurvivalField({ name, parameter, form }: { name: string; parameter: SurvivalDataParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const matrix = parameter.of === undefined ? undefined : matrixOf(form.state.inputs[parameter.of]);
  const annotations = annotationsOf(matrix);
  const sources = [
    { value: 'file', label: '文件' },
    { value: 'paste', label: '粘贴' },
    ...(annotations.length > 1 ? [{ value: CLINICAL, label: '文件自带的临床信息' }] : []),
  ];
  const [source, setSource] = useSource(sources, choice, sourceOf);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [unclear, setUnclear] = useState<PastedTable>();
  const [unclearFile, setUnclearFile] = useState<UserFile>();
  const error = problem ?? form.errorOf(name);
  const rows = choice?.from === 'rows' ? choice : undefined;
  const help = parameter.help ?? '每个样本一行：sample 是样本名，time 是时间，status 是状态（1 为发生事件，0 为没有）。';
  const take = (table: PastedTable, origin: Parameters<typeof setRows>[1]) => setRows(table, origin);
  function setRows(table: PastedTable, origin: Extract<InputChoice, { from: 'rows' }>['origin']) {
    setUnclear(undefined);
    setUnclearFile(undefined);
    form.setInput(name, { from: 'rows', ...table, origin });
  }
  const read = (pasted: string) => {
    setText(pasted);
    setProblem(undefined);
    if (pasted.trim() === '') return;
    const table = parseTable(pasted);
    if (table === undefined || table.columns.length < 3) return setProblem('没有读到三列。请连同列名，一起复制样本名、时间和状态。');
    setText('');
    const known = survivalTable(table);
    if (known === undefined) setUnclear(table);
    else take(known, { kind: 'pasted' });
  };
  const clinical =
    matrix === undefined
      ? undefined
      : {
          columns: ['sample', ...annotations.map((column) => column.name)],
          rows: matrix.samples.map((sample, i) => [sample, ...annotations.map(({ values }) => values[i] ?? '')]),
        };
  const chosenHere = rows !== undefined && sourceOf(rows) === source;
  return (
    <Field id={name} label={parameter.label} help={choice === undefined ? help : undefined} error={error} group wide>
      <SourceTabs label={parameter.label} sources={sources} value={source} onChange={setSource} />
      <div className="alternative">
        {chosenHere ? (
          <>
            <ChosenCard
              title={
                rows.origin.kind === 'file' ? rows.origin.name : rows.origin.kind === 'annotation' ? '文件自带的临床信息' : '粘贴的随访'
              }
              detail={`${formatCount(rows.rows.length)} 个样本`}
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
            {source === 'file' && unclearFile === undefined && (
              <FilePart
                id={name}
                label={parameter.label}
                types={['survival', 'table', 'annotation', 'groups']}
                chosen={choice?.from === 'file' ? choice.file : undefined}
                onTake={(file) => (isPlain(file) ? form.setInput(name, { from: 'file', file }) : setUnclearFile(file))}
                onRemove={() => form.setInput(name, undefined)}
              />
            )}
            {source === 'file' && unclearFile !== undefined && (
              <FileColumns
                file={unclearFile}
                onTake={(table) => take(table, { kind: 'file', name: unclearFile.name })}
                onCancel={() => setUnclearFile(undefined)}
              />
            )}
            {source === 'paste' && unclear === undefined && (
              <Input.TextArea
                id={name}
                aria-label={parameter.label}
                {...describedBy(name, help, error)}
                status={error === undefined ? '' : 'error'}
                rows={4}
                value={text}
                placeholder="从表格里连同列名一起复制，粘贴在这里"
                onChange={(event) => read(event.target.value)}
              />
            )}
            {source === 'paste' && unclear !== undefined && (
              <SurvivalColumns table={unclear} onTake={(table) => take(table, { kind: 'pasted' })} onCancel={() => setUnclear(undefined)} />
            )}
            {source === CLINICAL && clinical !== undefined && (
              <SurvivalColumns
                table={clinical}
                samples="sample"
                onUnit={(unit) => form.setValue(parameter.unit, unit)}
                onTake={(table) => take(table, { kind: 'annotation', column: table.columns[1] ?? '' })}
              />
            )}
          </>
        )}
      </div>
    </Field>
  );
}

/** A file whose columns have other names: the user says which is which. */
function FileColumns({ file, onTake, onCancel }: { file: UserFile; onTake: (table: PastedTable) => void; onCancel: () => void }) {
  const { data, isError } = useQuery({
    queryKey: ['cells', file.id],
    queryFn: ({ signal }) => fileCells(file.id, { silent: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  if (isError)
    return (
      <p className="field-error" role="alert">
        「{file.name}」的内容没有取到。
        <Button type="link" size="small" onClick={onCancel}>
          换一个文件
        </Button>
      </p>
    );
  return data === undefined ? (
    <p className="caption">正在读取「{file.name}」</p>
  ) : (
    <SurvivalColumns table={data} onTake={onTake} onCancel={onCancel} />
  );
}
