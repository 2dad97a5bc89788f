/** Formats in which a figure can be had. */
export const FIGURE_FORMATS = ['pdf', 'svg', 'png'] as const;
export type FigureFormat = (typeof FIGURE_FORMATS)[number];
