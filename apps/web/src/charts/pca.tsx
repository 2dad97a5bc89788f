import { formatCount, formatPercent } from '@oncoloom/tool-kit';
import { useMemo } from 'react';
import { indexOfNames } from './differential.ts';
import { writeDecimal } from './differential-points.ts';
import { normalEllipse } from './ellipse.ts';
import { groupsOf } from './groups.ts';
import { padSpan, type Span, spanOf } from './scale.ts';
import { Scatter } from './scatter.tsx';
import { spanText } from './scatter-data.ts';
import { numbersOf, styleFlag, styleNumber, tableOf, textsOf } from './table.ts';
import type { ChartProps, ColumnarTable } from './types.ts';

const LEVEL = 0.95;
const POINT_RADIUS = 4;
const NOTHING: readonly number[] = [];

/** 「PC1（33.2%）」, when the variance table knows the component. */
function axisTitle(component: string, variance: ColumnarTable | undefined): string {
  if (variance === undefined) return component;
  const at = textsOf(variance, 'component').indexOf(component);
  const share = numbersOf(variance, 'share')[at];
  return share === undefined || Number.isNaN(share) ? component : `${component}（${formatPercent(share)}）`;
}

function covering(values: Float64Array, outlines: readonly (readonly [number, number])[][], axis: 0 | 1): Span {
  const all = outlines.flat().map((point) => point[axis]);
  return padSpan(spanOf(Float64Array.from([...values, ...all])) ?? [-1, 1], 0.05);
}

/** Samples on two principal components. Tables `points`, `variance`; columns `label`, `group`, `x`, `y`. */
export default function Pca(props: ChartProps) {
  const { figure, tables, style, words, width, highlight } = props;
  const table = tableOf(tables, 'points');
  const names = textsOf(table, figure.columns.label);
  const group = textsOf(table, figure.columns.group);
  const x = numbersOf(table, figure.columns.x);
  const y = numbersOf(table, figure.columns.y);

  const groups = useMemo(() => groupsOf(group, words, style), [group, words, style]);
  const looks = useMemo(() => {
    const radius = styleNumber(style, 'point_size', POINT_RADIUS);
    const opacity = styleNumber(style, 'point_opacity', 0.85);
    return groups.map(({ colour }) => ({ colour, radius, opacity }));
  }, [groups, style]);
  const data = useMemo(() => {
    const place = new Map(groups.map(({ name }, i) => [name, i]));
    return { names, x, y, looks: Uint8Array.from(group, (name) => place.get(name) ?? 0) };
  }, [names, x, y, group, groups]);
  const outlines = useMemo(() => {
    if (!styleFlag(style, 'ellipse', true)) return [];
    return groups.map(({ colour }, i) => {
      const rows = Array.from(names.keys()).filter((row) => data.looks[row] === i && Number.isFinite(x[row]) && Number.isFinite(y[row]));
      const [px, py] = [rows.map((row) => x[row] as number), rows.map((row) => y[row] as number)];
      return { colour, points: normalEllipse(px, py, LEVEL) };
    });
  }, [style, groups, names, data, x, y]);
  const home = useMemo(() => {
    const lines = outlines.map((outline) => outline.points);
    return { x: covering(x, lines, 0), y: covering(y, lines, 1) };
  }, [x, y, outlines]);
  const legend = useMemo(() => groups.map(({ name, colour, count }) => ({ label: name, colour, count: formatCount(count) })), [groups]);
  const rows = useMemo(() => indexOfNames(names), [names]);
  const everyRow = useMemo(() => Array.from(names.keys()), [names]);
  const [first, second] = [figure.columns.x ?? 'PC1', figure.columns.y ?? 'PC2'];
  const titles = useMemo(
    () => ({ x: axisTitle(first, tables.variance), y: axisTitle(second, tables.variance) }),
    [first, second, tables.variance],
  );

  return (
    <Scatter
      data={data}
      looks={looks}
      thinned={null}
      home={home}
      titles={titles}
      legend={legend}
      guides={NO_GUIDES}
      outlines={outlines}
      labelled={styleFlag(style, 'show_samples', false) ? everyRow : NOTHING}
      italic={false}
      stops={everyRow}
      describe={(row) => ({
        name: names[row] as string,
        italic: false,
        tag: group[row] as string,
        rows: [
          [first, writeDecimal(x[row])],
          [second, writeDecimal(y[row])],
        ],
      })}
      rangeText={(xs, ys) =>
        [spanText(first, xs, writeDecimal), spanText(second, ys, writeDecimal)].filter((part) => part !== '').join('，')
      }
      note={(_, unplaced) => (unplaced > 0 ? `有 ${unplaced} 个样本名放不下，没有写出；放大图面可以看到。` : '')}
      style={style}
      width={width}
      alternative={words.alternative ?? figure.title}
      highlighted={highlight === undefined ? null : (rows.get(highlight.toUpperCase()) ?? null)}
      onSelect={props.onSelect}
      onPointClick={props.onPointClick}
    />
  );
}

const NO_GUIDES: readonly never[] = [];
