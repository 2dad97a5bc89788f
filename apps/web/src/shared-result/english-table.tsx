import type { AnalysisResult, SharedEnglish } from '@oncoloom/contract';
import { parseTsv } from '@oncoloom/figures';
import { absentIn, formatTyped, paperColumns, type ToldTable } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Table } from 'antd';
import { useContext, useMemo } from 'react';
import { sharedEnglishTable } from '../api/shares.ts';
import { SharedLink } from '../result-data/result-access.ts';
import { EnglishFile } from './english-file.tsx';
import { wordsIn } from './words.ts';

interface Props {
  result: AnalysisResult;
  declaration: ToldTable;
  english: SharedEnglish['tables'][number];
}

const say = wordsIn('en');
const ROWS = 10;
/** Cells from which on a table is downloaded, not shown. */
const CELLS_MAX = 400_000;

/** A table with English heads and cells, to read page by page and to download. */
export function EnglishTable({ result, declaration, english: { id, title, heads, word } }: Props) {
  const token = useContext(SharedLink) ?? '';
  const stored = result.tables.find((table) => table.id === id);
  const isLarge = (stored?.rows ?? 0) * (stored?.columns.length ?? 0) > CELLS_MAX;
  const { data, error } = useQuery({
    queryKey: ['shared-table-en', token, id],
    enabled: !isLarge,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false as const,
    queryFn: async ({ signal }) => parseTsv(await sharedEnglishTable(token, `${id}_tsv`, { signal, silent: true }), declaration),
  });
  const shown = useMemo(() => {
    if (data === undefined) return undefined;
    const columns = paperColumns(data.order, declaration).map((name) => {
      const declared = declaration.columns.find((column) => column.name === name);
      const type = declared?.type ?? declaration.rest?.type ?? 'text';
      const cell = (row: number) => {
        const value = data.columns[name]?.[row];
        return type === 'flag' ? englishFlag(value) : formatTyped(value, type, declared?.digits, absentIn(declared ?? declaration.rest));
      };
      return { key: name, title: heads[name] ?? name, render: (_: unknown, { row }: { row: number }) => cell(row) };
    });
    return { columns, rows: Array.from({ length: data.rowCount }, (_, row) => ({ row })) };
  }, [data, declaration, heads]);
  return (
    <section className="card english-table" aria-label={title}>
      <header className="figure-head">
        <h2 className="card-title">{title}</h2>
        <div className="figure-actions">
          <EnglishFile fileKey={`${id}_tsv`} name={`${id}.tsv`}>
            TSV
          </EnglishFile>
          {word && (
            <EnglishFile fileKey={`${id}_docx_en`} name={`${id}.docx`}>
              Word
            </EnglishFile>
          )}
        </div>
      </header>
      {isLarge && <p className="caption english-note">{say('matrix')}</p>}
      {error !== null && <p className="caption english-note">{say('tableFailed')}</p>}
      {!isLarge && error === null && shown === undefined && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {shown !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what is wider than the page
        <section className="english-scroll" aria-label={`${title}: ${say('rows')}`} tabIndex={0}>
          <Table
            size="small"
            rowKey="row"
            columns={shown.columns}
            dataSource={shown.rows}
            pagination={shown.rows.length > ROWS ? { pageSize: ROWS, showSizeChanger: false, size: 'small' } : false}
          />
        </section>
      )}
    </section>
  );
}

/** A flag as a table's text has it, in English. */
function englishFlag(value: string | number | undefined): string {
  const text = String(value ?? '').toLowerCase();
  return text === 'true' || text === '1' ? 'Yes' : text === 'false' || text === '0' ? 'No' : '';
}
