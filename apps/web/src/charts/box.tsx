import {
  BandTexts,
  distinctGroups,
  facetsOf,
  fitBandNames,
  groupsOf,
  indexOfNames,
  layoutPanels,
  MARK,
  numbersOf,
  optionalTexts,
  PanelAxes,
  panelAt,
  panelsHeight,
  SUBJECT_WORDS,
  styleFlag,
  subjectOf,
  tableOf,
  textsOf,
  typefaceOf,
  writeDecimal,
} from '@oncoloom/figures';
import { formatCount } from '@oncoloom/tool-kit';
import { useMemo } from 'react';
import { type BoxPoints, boxPoints, boxShape, boxSpan, placesOf } from './box-layout.ts';
import { Boxes, OutlyingPoints } from './box-marks.tsx';
import { ItemStage } from './item-stage.tsx';
import { TitleHints } from './title-hints.tsx';

import type { ChartProps } from './types.ts';

const NO_POINTS: BoxPoints = { facet: [], place: [], value: [] };
const OUTLIER_RADIUS = 1.3;

/**
 * Box plots of samples or of genes, panels side by side on one axis. Table `boxes`, a row per box in display order; columns `label`, `low`,
 * `q1`, `median`, `q3`, `high`, optionally `group`, `facet`. Optional table `outliers`, a row per point beyond the whiskers;
 * columns `label`, `facet` as above and `value`.
 */
export default function BoxPlot({ figure, tables, style, words, width, highlight, onPointClick }: ChartProps) {
  const { columns } = figure;
  const table = tableOf(tables, 'boxes');
  const labels = textsOf(table, columns.label);
  const membership = optionalTexts(table, columns.group);
  const data = useMemo(() => {
    const facets = facetsOf(optionalTexts(table, columns.facet), table.rowCount);
    const [low, q1, median, q3, high] = ['low', 'q1', 'median', 'q3', 'high'].map((role) => numbersOf(table, columns[role])) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    return { labels, low, q1, median, q3, high, facets, place: placesOf(facets) };
  }, [table, labels, columns]);
  const points = useMemo(() => {
    if (tables.outliers === undefined || !styleFlag(style, 'show_outliers', true)) return NO_POINTS;
    const { outliers } = tables;
    return boxPoints(data, textsOf(outliers, columns.label), optionalTexts(outliers, columns.facet), numbersOf(outliers, columns.value));
  }, [tables, data, columns, style]);
  const groups = useMemo(
    () => groupsOf(distinctGroups(labels, membership ?? labels.map(() => '')), words, style),
    [labels, membership, words, style],
  );
  const group = useMemo(() => {
    const place = new Map(groups.map(({ name }, i) => [name, i]));
    return labels.map((_, row) => place.get(membership?.[row] ?? '') ?? 0);
  }, [groups, labels, membership]);

  const height = panelsHeight(style, width, data.facets.names.length);
  const samples = useMemo(() => new Set(labels).size, [labels]);
  const { panels, names } = useMemo(() => {
    const { facets } = data;
    const options = {
      width,
      height,
      view: { x: [0, 1] as const, y: boxSpan(data, points) },
      titles: { x: `${formatCount(samples)} 个${SUBJECT_WORDS[subjectOf(figure, words)]}`, y: '' },
      style,
      legend: membership === null ? [] : groups.map(({ name, colour, count }) => ({ label: name, colour, count: formatCount(count) })),
    };
    const spans = facets.names.map((name, i) => ({ name, x: [0.5, (facets.rows[i]?.length ?? 0) + 0.5] as const }));
    const first = layoutPanels({ ...options, names: { x: 0 } }, spans);
    const band = Math.min(...first.panels.map((panel) => panel.x(2) - panel.x(1)));
    const written = styleFlag(style, 'show_samples', true) ? labels : [];
    const fitted = fitBandNames(written, band, height, typefaceOf(style));
    return { panels: layoutPanels({ ...options, names: { x: fitted.depth } }, spans), names: fitted };
  }, [data, points, width, height, samples, style, groups, membership, labels, figure, words]);
  const stops = useMemo(() => data.facets.rows.flat(), [data]);
  const rows = useMemo(() => indexOfNames(labels), [labels]);
  const bandOf = (facet: number) => {
    const panel = panels.panels[facet];
    return panel === undefined ? 1 : panel.x(2) - panel.x(1);
  };
  const panelOf = (row: number) => panels.panels[data.facets.of[row] as number];

  return (
    <ItemStage
      width={width}
      height={height}
      alternative={words.alternative ?? figure.title}
      items="图中的箱线"
      stops={stops}
      hit={(at) => {
        const facet = panelAt(panels.panels, at);
        if (facet === null) return null;
        const own = data.facets.rows[facet] ?? [];
        const place = Math.round(panels.panels[facet]?.x.invert(at.x) ?? 0);
        return own[Math.min(Math.max(place, 1), own.length) - 1] ?? null;
      }}
      anchor={(row) => {
        const panel = panelOf(row);
        return { x: panel?.x(data.place[row] as number) ?? 0, y: panel?.y(data.high[row] as number) ?? 0 };
      }}
      describe={(row) => ({
        name: labels[row] as string,
        italic: subjectOf(figure, words) === 'gene',
        tag: membership?.[row] ?? '',
        rows: [
          ['中位数', writeDecimal(data.median[row])],
          ['四分位数', `${writeDecimal(data.q1[row])} 至 ${writeDecimal(data.q3[row])}`],
          ['须', `${writeDecimal(data.low[row])} 至 ${writeDecimal(data.high[row])}`],
        ],
      })}
      highlighted={highlight === undefined ? null : (rows.get(highlight.toUpperCase()) ?? null)}
      onPress={(row) => onPointClick?.(labels[row] as string)}
      hints={<TitleHints frame={panels.frame} />}
    >
      {(active) => (
        <>
          {panels.panels.map((panel, facet) => (
            <g key={panel.name}>
              {active !== null && <BandGround panel={panel} place={placeIn(facet, active)} band={bandOf(facet)} />}
              <OutlyingPoints points={points} facet={facet} panel={panel} radius={OUTLIER_RADIUS} />
              <Boxes
                data={data}
                rows={data.facets.rows[facet] ?? []}
                group={group}
                groups={groups}
                panel={panel}
                shape={boxShape(bandOf(facet))}
              />
              <BandTexts
                panel={panel}
                names={{ ...names, texts: names.texts.length === 0 ? [] : namesOf(facet) }}
                typeface={panels.frame.typeface}
                italic={subjectOf(figure, words) === 'gene'}
              />
            </g>
          ))}
          <PanelAxes panels={panels} />
        </>
      )}
    </ItemStage>
  );

  /** Names of one panel's boxes, as they were fitted. */
  function namesOf(facet: number): string[] {
    return (data.facets.rows[facet] ?? []).map((row) => names.texts[row] as string);
  }

  /** Where the box told of, or the same sample's box, stands in a panel. */
  function placeIn(facet: number, active: number): number | null {
    const row = (data.facets.rows[facet] ?? []).find((one) => labels[one] === labels[active]);
    return row === undefined ? null : (data.place[row] as number);
  }
}

const GROUND_MIN = 4;

function BandGround({
  panel,
  place,
  band,
}: {
  panel: { x: (at: number) => number; plot: { y: number; height: number } };
  place: number | null;
  band: number;
}) {
  if (place === null) return null;
  const width = Math.max(band, GROUND_MIN);
  return (
    <rect x={panel.x(place) - width / 2} y={panel.plot.y} width={width} height={panel.plot.height} fill={MARK.accent} fillOpacity={0.16} />
  );
}
