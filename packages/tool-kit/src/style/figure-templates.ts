import type { ToolDefinition } from '../declaration/define-tool.ts';
import { valueSchema } from '../request/complete.ts';
import type { Value } from '../request/request.ts';
import { coloursOfFields } from './colour-schemes.ts';

const MM = 1 / 25.4;

/** A look that any figure can take: sizes, type and colours, no data. */
export interface FigureTemplate {
  id: string;
  title: string;
  note: string;
  /** Values of the figures' style fields; a figure without the field leaves it out. */
  style: Readonly<Record<string, Value>>;
  /** One of COLOUR_SCHEMES, for colour fields and for groups. */
  scheme?: string;
}

/** Widths are those that Nature (89 and 183 mm) and most journals ask for (85 and 174 mm); sizes of type fit them. */
export const FIGURE_TEMPLATES: readonly FigureTemplate[] = [
  { id: 'plain', title: '默认', note: '85 mm 单栏，7 pt，程序的配色', style: {} },
  {
    id: 'safe',
    title: '色盲安全',
    note: '85 mm 单栏，Okabe–Ito 配色，红绿色盲的读者也分得清',
    style: {},
    scheme: 'okabe_ito',
  },
  {
    id: 'nature',
    title: '单栏 89 mm，NPG 配色',
    note: 'Nature 系列的栏宽，Arial 7 pt，英文',
    style: { plot_pdf_width: 89 * MM, plot_pdf_height: 70 * MM, figure_language: 'en' },
    scheme: 'npg',
  },
  {
    id: 'nejm',
    title: '双栏 174 mm，NEJM 配色',
    note: '占满一页的宽度，8 pt，图例在下方，英文',
    style: { plot_pdf_width: 174 * MM, plot_pdf_height: 100 * MM, font_size: 8, legend_position: 'bottom', figure_language: 'en' },
    scheme: 'nejm',
  },
  {
    id: 'lancet',
    title: '单栏，Lancet 配色',
    note: '85 mm，Times New Roman 8 pt，英文',
    style: { font_family: 'Times New Roman', font_size: 8, figure_language: 'en' },
    scheme: 'lancet',
  },
  {
    id: 'thesis',
    title: '中文学位论文',
    note: '140 mm，思源黑体 10.5 pt，图例在右侧',
    style: {
      plot_pdf_width: 140 * MM,
      plot_pdf_height: 95 * MM,
      font_family: 'Noto Sans CJK SC',
      font_size: 10.5,
      legend_position: 'right',
    },
    scheme: 'jco',
  },
  {
    id: 'slides',
    title: '幻灯片',
    note: '200 × 112 mm，14 pt，透明底',
    style: { plot_pdf_width: 200 * MM, plot_pdf_height: 112 * MM, font_size: 14, transparent_ground: true, legend_position: 'right' },
    scheme: 'okabe_ito',
  },
];

/** What a template sets in a tool: values of its parameters (colours that the form shows), and of its figures' style alone. */
export function lookOf(
  tool: ToolDefinition,
  { style, scheme = 'default' }: FigureTemplate,
): Record<'values' | 'look', Record<string, Value>> {
  const fields = Object.assign(
    {},
    ...Object.values(tool.figures).map((figure) => figure.style),
  ) as ToolDefinition['figures'][string]['style'];
  // A template sets each colour: none stays of the one that was taken before.
  const colours = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, Value][] => (field.kind === 'colour' ? [[name, field.default]] : [])),
  );
  const wanted = { ...style, palette: scheme, ...colours, ...coloursOfFields(Object.keys(colours), scheme) };
  const taken = Object.entries(wanted).filter(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field !== undefined && valueSchema(field).safeParse(value).success;
  });
  const isParameter = ([name]: [string, Value]) => Object.hasOwn(tool.parameters, name);
  return {
    values: Object.fromEntries(taken.filter(isParameter)),
    look: Object.fromEntries(taken.filter((entry) => !isParameter(entry))),
  };
}
