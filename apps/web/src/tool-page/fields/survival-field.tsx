import type { FileType, UserFile } from '@oncoloom/contract';
import {
  endpointsIn,
  formatCount,
  PASTED_ROWS_MAX,
  proposeFollowUp,
  type SurvivalDataParameter,
  sampleColumn,
  survivalColumns,
  survivalTable,
  type TimeUnit,
  unitInName,
  withRowNumbers,
} from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { failureText } from '../../api/client.ts';
import { fileCells, updateFile } from '../../api/files.ts';
import { AccessionButton } from '../../files/accession/accession-button.tsx';
import { ChosenCard } from '../../files/file-card.tsx';
import { CellsPreview } from '../data/cells-preview.tsx';
import { annotationsOf, clinicalTable } from '../data/groups.ts';
import { type InputChoice, matrixOf, type RowsOrigin } from '../data/input-choice.ts';
import { type PastedTable, parseTable } from '../data/paste.ts';
import { followUpProposed, SurvivalColumns } from '../data/survival-columns.tsx';
import { tooLarge } from '../data/table-edit.ts';
import { Field } from '../field.tsx';
import { CohortFollowUp } from '../field-parts/cohort-follow-up.tsx';
import { FilePart } from '../field-parts/file-part.tsx';
import { PasteArea, shownText } from '../field-parts/paste-area.tsx';
import { SourceTabs, useSource } from '../field-parts/source-tabs.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';
import { SurvivalOffers } from '../proposed/proposed-survival.tsx';

const CLINICAL = 'annotation';
const COHORT = 'cohort';
const sourceOf = (choice: InputChoice): string => {
  if (choice.from === 'follow-up') return COHORT;
  if (choice.from !== 'rows') return 'file';
  return choice.origin.kind === 'annotation' ? CLINICAL : choice.origin.kind === 'file' ? 'file' : 'paste';
};

function titleOfRows(origin: RowsOrigin): string {
  if (origin.kind === 'file') return origin.name;
  if (origin.kind === 'annotation') return '文件自带的临床信息';
  return origin.kind === 'studies' ? '各数据集的随访' : '粘贴的随访';
}

/** Is there one way to read these columns? Of several endpoints the user says which is meant. */
const isPlain = (columns: readonly string[]): boolean =>
  Object.values(survivalColumns(columns)).every((at) => at >= 0) &&
  (endpointsIn(columns).length === 1 || (columns.includes('time') && columns.includes('status')));

/** Types of files that hold tables of samples. */
const TABLES: readonly FileType[] = ['survival', 'table', 'annotation', 'groups'];

const columnsOf = ({ facts }: UserFile): string[] => facts?.table?.columns.map(({ name }) => name) ?? [];

/** Is it a table of a series that was read as one of patients: a column for each sample of GEO? What it tells of these stands above it. */
const hasSampleColumns = (file: UserFile): boolean => {
  const [, ...others] = columnsOf(file);
  return others.length > 0 && others.every((name) => /^GSM\d+$/.test(name));
};

/** Follow-up of samples: a file, pasted, the clinical columns that came with the matrix, or that of a public cohort. */
export function SurvivalField({ name, parameter, form }: { name: string; parameter: SurvivalDataParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const matrix = parameter.of === undefined ? undefined : matrixOf(form.state.inputs[parameter.of]);
  const annotations = annotationsOf(matrix);
  const sources = [
    { value: 'file', label: '文件' },
    { value: 'paste', label: '粘贴' },
    ...(annotations.length > 1 ? [{ value: CLINICAL, label: '文件自带的临床信息' }] : []),
    ...(parameter.cohort === undefined ? [] : [{ value: COHORT, label: '公共队列' }]),
  ];
  const [source, setSource] = useSource(sources, choice, sourceOf);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [unclear, setUnclear] = useState<PastedTable>();
  const [unclearFile, setUnclearFile] = useState<UserFile>();
  const error = problem ?? form.errorOf(name);
  const rows = choice?.from === 'rows' ? choice : undefined;
  const help = parameter.help ?? '每个样本一行：sample 是样本名，time 是时间，status 是状态（1 为发生事件，0 为没有）。';
  const take = (table: PastedTable, origin: RowsOrigin) => {
    setUnclear(undefined);
    setUnclearFile(undefined);
    form.setInput(name, { from: 'rows', ...table, origin });
  };
  const setUnit = (unit: TimeUnit) => form.setValue(parameter.unit, unit);
  const unitOf = (columns: readonly string[]) => {
    const told = unitInName(columns[survivalColumns(columns).time] ?? '');
    if (told !== undefined && told !== 'week') setUnit(told);
  };
  // Where no matrix has to be matched, rows may go without names.
  const unnamed = parameter.of === undefined;
  const named = (table: PastedTable): PastedTable => (unnamed ? withRowNumbers(table) : table);
  const readSeries = async (file: UserFile) => {
    try {
      takeFile(await updateFile(file.id, { file_type: 'expression' }, { silent: true }));
    } catch (failure) {
      setProblem(failureText(failure, `「${file.name}」没有读出来。请重试，或选随访表。`));
    }
  };
  const takeFile = (file: UserFile) => {
    setProblem(undefined);
    const series = file.facts?.matrix;
    if (series !== undefined)
      return annotationsOf(series).length > 0
        ? setUnclearFile(file)
        : setProblem(`「${file.name}」里只有表达数据，没有样本信息。请选随访表，或带样本信息的 GEO series matrix。`);
    if (unnamed && hasSampleColumns(file)) return void readSeries(file);
    const { columns } = named({ columns: columnsOf(file), rows: [] });
    if (columns.length > 0 && !isPlain(columns)) return setUnclearFile(file);
    unitOf(columns);
    form.setInput(name, { from: 'file', file });
  };
  const read = (pasted: string) => {
    setText(shownText(pasted));
    const large = tooLarge(pasted, PASTED_ROWS_MAX);
    setProblem(large);
    if (pasted.trim() === '' || large !== undefined) return;
    const parsed = parseTable(pasted);
    const table = parsed === undefined ? undefined : named(parsed);
    if (table === undefined || table.columns.length < (unnamed ? 2 : 3))
      return setProblem(
        unnamed ? '没有读到两列。请连同列名，一起复制时间和状态。' : '没有读到三列。请连同列名，一起复制样本名、时间和状态。',
      );
    setText('');
    if (!isPlain(table.columns)) return setUnclear(table);
    unitOf(table.columns);
    take(survivalTable(table) ?? table, { kind: 'pasted' });
  };
  const chosenHere = rows !== undefined && sourceOf(rows) === source;
  return (
    <Field id={name} label={parameter.label} help={choice === undefined ? help : undefined} error={error} group wide>
      <SourceTabs label={parameter.label} sources={sources} value={source} onChange={setSource} />
      <div className="alternative">
        {chosenHere ? (
          <>
            <ChosenCard
              title={titleOfRows(rows.origin)}
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
                types={unnamed ? [...TABLES, 'expression'] : TABLES}
                chosen={choice?.from === 'file' ? choice.file : undefined}
                others={unnamed && <AccessionButton type="link" size="small" onFile={takeFile} />}
                onTake={takeFile}
                onRemove={() => form.setInput(name, undefined)}
              />
            )}
            {source === 'file' && unclearFile !== undefined && (
              <FileColumns
                file={unclearFile}
                unnamed={unnamed}
                onUnit={setUnit}
                onTake={(table) => take(table, { kind: 'file', name: unclearFile.name })}
                onCancel={() => setUnclearFile(undefined)}
              />
            )}
            {source === 'paste' && unclear === undefined && (
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
            {source === 'paste' && unclear !== undefined && (
              <ProposedColumns
                table={unclear}
                unnamed={unnamed}
                onUnit={setUnit}
                onTake={(table) => take(table, { kind: 'pasted' })}
                onCancel={() => setUnclear(undefined)}
              />
            )}
            {source === CLINICAL && matrix !== undefined && (
              <SurvivalColumns
                table={clinicalTable(matrix)}
                samples="sample"
                onUnit={setUnit}
                onTake={(table) => take(table, { kind: 'annotation', column: table.columns[1] ?? '' })}
              />
            )}
            {source === COHORT && (
              <CohortFollowUp
                chosen={choice?.from === 'follow-up' ? choice : undefined}
                matched={parameter.of !== undefined}
                onChoose={(code, endpoint) => {
                  setUnit('day');
                  form.setInput(name, { from: 'follow-up', code, endpoint });
                }}
              />
            )}
          </>
        )}
      </div>
    </Field>
  );
}

interface Columns {
  unnamed: boolean;
  onTake: (table: PastedTable) => void;
  onCancel: () => void;
  onUnit: (unit: TimeUnit) => void;
}

/** A file whose columns have other names: the user says which is which. Of a series matrix it is what it tells of its samples. */
function FileColumns({ file, ...taking }: Columns & { file: UserFile }) {
  const matrix = file.facts?.matrix;
  const { data, isError } = useQuery({
    queryKey: ['cells', file.id],
    queryFn: ({ signal }) => fileCells(file.id, { silent: true, signal }),
    enabled: matrix === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  const table = useMemo(() => (matrix === undefined ? data : clinicalTable(matrix)), [matrix, data]);
  if (isError)
    return (
      <p className="field-error" role="alert">
        「{file.name}」的内容没有取到。
        <Button type="link" size="small" onClick={taking.onCancel}>
          换一个文件
        </Button>
      </p>
    );
  return table === undefined ? <p className="caption">正在读取「{file.name}」</p> : <ProposedColumns table={table} {...taking} />;
}

/** What the columns propose, each by a click, and the choice among all of them. */
function ProposedColumns({ table, ...taking }: Columns & { table: PastedTable }) {
  const samples = sampleColumn(table.columns);
  // Without names of samples nobody finds them in a matrix.
  const proposals = useMemo(() => (samples < 0 && !taking.unnamed ? [] : proposeFollowUp(table)), [table, samples, taking.unnamed]);
  return (
    <div className="source-parts">
      {proposals.length > 0 && (
        <ul className="checks" aria-label="从列名和取值看">
          <SurvivalOffers
            proposals={proposals}
            onTake={(one, event) => {
              taking.onUnit(one.unit);
              taking.onTake(followUpProposed(table, samples, one, event));
            }}
          />
        </ul>
      )}
      <SurvivalColumns table={table} {...taking} />
    </div>
  );
}
