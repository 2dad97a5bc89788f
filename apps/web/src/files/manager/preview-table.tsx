import type { FilePreview } from '@oncoloom/contract';
import { formatCell } from '@oncoloom/tool-kit';
import { Table } from 'antd';
import { useMemo } from 'react';

type Preview = NonNullable<FilePreview['preview']>;
type Cell = Preview['rows'][number][number];

const HEIGHT = 460;
const WIDTHS = { identifier: 170, number: 96, text: 140 } as const;

const DECIMALS = 3;

/** The same number of decimals all down a column: none of whole numbers. */
function decimalsOf(rows: Preview['rows'], at: number): number {
  return rows.every((cells) => typeof cells[at] !== 'number' || Number.isInteger(cells[at])) ? 0 : DECIMALS;
}

function written(cell: Cell, decimals: number): string {
  if (cell === null || cell === '') return '—';
  return typeof cell === 'string' ? cell : formatCell(cell, decimals);
}

/** The first rows and columns of a file; only those in view are drawn. */
export function PreviewTable({ preview }: { preview: Preview }) {
  const columns = useMemo(
    () =>
      preview.columns.map(({ name, type }, at) => {
        const decimals = decimalsOf(preview.rows, at);
        return {
          title: name,
          key: `${at} ${name}`,
          width: WIDTHS[type],
          ellipsis: true,
          ...(at === 0 ? { fixed: 'left' as const } : {}),
          ...(type === 'number' ? { align: 'right' as const } : {}),
          render: (_: unknown, row: { cells: readonly Cell[] }) => written(row.cells[at] ?? null, decimals),
        };
      }),
    [preview],
  );
  const rows = useMemo(() => preview.rows.map((cells, key) => ({ key, cells })), [preview]);
  const width = preview.columns.reduce((sum, { type }) => sum + WIDTHS[type], 0);
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
