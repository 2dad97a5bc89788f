import type { ValueSource } from '@oncoloom/contract';
import { fillTemplate, formatCount, type TableSource, type ToldTool, trueMinus } from '@oncoloom/tool-kit';

const SIGNS = { '<': '<', '>': '>', '<=': '≤', '>=': '≥', '|>=|': '≥' } as const;

type Condition = NonNullable<TableSource['where']>[number];

/** A condition as one reads it: 「adj.P.Val < 0.05」. */
function conditionWords(condition: Condition, values: Readonly<Record<string, unknown>>, facts: Readonly<Record<string, unknown>>): string {
  const { column } = condition;
  if ('fact' in condition) return `${column} 是「${String(facts[condition.fact] ?? '')}」`;
  if ('parameter' in condition) return `${column} 是「${String(values[condition.parameter] ?? '')}」`;
  const { is, value } = condition;
  const limit = typeof value === 'number' ? value : values[value.parameter];
  const sign = typeof value !== 'number' && value.negate === true && limit !== 0 ? '-' : '';
  return `${is === '|>=|' ? `|${column}|` : column} ${SIGNS[is]} ${trueMinus(`${sign}${String(limit)}`)}`;
}

/** What a table is called on the page: its own title, or the figure that is drawn from it. */
export function tableWords(tool: ToldTool, table: string, words: Readonly<Record<string, string>>): string {
  const declaration = tool.tables[table];
  if (declaration?.role === 'result') return `表「${declaration.title}」`;
  const drawn = Object.values(tool.figures).find(({ tables }) => Object.values(tables).includes(table));
  return drawn === undefined ? `表 ${table}` : `图「${fillTemplate(drawn.title, words)}」的数据`;
}

/** Of which rows a count or a cell is. `row`: of the cell, from 0, once it is known. */
export function placeWords(
  { where = [], column, of }: TableSource,
  run: { parameters: Readonly<Record<string, unknown>>; facts: Readonly<Record<string, unknown>> },
  row: number | null,
): string {
  const rows = where.length === 0 ? '' : where.map((condition) => conditionWords(condition, run.parameters, run.facts)).join('，');
  if (column === undefined) return rows === '' ? '行数' : `${rows} 的行数`;
  const within = rows === '' ? '' : `（${rows} 的行）`;
  if (of === 'distinct') return `${column} 列有几种${within}`;
  if (of === 'sum') return `${column} 列的和${within}`;
  if (of === 'median') return `${column} 列的中位数${within}`;
  const which = of === 'min' ? '的最小值' : of === 'max' ? '的最大值' : '';
  return `${column} 列${which}${row === null ? within : `，第 ${formatCount(row + 1)} 行`}`;
}

/** Where a value that stands in no table comes from. */
export function sourceWords(source: Exclude<ValueSource, { kind: 'table' }> | undefined): string {
  switch (source?.kind) {
    case 'parameter':
      return `参数「${source.label}」`;
    case 'version':
      return `软件包 ${source.package} 的版本`;
    case 'input':
      return `输入「${source.file}」${source.of === 'rows' ? '的行数' : source.of === 'columns' ? '的列数' : ''}`;
    case 'computed':
      return `这次运行算出来的：${source.label}`;
    default:
      return '这个工具里写定的数，不随数据变化';
  }
}
