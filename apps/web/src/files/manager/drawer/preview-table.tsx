import type { FilePreview } from '@oncoloom/contract';
import { formatCell } from '@oncoloom/tool-kit';
import { Table } from 'antd';
import { useMemo } from 'react';

type Preview = NonNullable<FilePreview['preview']>;
type Cell = Preview['rows'][number][number];

const HEIGHT = 460;
/** Pixels, at least. */
const WIDTHS = { identifier: 90, number: 96, text: 140 } as const;
/** Pixels of a name's character, and of what stands around it; names of samples often differ at their end only. */
const NAME_CHARACTER = 8.8;
const NAME_PADDING = 22;
const NAME_WIDTH_MAX = 200;

const DECIMALS = 3;

/** The same number of decimals all down a column: none of whole numbers. */
function decimalsOf(rows: Preview['rows'], at: number): number {
  return rows.every((cells) => typeof cells[at] !== 'number' || Number.isInteger(cells[at])) ? 0 : DECIMALS;
}

function written(cell: Cell, decimals: number): string {
  if (cell === null || cell === '') return '—';
  return typeof cell === 'string' ? cell : formatCell(cell, decimals);
}

/** Room for each column's name; for the identifiers themselves, too. */
function widthsOf({ columns, rows }: Preview): number[] {
  return columns.map(({ name, type }, at) => {
    const texts = type === 'identifier' ? [name, ...rows.map((cells) => String(cells[at] ?? ''))] : [name];
    const longest = Math.max(...texts.map(({ length }) => length));
    return Math.max(WIDTHS[type], Math.min(Math.ceil(longest * NAME_CHARACTER) + NAME_PADDING, NAME_WIDTH_MAX));
  });
}

/** The first rows and columns of a file; only those in view are drawn. */
export function PreviewTable({ preview }: { preview: Preview }) {
  const widths = useMemo(() => widthsOf(preview), [preview]);
  const columns = useMemo(
    () =>
      preview.columns.map(({ name, type }, at) => {
        const decimals = decimalsOf(preview.rows, at);
        return {
          title: name,
          key: `${at} ${name}`,
          width: widths[at] ?? NAME_WIDTH_MAX,
          ellipsis: true,
          ...(at === 0 ? { fixed: 'left' as const } : {}),
          ...(type === 'number' ? { align: 'right' as const } : {}),
          render: (_: unknown, row: { cells: readonly Cell[] }) => written(row.cells[at] ?? null, decimals),
        };
      }),
    [preview, widths],
  );
  const rows = useMemo(() => preview.rows.map((cells, key) => ({ key, cells })), [preview]);
  const width = widths.reduce((sum, each) => sum + each, 0);
  return (
    <Table
      className="file-preview"
      size="small"
      virtual
      pagination={false}
      columns={columns}
      dataSource={rows}
      scroll={{ x: width, y: HEIGHT }}
      aria-label="文件的前几行"
    />
  );
}
