import type { FigureStyle, NamedEntry } from '@oncoloom/figures';
import { closestColours, coloursOfFields, DISTINCT, distinctFirst, PALETTES, paletteColours } from '@oncoloom/tool-kit';
import { Select } from 'antd';
import { useId, useMemo } from 'react';
import type { ToldFigure, Value } from '../types.ts';

const SHOWN = 6;

/** The style that a palette gives to a figure: its colour fields, and the colours of groups that have none. */
function withPalette(figure: ToldFigure, defaults: FigureStyle, palette: string): Record<string, Value> {
  const fields = Object.keys(figure.style).filter((key) => figure.style[key]?.kind === 'colour');
  const own = Object.fromEntries(fields.map((key) => [key, defaults[key] ?? null]));
  return { ...own, ...coloursOfFields(fields, palette), palette, group_colours: [] };
}

/** Journals' palettes, each with how many of its colours colour-blind readers tell apart. */
export function PaletteField(props: {
  figure: ToldFigure;
  defaults: FigureStyle;
  style: FigureStyle;
  apply: (key: string, patch: Readonly<Record<string, Value>>) => void;
}) {
  const { figure, defaults, style, apply } = props;
  const id = useId();
  const options = useMemo(
    () => [
      { value: 'default', label: '默认' },
      ...PALETTES.map(({ value, label }) => {
        const colours = paletteColours(value) ?? [];
        return { value, label, colours: colours.slice(0, SHOWN), distinct: distinctFirst(colours).distinct };
      }),
    ],
    [],
  );
  return (
    <div className="editor-row" data-field="palette">
      <label htmlFor={id} title="期刊常用的配色，颜色取自 R 包 ggsci；Okabe–Ito 为色觉障碍者设计。">
        配色
      </label>
      <Select
        id={id}
        size="small"
        style={{ width: 150 }}
        popupMatchSelectWidth={false}
        value={typeof style.palette === 'string' ? style.palette : 'default'}
        options={options}
        optionRender={({ data }) => (
          <span className="palette-option">
            <span>{data.label}</span>
            {'colours' in data && (
              <>
                <span className="palette-swatches" aria-hidden>
                  {data.colours.map((colour) => (
                    <span key={colour} className="entry-swatch" style={{ background: colour }} />
                  ))}
                </span>
                <span className="caption">前 {data.distinct} 色色盲可分辨</span>
              </>
            )}
          </span>
        )}
        onChange={(palette) => apply('', withPalette(figure, defaults, palette))}
      />
    </div>
  );
}

/** Whether colour-blind readers tell the figure's colours apart. */
export function VisionCheck({ entries }: { entries: readonly NamedEntry[] }) {
  const coloured = entries.filter(({ colour }) => colour !== '');
  const distinct = [...new Map(coloured.map((entry) => [entry.colour, entry])).values()];
  const closest = closestColours(distinct.map(({ colour }) => colour));
  if (closest === null) return null;
  const [first, second] = [distinct[closest.first], distinct[closest.second]];
  const delta = closest.delta.toFixed(0);
  return (
    <p className="caption" role="status">
      {closest.delta >= DISTINCT
        ? `色觉障碍（绿色盲）检查：通过，最接近的两种颜色相差 ΔE ${delta}，要求不小于 ${DISTINCT}。`
        : `色觉障碍（绿色盲）检查：「${first?.label ?? ''}」和「${second?.label ?? ''}」只差 ΔE ${delta}，要求不小于 ${DISTINCT}；请换其中一种颜色或另选配色。`}
    </p>
  );
}
