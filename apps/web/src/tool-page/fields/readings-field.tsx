import { numbersOf, type Value } from '@oncoloom/tool-kit';
import { Radio } from 'antd';

/** How one column of numbers is read; undefined: nobody has said yet and it must be said. */
export interface Reading {
  column: string;
  as: 'codes' | 'numbers' | undefined;
}

/** What is chosen, what the user said of it, and what is known of the columns: `cells` of a small table, or their types alone. */
export interface Readable {
  chosen: readonly string[];
  codes: readonly string[];
  numbers: readonly string[];
  columns: readonly { name: string; numeric: boolean | undefined; cells?: readonly string[] }[];
  /** Columns about which the checks ask. */
  asked: readonly string[];
}

/** The chosen columns that hold numbers, with how each is read; a column that nobody asks about is a number as it stands. */
export function readingsOf({ chosen, codes, numbers, columns, asked }: Readable): Reading[] {
  const isNumeric = ({ numeric, cells }: Readable['columns'][number]) => numeric ?? (cells !== undefined && numbersOf(cells) !== undefined);
  return columns.flatMap((column): Reading[] => {
    if (!chosen.includes(column.name) || !isNumeric(column)) return [];
    if (codes.includes(column.name)) return [{ column: column.name, as: 'codes' }];
    const said = numbers.includes(column.name) || !asked.includes(column.name);
    return [{ column: column.name, as: said ? 'numbers' : undefined }];
  });
}

/** The lists of both answers after a column got one. */
export function withReading({ codes, numbers }: Readable, column: string, as: 'codes' | 'numbers'): { codes: Value; numbers: Value } {
  const without = (list: readonly string[]) => list.filter((other) => other !== column);
  return {
    codes: as === 'codes' ? [...without(codes), column] : without(codes),
    numbers: as === 'numbers' ? [...without(numbers), column] : without(numbers),
  };
}

interface Props {
  readable: Readable;
  onChange: (lists: { codes: Value; numbers: Value }) => void;
}

/** Codes or numbers: one line for each chosen column that holds numbers. */
export function ReadingsField({ readable, onChange }: Props) {
  const readings = readingsOf(readable);
  if (readings.length === 0) return null;
  return (
    <ul className="readings">
      {readings.map(({ column, as }) => (
        <li key={column}>
          <span className="reading-name">{column}</span>
          <Radio.Group
            size="small"
            optionType="button"
            aria-label={`「${column}」是编号还是数值`}
            value={as ?? null}
            options={[
              { value: 'codes', label: '按编号' },
              { value: 'numbers', label: '按数值' },
            ]}
            onChange={(event) => onChange(withReading(readable, column, event.target.value))}
          />
          {as === undefined && <span className="field-error">请选一种</span>}
        </li>
      ))}
    </ul>
  );
}
