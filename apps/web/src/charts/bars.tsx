import {
  AxisNames,
  facetsOf,
  groupsOf,
  layoutPanels,
  MARK,
  numbersOf,
  optionalTexts,
  type Panel,
  PanelAxes,
  panelAt,
  panelsHeight,
  percentTicksOf,
  type Scale,
  shorten,
  styleFlag,
  styleText,
  subjectOf,
  tableOf,
  textsOf,
  textWidth,
  typefaceOf,
  writeDecimal,
} from '@oncoloom/figures';
import { formatCount, formatPercent } from '@oncoloom/tool-kit';
import { useMemo } from 'react';
import { BandTexts, fitBandNames } from './band-names.tsx';
import { type Bar, barAt, barRect, layoutBars } from './bars-layout.ts';
import { ItemStage } from './item-stage.tsx';
import { TitleHints } from './title-hints.tsx';

import type { ChartProps } from './types.ts';

/** Lines of text that a horizontal bar takes on screen at least. */
const LINES_PER_BAR = 1.5;
const HEIGHT_MAX = 1600;
/** Names at the left take at most this share of the width. */
const NAMES_SHARE = 0.4;

/**
 * Bars side by side or stacked, running right or up; negative values run the other way. Table `bars`, a row per bar in display
 * order; columns `label`, `value`, optionally `group`, `facet`, and `limit`: where a dashed line crosses the bars, one value in all rows. Without
 * groups the style's `up_color` and `down_color` tell signs.
 */
export default function Bars({ figure, tables, style, words, width, highlight, onPointClick }: ChartProps) {
  const { columns } = figure;
  const table = tableOf(tables, 'bars');
  const labels = textsOf(table, columns.label);
  const values = numbersOf(table, columns.value);
  const membership = optionalTexts(table, columns.group);
  const limit = columns.limit === undefined ? null : (numbersOf(table, columns.limit)[0] ?? null);
  const facets = useMemo(() => facetsOf(optionalTexts(table, columns.facet), table.rowCount), [table, columns]);
  const horizontal = styleText(style, 'bar_direction', 'vertical') === 'horizontal';
  const stacked = styleText(style, 'bar_mode', 'grouped') === 'stacked';
  const percent = styleText(style, 'value_format', 'number') === 'percent';
  const write = percent ? formatPercent : (value: number) => (Number.isInteger(value) ? formatCount(value) : writeDecimal(value));

  const groups = useMemo(() => {
    if (membership !== null) return groupsOf(membership, words, style);
    const own = [
      ['', styleText(style, 'up_color', '#0072B2')],
      ['−', styleText(style, 'down_color', '#D55E00')],
    ] as const;
    return own.map(([name, colour]) => ({ name, colour, count: 0 }));
  }, [membership, words, style]);
  const group = useMemo(() => {
    if (membership === null) return Array.from(values, (value) => (value < 0 ? 1 : 0));
    const place = new Map(groups.map(({ name }, i) => [name, i]));
    return membership.map((name) => place.get(name) ?? 0);
  }, [membership, groups, values]);
  const layout = useMemo(() => {
    const sideBySide = membership === null ? { group: labels.map(() => 0), groups: 1 } : { group, groups: groups.length };
    return layoutBars({ labels, values, facets, ...sideBySide, stacked, shared: horizontal, limit });
  }, [labels, values, facets, group, groups, membership, stacked, horizontal, limit]);

  const most = Math.max(...layout.labels.map((list) => list.length), 1);
  const typeface = useMemo(() => typefaceOf(style), [style]);
  const height = Math.max(
    panelsHeight(style, width, facets.names.length),
    horizontal ? Math.min(most * typeface.size * LINES_PER_BAR + 90, HEIGHT_MAX) : 0,
  );
  const { panels, names } = useMemo(() => {
    const ticks = percent ? (scale: Scale) => percentTicksOf(scale, typeface.size * 6.5) : undefined;
    const legend = membership === null ? [] : groups.map(({ name, colour }) => ({ label: name, colour, count: '' }));
    const options = { width, height, titles: { x: '', y: '' }, style, legend };
    if (horizontal) {
      const written = fitLeftNames(layout.labels[0] ?? [], width * NAMES_SHARE, (text) => textWidth(text, typeface));
      const view = { x: layout.span, y: [most + 0.5, 0.5] as const };
      const spans = facets.names.map((name) => ({ name, x: layout.span }));
      const placed = layoutPanels({ ...options, view, names: { y: written.width }, ...(ticks && { ticks: { x: ticks } }) }, spans);
      return { panels: placed, names: { way: 'left' as const, texts: [written.texts] } };
    }
    const view = { x: [0, 1] as const, y: layout.span };
    const spans = facets.names.map((name, i) => ({ name, x: [0.5, (layout.labels[i]?.length ?? 0) + 0.5] as const }));
    const upright = { ...options, view, ...(ticks && { ticks: { y: ticks } }) };
    const first = layoutPanels({ ...upright, names: { x: 0 } }, spans);
    const band = Math.min(...first.panels.map((panel) => panel.x(2) - panel.x(1)));
    // Together, so that one panel's names are not turned while another's are not.
    const fitted = fitBandNames(layout.labels.flat(), band, height, typeface);
    const starts = layout.labels.map((_, i) => layout.labels.slice(0, i).flat().length);
    const texts = layout.labels.map((list, i) => {
      const start = starts[i] as number;
      return { ...fitted, texts: fitted.texts.slice(start, start + list.length) };
    });
    return { panels: layoutPanels({ ...upright, names: { x: fitted.depth } }, spans), names: { way: 'below' as const, texts } };
  }, [layout, facets, horizontal, percent, width, height, style, groups, membership, typeface, most]);

  const { bars } = layout;
  const stops = useMemo(() => [...bars.keys()], [bars]);
  const panelOf = (bar: Bar) => panels.panels[bar.facet] as Panel;
  const found = highlight === undefined ? -1 : bars.findIndex(({ row }) => labels[row]?.toUpperCase() === highlight.toUpperCase());
  const signed = layout.span[0] < 0;
  return (
    <ItemStage
      width={width}
      height={height}
      alternative={words.alternative ?? figure.title}
      items="图中的条"
      stops={stops}
      hit={(at) => {
        const facet = panelAt(panels.panels, at);
        return facet === null ? null : barAt(bars, facet, panels.panels[facet] as Panel, horizontal, at);
      }}
      anchor={(at) => {
        const bar = bars[at] as Bar;
        const place = barRect(bar, panelOf(bar), horizontal);
        return { x: place.x + (horizontal ? place.width : place.width / 2), y: place.y + (horizontal ? place.height / 2 : 0) };
      }}
      describe={(at) => {
        const { row, facet } = bars[at] as Bar;
        const panel = facets.names[facet] ?? '';
        const value = ['数值', write(values[row] as number)] as const;
        return {
          name: labels[row] as string,
          italic: subjectOf(figure, words) === 'gene',
          tag: membership?.[row] ?? '',
          rows: panel === '' ? [value] : [['图', panel], value],
        };
      }}
      highlighted={found === -1 ? null : found}
      onPress={(at) => onPointClick?.(labels[(bars[at] as Bar).row] as string)}
      hints={<TitleHints frame={panels.frame} />}
    >
      {(active) => (
        <>
          {panels.panels.map((panel, facet) => (
            <g key={panel.name}>
              {groups.map(({ name, colour }, i) => (
                <path key={name} d={pathOf(facet, panel, i)} fill={colour} shapeRendering="crispEdges" />
              ))}
              {signed && <ZeroLine panel={panel} horizontal={horizontal} />}
              {limit !== null && <LimitLine panel={panel} horizontal={horizontal} at={limit} />}
              {styleFlag(style, 'show_values', false) && !stacked && bars.map((bar, i) => bar.facet === facet && valueText(bar, i, panel))}
              {names.way === 'below' && names.texts[facet] !== undefined && (
                <BandTexts panel={panel} names={names.texts[facet]} typeface={typeface} italic={subjectOf(figure, words) === 'gene'} />
              )}
            </g>
          ))}
          {active !== null && <ActiveBar place={barRect(bars[active] as Bar, panelOf(bars[active] as Bar), horizontal)} />}
          {names.way === 'left' && (
            <AxisNames
              panels={panels.panels}
              texts={names.texts[0] ?? []}
              typeface={typeface}
              italic={subjectOf(figure, words) === 'gene'}
            />
          )}
          <PanelAxes panels={panels} />
        </>
      )}
    </ItemStage>
  );

  function pathOf(facet: number, panel: Panel, own: number): string {
    return bars
      .filter((bar) => bar.facet === facet && group[bar.row] === own)
      .map((bar) => {
        const { x, y, width: across, height: down } = barRect(bar, panel, horizontal);
        return `M${x.toFixed(2)},${y.toFixed(2)}h${across.toFixed(2)}v${down.toFixed(2)}h${(-across).toFixed(2)}Z`;
      })
      .join('');
  }

  function valueText(bar: Bar, key: number, panel: Panel) {
    const place = barRect(bar, panel, horizontal);
    const value = values[bar.row] as number;
    const away = value < 0 ? -1 : 1;
    const at = horizontal
      ? {
          x: panel.x(bar.to) + away * 4,
          y: place.y + place.height / 2,
          textAnchor: away < 0 ? ('end' as const) : ('start' as const),
          dy: '0.35em',
        }
      : { x: place.x + place.width / 2, y: panel.y(bar.to) - away * 4, textAnchor: 'middle' as const, dy: away < 0 ? '0.75em' : '0' };
    return (
      <text key={key} {...at} fontFamily={typeface.family} fontSize={typeface.size * 0.9} fill={MARK.ink}>
        {write(value)}
      </text>
    );
  }
}

/** Names in one column left of the axis, shortened where they would take the room of the bars. */
function fitLeftNames(names: readonly string[], room: number, measure: (text: string) => number): { texts: string[]; width: number } {
  const texts = names.map((name) => shorten(name, room, measure));
  return { texts, width: texts.reduce((most, text) => Math.max(most, measure(text)), 0) };
}

function ZeroLine({ panel, horizontal }: { panel: Panel; horizontal: boolean }) {
  const { plot } = panel;
  const path = horizontal ? `M${panel.x(0)},${plot.y}V${plot.y + plot.height}` : `M${plot.x},${panel.y(0)}H${plot.x + plot.width}`;
  return <path d={path} stroke={MARK.axis} fill="none" shapeRendering="crispEdges" />;
}

function LimitLine({ panel, horizontal, at }: { panel: Panel; horizontal: boolean; at: number }) {
  const { plot } = panel;
  const path = horizontal ? `M${panel.x(at)},${plot.y}V${plot.y + plot.height}` : `M${plot.x},${panel.y(at)}H${plot.x + plot.width}`;
  return <path d={path} stroke={MARK.threshold} strokeDasharray="4 3" fill="none" />;
}

function ActiveBar({ place }: { place: { x: number; y: number; width: number; height: number } }) {
  return <rect {...place} fill="none" stroke={MARK.ink} strokeWidth={1.5} />;
}
