import { styleText } from '../data/table.ts';
import type { FigureStyle } from '../data/types.ts';
import { spanOf } from '../plot/axes/scale.ts';
import { type ColourScale, colourRamp, hexOf, rampStep, scaleColours, scaleStops, scaleTicks } from '../plot/colour-scale.ts';
import { MARK } from '../plot/marks.ts';
import type { RampKey } from './keys.ts';

/** How a change of expression is written as colour. */
interface ChangeScale {
  colourOf: (change: number | undefined) => string;
  /** Null where no change is known. */
  key: RampKey | null;
}

/** Blue through white at 0 to red, as far down as up; what is not known is grey. */
export function changeScale(values: ArrayLike<number>, style: FigureStyle): ChangeScale {
  const span = spanOf(Float64Array.from(values));
  if (span === null) return { colourOf: () => MARK.missing, key: null };
  const reach = Math.max(Math.abs(span[0]), Math.abs(span[1])) || 1;
  const scale: ColourScale = { title: styleText(style, 'change_name', 'log~2~FC'), low: -reach, high: reach, middle: 0 };
  const ramp = colourRamp(scaleColours(scale, styleText(style, 'down_color', '#2166AC'), styleText(style, 'up_color', '#B2182B')));
  return {
    colourOf: (change) => {
      if (change === undefined || !Number.isFinite(change)) return MARK.missing;
      const step = rampStep(change, scale) * 3;
      return hexOf(ramp.subarray(step, step + 3));
    },
    key: {
      kind: 'ramp',
      title: scale.title,
      rising: true,
      stops: scaleStops(scale, ramp),
      ticks: (length, extentOf) => scaleTicks(scale, length, extentOf),
    },
  };
}
