import type { MatrixFacts } from '@oncoloom/contract';
import { formatCount, formatDecimal } from '@oncoloom/tool-kit';
import { distinctNames } from '../base/distinct-names.ts';
import { useNarrow } from '../base/hooks/use-narrow.ts';
import './files.css';

const ROWS = 5;
const COLUMNS = 5;
const COLUMNS_NARROW = 2;

export interface GroupMark {
  name: string;
  colour: string;
}

/** Columns to show: the first ones, with one of each compared group among them where the preview has it. */
function columnsToShow(
  samples: readonly string[],
  count: number,
  groupOf: ReadonlyMap<string, string>,
  groups: readonly string[],
): number[] {
  const shown = new Set<number>();
  for (const group of groups) {
    const first = samples.findIndex((sample) => groupOf.get(sample) === group);
    if (first >= 0 && shown.size < count) shown.add(first);
  }
  for (let i = 0; i < samples.length && shown.size < count; i += 1) shown.add(i);
  return [...shown].sort((a, b) => a - b);
}

/** Decimals that tell the values apart and keep the column even. */
function digitsOf(values: readonly (readonly (number | null)[])[]): number {
  return values.flat().every((value) => value === null || Number.isInteger(value)) ? 0 : 3;
}

interface Props {
  matrix: MatrixFacts;
  /** Group of each sample, where it is known. */
  groupOf: ReadonlyMap<string, string>;
  /** The compared groups and their colours. */
  marks: readonly GroupMark[];
  title?: string;
}

/** The first corner of a matrix as the platform understood it, with each sample's group as a dot. */
export function MatrixPreview({ matrix, groupOf, marks, title = '平台读到的表' }: Props) {
  const narrow = useNarrow();
  const { preview, samples } = matrix;
  const known = preview.values[0]?.length ?? 0;
  const shown = columnsToShow(
    samples.slice(0, known),
    narrow ? COLUMNS_NARROW : COLUMNS,
    groupOf,
    marks.map(({ name }) => name),
  );
  const shortNames = distinctNames(marks.map(({ name }) => name));
  const digits = digitsOf(preview.values);
  const more = !narrow && matrix.columns > shown.length;
  return (
    <section aria-label={title}>
      <div className="part-head">
        <h3>
          {title} <span className="caption">前 {Math.min(ROWS, preview.rows.length)} 行</span>
        </h3>
        <span className="group-legend">
          {marks.map(({ name, colour }) => (
            <span key={name} title={name}>
              <i style={{ background: colour }} />
              {shortNames.get(name)}
            </span>
          ))}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reachable by keyboard */}
      <div className="preview-table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{matrix.identifierColumn || '行名'}</th>
              {shown.map((i) => {
                const sample = samples[i] ?? '';
                const mark = marks.find(({ name }) => name === groupOf.get(sample));
                return (
                  <th key={sample} scope="col" title={mark === undefined ? sample : `${sample}：${mark.name}`}>
                    {mark !== undefined && <i className="group-dot" style={{ background: mark.colour }} />}
                    <span>{sample}</span>
                  </th>
                );
              })}
              {more && <th scope="col">… 共 {formatCount(matrix.columns)} 列</th>}
            </tr>
          </thead>
          <tbody>
            {preview.rows.slice(0, ROWS).map((row, r) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {shown.map((i) => {
                  const value = preview.values[r]?.[i] ?? null;
                  return (
                    <td key={samples[i]}>{value === null ? '—' : digits === 0 ? formatCount(value) : formatDecimal(value, digits)}</td>
                  );
                })}
                {more && <td>…</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
