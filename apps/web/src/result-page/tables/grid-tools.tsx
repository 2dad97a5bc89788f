import { FilterOutlined, TableOutlined } from '@ant-design/icons';
import type { ColumnarTable } from '@oncoloom/figures';
import { formatCount } from '@oncoloom/tool-kit';
import { Button, Checkbox, Popover } from 'antd';
import { CopyButton } from '../../base/parts/copy-button.tsx';
import { ColumnFilters } from './column-filters.tsx';
import { toTsv } from './grid-features.ts';
import './grid-tools.css';
import type { ShownColumn } from './table-columns.ts';
import type { Grid } from './use-grid.ts';

interface Props {
  title: string;
  table: ColumnarTable;
  grid: Grid;
  columns: readonly ShownColumn[];
  /** Places of the rows that can be copied, in their order. */
  rows: readonly number[];
}

/** Which columns are shown; the first one names the rows and stays. */
function ColumnChoice({ grid, columns }: Pick<Props, 'grid' | 'columns'>) {
  return (
    <div className="column-choice">
      {columns.map((column, i) => {
        const target = grid.getColumn(column.name);
        return (
          <Checkbox
            key={column.name}
            disabled={i === 0}
            checked={target?.getIsVisible() === true}
            onChange={(event) => target?.toggleVisibility(event.target.checked)}
          >
            <span className="column-label">
              {column.name}
              {column.title !== '' && <small>{column.title}</small>}
            </span>
          </Checkbox>
        );
      })}
    </div>
  );
}

/** Filter, choice of columns, and copying of rows: the chosen ones, else all that the view, the search and the filters leave. */
export function GridTools({ title, table, grid, columns, rows }: Props) {
  const filters = grid.state.columnFilters.length;
  const hidden = columns.filter(({ name }) => grid.getColumn(name)?.getIsVisible() === false).length;
  const { rowSelection } = grid.state;
  const chosen = rows.filter((row) => rowSelection[row] === true);
  const copied = chosen.length > 0 ? chosen : rows;
  const order = grid.getVisibleLeafColumns().map(({ id }) => id);
  return (
    <fieldset className="grid-tools" aria-label={`整理「${title}」`}>
      <Popover
        trigger="click"
        placement="bottomRight"
        title="按列筛选"
        content={
          <>
            <ColumnFilters grid={grid} columns={columns} />
            <Button size="small" disabled={filters === 0} onClick={() => grid.resetColumnFilters(true)}>
              清除筛选
            </Button>
          </>
        }
      >
        <Button size="small" icon={<FilterOutlined />} type={filters > 0 ? 'primary' : 'default'} ghost={filters > 0}>
          筛选{filters > 0 && ` ${filters}`}
        </Button>
      </Popover>
      <Popover
        trigger="click"
        placement="bottomRight"
        title="显示哪些列"
        content={
          <>
            <ColumnChoice grid={grid} columns={columns} />
            <Button size="small" disabled={hidden === 0} onClick={() => grid.resetColumnVisibility(true)}>
              显示全部
            </Button>
          </>
        }
      >
        <Button size="small" icon={<TableOutlined />}>
          列{hidden > 0 && ` ${columns.length - hidden}/${columns.length}`}
        </Button>
      </Popover>
      <CopyButton text={() => toTsv(table, order, copied)} disabled={copied.length === 0}>
        复制 {formatCount(copied.length)} 行
      </CopyButton>
    </fieldset>
  );
}
