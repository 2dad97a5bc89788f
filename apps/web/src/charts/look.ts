import { styleNumber, styleText } from './table.ts';
import type { FigureStyle } from './types.ts';

/** Colours of marks that are the same in every figure (the data's own colours come from the style). */
export const MARK = {
  ink: '#16242B',
  axis: '#2b363b',
  threshold: '#7d8b92',
  caption: '#5F6F77',
  accent: '#0B6E69',
  leader: '#5F6F77',
  missing: '#E4E9EB',
  /** Outline that makes the pale "no change" grey visible in a legend. */
  paleOutline: '#b9c4cc',
} as const;

/** 12 px on screen are 7 pt in print. */
const PIXELS_PER_POINT = 12 / 7;

const STACKS: Readonly<Record<string, string>> = {
  Arial: 'Arial, "Liberation Sans", "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif',
  'Times New Roman': '"Times New Roman", "Liberation Serif", "Songti SC", "Noto Serif CJK SC", SimSun, serif',
  'Noto Sans CJK SC': '"Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif',
};

export interface Typeface {
  family: string;
  /** Pixels of tick and label text. */
  size: number;
  /** Pixels of axis titles. */
  titleSize: number;
}

/** Typeface of a figure on screen: 7 pt gives 12 px text and 13 px axis titles. */
export function typefaceOf(style: FigureStyle): Typeface {
  const size = styleNumber(style, 'font_size', 7) * PIXELS_PER_POINT;
  const name = styleText(style, 'font_family', 'Arial');
  return { family: STACKS[name] ?? `"${name}", sans-serif`, size, titleSize: (size * 13) / 12 };
}

let context: CanvasRenderingContext2D | null = null;

/** Width of a text in pixels. */
export function textWidth(text: string, typeface: Typeface, variant: 'normal' | 'italic' = 'normal', size = typeface.size): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (context === null) return text.length * size * 0.6;
  context.font = `${variant} ${size}px ${typeface.family}`;
  return context.measureText(text).width;
}

const HEIGHT_MIN = 270;
const HEIGHT_MAX = 690;
/** On a phone the texts take their full size out of a small picture: it is given more height instead. */
const PHONE_BELOW = 480;
const PHONE_STRETCH = 1.25;

/** Height on screen: the printed proportions at this width, within what a screen can show. */
export function heightFor(style: FigureStyle, width: number): number {
  const ratio = styleNumber(style, 'plot_pdf_height', 3) / styleNumber(style, 'plot_pdf_width', 3.35);
  return Math.round(Math.min(Math.max(width * ratio * (width < PHONE_BELOW ? PHONE_STRETCH : 1), HEIGHT_MIN), HEIGHT_MAX));
}

export type LegendPosition = 'top-right' | 'right' | 'bottom' | 'none';

export function legendPositionOf(style: FigureStyle): LegendPosition {
  const value = style.legend_position;
  return value === 'right' || value === 'bottom' || value === 'none' ? value : 'top-right';
}
