export interface FigureFormatDeclaration {
  name: string;
  /** What it is for, in a few words behind the name. */
  use: string;
  mediaType: string;
  /** What a file's name ends with, ending included. */
  suffix: string;
  /** Dots per inch of a picture made of dots. */
  dpi?: number;
  /** Wanted of nearly every figure: listed with the result and drawn ahead. The others are made when they are asked for. */
  everyday: boolean;
}

/** Formats in which a figure can be had, by the last part of a file's key, in the order of menus. */
export const FIGURE_FORMATS = {
  pdf: { name: 'PDF', use: '矢量，投稿首选', mediaType: 'application/pdf', suffix: '.pdf', everyday: true },
  svg: { name: 'SVG', use: '矢量，可在 Illustrator 里编辑', mediaType: 'image/svg+xml', suffix: '.svg', everyday: true },
  png: { name: 'PNG', use: '300 dpi，放进 Word 或网页', mediaType: 'image/png', suffix: '.png', dpi: 300, everyday: true },
  png600: { name: 'PNG', use: '600 dpi，放大也清楚', mediaType: 'image/png', suffix: '_600dpi.png', dpi: 600, everyday: false },
  tiff: { name: 'TIFF', use: '300 dpi，期刊只收位图时', mediaType: 'image/tiff', suffix: '_300dpi.tiff', dpi: 300, everyday: false },
  tiff600: { name: 'TIFF', use: '600 dpi，期刊要求线条图时', mediaType: 'image/tiff', suffix: '_600dpi.tiff', dpi: 600, everyday: false },
  pptx: {
    name: 'PPTX',
    use: '幻灯片，文字和形状可直接编辑',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    suffix: '.pptx',
    everyday: false,
  },
} as const satisfies Record<string, FigureFormatDeclaration>;

export type FigureFormat = keyof typeof FIGURE_FORMATS;

/** In the order of menus. */
export const ALL_FORMATS = Object.keys(FIGURE_FORMATS) as readonly FigureFormat[];

/** Formats that are listed with a result and drawn ahead. */
export const EVERYDAY_FORMATS: readonly FigureFormat[] = ALL_FORMATS.filter((format) => FIGURE_FORMATS[format].everyday);
