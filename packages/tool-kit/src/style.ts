import type { ValueParameter } from './parameters.ts';

/** Style fields that every figure has. Sizes on the wire are inches; the editor shows millimetres. */
export function commonStyle(size: { width: number; height: number }) {
  return {
    plot_title: { kind: 'text', label: '标题', default: '', maxLength: 120, placeholder: '不加标题' },
    axis_title_x: { kind: 'text', label: '横轴标题', default: '', maxLength: 120, placeholder: '默认' },
    axis_title_y: { kind: 'text', label: '纵轴标题', default: '', maxLength: 120, placeholder: '默认' },
    plot_pdf_width: { kind: 'number', label: '宽度', default: size.width, min: 1.5, max: 20, unit: 'in' },
    plot_pdf_height: { kind: 'number', label: '高度', default: size.height, min: 1.5, max: 20, unit: 'in' },
    font_family: {
      kind: 'choice',
      label: '字体',
      default: 'Arial',
      options: [
        { value: 'Arial', label: 'Arial' },
        { value: 'Times New Roman', label: 'Times New Roman' },
        { value: 'Noto Sans CJK SC', label: '思源黑体' },
      ],
    },
    font_size: { kind: 'number', label: '字号', default: 7, min: 5, max: 14, step: 0.5, unit: 'pt' },
    legend_position: {
      kind: 'choice',
      label: '图例',
      default: 'top-right',
      options: [
        { value: 'top-right', label: '右上' },
        { value: 'right', label: '右侧' },
        { value: 'bottom', label: '下方' },
        { value: 'none', label: '不显示' },
      ],
    },
  } as const satisfies Record<string, ValueParameter>;
}

/** One printed column, 85 mm, in inches. */
export const ONE_COLUMN = 85 / 25.4;
/** Two printed columns, 174 mm, in inches. */
export const TWO_COLUMNS = 174 / 25.4;
