import { type DocumentColumn, formatTyped, type ToldTable } from '@oncoloom/tool-kit';
import { ChartDataError } from '../data/table.ts';
import type { ColumnarTable } from '../data/types.ts';
import { MARK } from '../plot/marks.ts';
import { shorten } from '../text/axis-titles.ts';
import { tableRule } from './blocks.tsx';
import { Line, Lines } from './marks.tsx';
import { linesOf, MARGIN, type Piece, ROOM, widthOf } from './page.ts';

const SIZE = 7.5;
const ROW = SIZE * 1.75;
const TITLE_LINE = SIZE * 1.4;
/** Free room at the right of each cell. */
const GAP = 6;

interface Cell {
  text: string;
  marked: boolean;
}

/** A column with its place on the page. */
interface Column {
  lines: readonly string[];
  cells: readonly Cell[];
  left: number;
  width: number;
  align: 'left' | 'right';
}

/** The cells of a table as a document writes them, each column with its title's lines. */
export function tableColumns(table: ColumnarTable, declaration: ToldTable, columns: readonly DocumentColumn[]): Column[] {
  const kept = columns.filter(({ column, hideEmpty }) => hideEmpty !== true || textsIn(table, column).some((text) => text !== ''));
  const total = kept.reduce((sum, { width }) => sum + width, 0);
  let left = MARGIN.side;
  return kept.map((column) => {
    const width = (ROOM.width * column.width) / total;
    const placed = placeColumn(table, declaration, column, left, width);
    left += width;
    return placed;
  });
}

function cellsOf(table: ColumnarTable, name: string): readonly (string | number)[] {
  const cells = table.columns[name];
  if (cells === undefined) throw new ChartDataError(`表里没有「${name}」这一列`);
  return [...cells];
}

function textsIn(table: ColumnarTable, name: string): string[] {
  return cellsOf(table, name).map(String);
}

function placeColumn(table: ColumnarTable, declaration: ToldTable, column: DocumentColumn, left: number, width: number): Column {
  const declared = declaration.columns.find(({ name }) => name === column.column);
  const type = declared?.type ?? 'text';
  const digits = column.digits ?? declared?.digits;
  const values = cellsOf(table, column.column);
  const marks = column.marked === undefined ? null : textsIn(table, column.marked);
  const room = width - GAP;
  const limit = column.limit === undefined ? undefined : cellsOf(table, column.limit.column)[0];
  const limitText = (): string[] => {
    if (column.limit === undefined) return [];
    if (limit === undefined || Number.isNaN(limit)) return [column.limit.missing];
    const own = declaration.columns.find(({ name }) => name === column.limit?.column);
    return [`阈值 ${formatTyped(limit, own?.type ?? 'number', own?.digits)}`];
  };
  return {
    lines: [...linesOf(column.title ?? declared?.title ?? column.column, room, SIZE, true), ...limitText()],
    cells: values.map((value, row) => {
      const written =
        column.unit === undefined
          ? formatTyped(value, type, digits)
          : value === 0
            ? ''
            : `${formatTyped(value, type, digits)} ${column.unit}`;
      // A blank text says nothing more by a dash.
      const text = value === '' ? '' : shorten(written, room, (part) => widthOf(part, SIZE));
      return { text, marked: marks !== null && isTrue(marks[row]) };
    }),
    left,
    width,
    align: values.some((value) => typeof value === 'number') ? 'right' : 'left',
  };
}

/** A flag as R writes it, or a count. */
function isTrue(text: string | undefined): boolean {
  return text !== undefined && (/^true$/i.test(text) || Number(text) > 0);
}

/** A table; its header stands again on each page. */
export function tablePieces(table: ColumnarTable, declaration: ToldTable, columns: readonly DocumentColumn[]): Piece[] {
  const placed = tableColumns(table, declaration, columns);
  const lines = Math.max(...placed.map((column) => column.lines.length), 1);
  const height = lines * TITLE_LINE + 6;
  const at = ({ align, left, width }: Column) => (align === 'left' ? left : left + width - GAP);
  const header: Piece = {
    height,
    before: 6,
    follows: table.rowCount > 0,
    draw: (top) => (
      <>
        {placed.map((column) => (
          <Lines
            key={column.left}
            lines={column.lines}
            x={at(column)}
            top={top + 2 + (lines - column.lines.length) * TITLE_LINE}
            leading={TITLE_LINE}
            size={SIZE}
            bold
            align={column.align}
          />
        ))}
        {tableRule(top + height - 1, true)}
      </>
    ),
  };
  const rows = Array.from(
    { length: table.rowCount },
    (_, row): Piece => ({
      height: ROW,
      again: header,
      draw: (top) => (
        <>
          {placed.map((column) => {
            const cell = column.cells[row];
            if (cell === undefined || cell.text === '') return null;
            return (
              <Line
                key={column.left}
                x={at(column)}
                top={top + 3}
                size={SIZE}
                bold={cell.marked}
                colour={cell.marked ? MARK.notice : MARK.ink}
                align={column.align}
              >
                {cell.text}
              </Line>
            );
          })}
          {tableRule(top + ROW, false)}
        </>
      ),
    }),
  );
  return [header, ...rows];
}
