import { DownloadOutlined, SearchOutlined } from '@ant-design/icons';
import type { Analysis, AnalysisResult } from '@oncoloom/contract';
import type { ColumnarTable } from '@oncoloom/figures';
import { formatCount, type ToldTable, type ToldTool } from '@oncoloom/tool-kit';
import { Input, Segmented, Skeleton, Tag } from 'antd';
import { type ClipboardEvent, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useNarrow } from '../../base/hooks/use-narrow.ts';
import { useNear } from '../../base/hooks/use-near.ts';

import { FileButton } from '../downloads/file-button.tsx';
import { FoldTools } from './fold-tools.tsx';
import { GridTools } from './grid-tools.tsx';
import './result-table.css';
import { absentNames, allRows, rowsOfView, search, searchedColumns } from '../../result-data/table-rows.ts';
import { useTable } from '../../result-data/use-tables.ts';
import { SaveToSpace } from '../downloads/save-to-space.tsx';
import { WordMenu } from '../downloads/word-menu.tsx';
import { RowGrid } from './row-grid.tsx';
import { hasLinks, shownColumns } from './table-columns.ts';
import { useGrid } from './use-grid.ts';
import { type Folding, useGroups } from './use-groups.ts';

interface ResultTableProps {
  analysis: Analysis;
  result: AnalysisResult;
  tool: ToldTool;
  id: string;
  declaration: ToldTable;
  /** Genes chosen in a figure; null: all. */
  only: readonly string[] | null;
  /** Rows that a number of a sentence rests on; null: all. */
  onlyRows: readonly number[] | null;
  onShowAll: () => void;
}

/** The first view, and its name. */
const WHOLE = 0;
const ALL_ROWS = '全部';
const FORMATS = ['tsv', 'csv', 'xlsx'] as const;

/** A table of the result with its views, search, files and rows. */
export function ResultTable(props: ResultTableProps) {
  const { analysis, result, tool, id, declaration } = props;
  const section = useRef<HTMLElement>(null);
  const [near, setNear] = useState(false);
  useNear(
    section,
    useCallback(() => setNear(true), []),
  );
  const { data, error } = useTable(analysis, tool, id, near);
  const files = result.files.filter(({ file_key }) => FORMATS.some((format) => file_key === `${id}_${format}`));
  const downloads = [
    ...[...files].reverse().map((file, i) => (
      <FileButton key={file.file_key} analysisId={analysis.id} file={file} {...(i === 0 ? { icon: <DownloadOutlined /> } : {})}>
        {file.filename.split('.').at(-1)}
      </FileButton>
    )),
    <WordMenu key="word" analysisId={analysis.id} {...{ result, id, declaration }} />,
    <SaveToSpace key="save" analysisId={analysis.id} file={files.find(({ file_key }) => file_key === `${id}_tsv`)} />,
  ];
  return (
    <section ref={section} className="card result-table" aria-label={declaration.title}>
      {data === undefined ? (
        <>
          <header className="table-head">
            <h2 className="card-title">{declaration.title}</h2>
            <div className="table-files">{downloads}</div>
          </header>
          {error === null ? (
            <Skeleton active title={false} paragraph={{ rows: 8 }} className="table-note" />
          ) : (
            <p className="table-note">{error.message}</p>
          )}
        </>
      ) : (
        <TableRows {...props} table={data} downloads={downloads} />
      )}
    </section>
  );
}

/** A line break between pasted names would be dropped by the field and glue them together. */
function pasted(event: ClipboardEvent): string | null {
  const text = event.clipboardData.getData('text');
  return /[\r\n\t]/.test(text) ? text.trim().replace(/\s+/g, ' ') : null;
}

interface RowsProps extends Pick<ResultTableProps, 'analysis' | 'declaration' | 'only' | 'onlyRows' | 'onShowAll'> {
  table: ColumnarTable;
  downloads: React.ReactNode;
}

/** The inside of a table's card: its title, views, search, files and rows. */
export function TableRows(props: RowsProps) {
  const { analysis, declaration, table, only, onlyRows, onShowAll } = props;
  const { parameters } = analysis;
  const views = useMemo(
    () => [
      { label: ALL_ROWS, rows: allRows(table) },
      ...(declaration.views ?? []).map((view) => ({ label: view.label, rows: rowsOfView(table, view, parameters) })),
    ],
    [table, declaration, parameters],
  );
  const [picked, setPicked] = useState<number | null>(null);
  // The first view is what the reader came for, unless the table is that already; while a run goes on it may have no row yet, or none any more.
  const chosen = picked ?? (declaration.whole !== true && views[1] !== undefined && views[1].rows.length > 0 ? 1 : WHOLE);
  const [sought, setSought] = useState('');
  const narrow = useNarrow();
  const columns = useMemo(() => shownColumns(table, declaration), [table, declaration]);
  const links = useMemo(() => hasLinks(table, columns), [table, columns]);
  const names = useMemo(() => searchedColumns(table, declaration), [table, declaration]);
  const text = useDeferredValue(sought);
  const shown = only === null && onlyRows === null ? chosen : WHOLE;
  const { rows, elsewhere, missing } = useMemo(() => {
    const inView = onlyRows ?? views[shown]?.rows ?? [];
    const wanted = only === null ? null : new Set(only);
    const kept = wanted === null ? inView : inView.filter((row) => names.columns.some((cells) => wanted.has(cells[row] ?? '')));
    const found = search(kept, names, text);
    const absent = new Set(absentNames(names, found.missing));
    return {
      rows: found.rows,
      elsewhere: found.missing.filter((name) => !absent.has(name)),
      missing: [...absent],
    };
  }, [views, shown, only, onlyRows, names, text]);
  const grid = useGrid({ table, columns, rows, sort: declaration.sort, narrow });
  const {
    lines,
    rows: kept,
    fold,
    folding,
  } = useGroups({ table, declaration, grid, found: rows, sought: only !== null || onlyRows !== null || text.trim() !== '' });
  const count = kept.length;
  const grouping = useMemo(
    () => (folding?.merged === true && declaration.similar !== undefined ? { what: declaration.similar.what, fold } : null),
    [folding?.merged, declaration, fold],
  );
  const filtered = grid.state.columnFilters.length > 0;
  const viewName = views[shown]?.label ?? ALL_ROWS;
  return (
    <>
      <header className="table-head">
        <h2 className="card-title">{declaration.title}</h2>
        {views.length > 1 && (
          <Segmented
            size="small"
            aria-label="看哪些行"
            value={shown}
            options={views.map(({ label, rows: { length } }, i) => ({ value: i, label: `${label} ${formatCount(length)}` }))}
            onChange={(view) => {
              setPicked(view);
              onShowAll();
            }}
          />
        )}
        {only !== null && (
          <Tag closable onClose={onShowAll}>
            框选的 {formatCount(only.length)} 个
          </Tag>
        )}
        {onlyRows !== null && (
          <Tag closable onClose={onShowAll}>
            这个数所在的 {formatCount(onlyRows.length)} 行
          </Tag>
        )}
        {folding !== null && declaration.similar !== undefined && <FoldTools folding={folding} what={declaration.similar.what} />}
        <Input
          className="table-search"
          allowClear
          prefix={<SearchOutlined />}
          placeholder={names.genes ? '基因名，可粘贴多个' : '在表里找'}
          aria-label={`在「${declaration.title}」里找`}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          onPaste={(event) => {
            const list = pasted(event);
            if (list === null) return;
            event.preventDefault();
            setSought(list);
          }}
        />
        {table.rowCount > 0 && <GridTools title={declaration.title} {...{ table, grid, columns }} rows={kept} />}
        <div className="table-files">{props.downloads}</div>
      </header>
      {count > 0 && <RowGrid title={declaration.title} {...{ table, grid, lines, columns, links, narrow }} groups={grouping} />}
      <p className="table-note" aria-live="polite">
        {count === 0
          ? emptyText(table, text, shown === WHOLE ? null : viewName, filtered && rows.length > 0)
          : `共 ${countText(count, folding)}`}
        {count > 0 && folding?.merged === true && !folding.allOpen && '，点 ▸ 展开一组'}
        {count > 0 && filtered && `，按列筛选自 ${formatCount(rows.length)} 行`}
        {elsewhere.length > 0 && `；不在${only === null ? `「${viewName}」` : '框选'}里的：${some(elsewhere)}`}
        {missing.length > 0 && `；整张表里没有的：${some(missing)}`}
      </p>
    </>
  );
}

/** Groups are counted as the table shows them. */
function countText(rows: number, folding: Folding | null): string {
  const all = `${formatCount(rows)} 行`;
  if (folding?.merged !== true || folding.groups === 0) return all;
  const ungrouped = folding.ungrouped > 0 ? `和 ${formatCount(folding.ungrouped)} 个不在组里的` : '';
  return `${formatCount(folding.groups)} 组${ungrouped}，${all}`;
}

const NAMES_SHOWN = 8;

function some(names: readonly string[]): string {
  const first = names.slice(0, NAMES_SHOWN).join('、');
  return names.length > NAMES_SHOWN ? `${first} 等 ${formatCount(names.length)} 个` : first;
}

/** @param view Name of the view; null: all rows. */
function emptyText(table: ColumnarTable, sought: string, view: string | null, filtered: boolean): string {
  if (table.rowCount === 0) return '这张表没有行。';
  if (filtered) return '没有行符合按列的筛选。请放宽范围，或点「筛选」里的「清除筛选」。';
  if (sought.trim() === '') return `「${view ?? ALL_ROWS}」里没有行。可以看「${ALL_ROWS}」。`;
  return view === null ? '没有找到。请检查写法，或清空搜索框。' : `「${view}」里没有找到。可以到「${ALL_ROWS}」里找。`;
}
