import { Input, InputNumber } from 'antd';
import type { Range } from './grid-features.ts';
import type { ShownColumn } from './table-columns.ts';
import type { Grid } from './use-grid.ts';

interface Props {
  grid: Grid;
  columns: readonly ShownColumn[];
}

/** Bounds of a column of numbers, as the file has them: 5% is 0.05. */
function RangeFields({ column, range, onChange }: { column: ShownColumn; range: Range; onChange: (range: Range) => void }) {
  const field = (bound: 'min' | 'max', word: string) => (
    <InputNumber
      size="small"
      controls={false}
      className="filter-bound"
      aria-label={`${column.title || column.name}，${word}`}
      placeholder={word}
      value={range[bound] ?? null}
      onChange={(value) => onChange({ ...range, [bound]: value ?? undefined })}
    />
  );
  return (
    <span className="filter-range">
      {field('min', '不小于')}
      <span aria-hidden>–</span>
      {field('max', '不大于')}
    </span>
  );
}

/** A filter for each column in view: a range of numbers, or a text. All of them hold at once. */
export function ColumnFilters({ grid, columns }: Props) {
  return (
    <div className="column-filters">
      {columns.map((column) => {
        const target = grid.getColumn(column.name);
        if (target === undefined) return null;
        const value = target.getFilterValue();
        const textual = column.type === 'gene' || column.type === 'text' || column.type === 'flag';
        return (
          <div key={column.name} className="column-filter">
            <span className="column-label">
              {column.name}
              {column.title !== '' && <small>{column.title}</small>}
            </span>
            {textual ? (
              <Input
                size="small"
                allowClear
                aria-label={`${column.title || column.name}，含有的文字`}
                placeholder="含有"
                value={typeof value === 'string' ? value : ''}
                onChange={(event) => target.setFilterValue(event.target.value)}
              />
            ) : (
              <RangeFields column={column} range={(value as Range | undefined) ?? {}} onChange={(range) => target.setFilterValue(range)} />
            )}
          </div>
        );
      })}
    </div>
  );
}
