import { z } from 'zod';

/** How many boards a user may keep, and how many figures stand on one. */
export const BOARDS_MAX = 50;
export const BOARD_PANELS_MAX = 20;
/** Millimetres. */
export const BOARD_SIDE = { min: 40, max: 420 } as const;
export const BOARD_MARGIN_MAX = 30;
export const BOARD_PANEL_LEAST = 15;
const NAME_MAX = 80;
const CAPTION_MAX = 8000;

/** Pages of journals, millimetres; a margin stays free of figures. */
export const BOARD_PAGES = [
  { id: 'single', title: '期刊单栏', width: 85, height: 120, margin: 0 },
  { id: 'double', title: '期刊双栏', width: 174, height: 120, margin: 0 },
  { id: 'full', title: '期刊整页', width: 174, height: 234, margin: 0 },
  { id: 'a4', title: 'A4', width: 210, height: 297, margin: 15 },
] as const;

/** Millimetres between the lines that panels are put on. */
export const BOARD_GRIDS = [1, 2, 5, 10] as const;
export const LETTER_STYLES = ['A', 'a', '(A)', '(a)', 'none'] as const;

/** Tenths of a millimetre: what a page is measured in. */
const length = (min: number, max: number) =>
  z
    .number('长度要填数字，单位是毫米')
    .min(min, `至少 ${min} mm`)
    .max(max, `最多 ${max} mm`)
    .overwrite((value) => Math.round(value * 10) / 10);

export const boardNameSchema = z
  .string('请给拼图起个名字')
  .trim()
  .min(1, '请给拼图起个名字')
  .max(NAME_MAX, `拼图的名字最多 ${NAME_MAX} 个字`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, '拼图的名字里有看不见的字符');

const boardPanelSchema = z.object({
  /** Its own among the panels of a board. */
  key: z.string().regex(/^[a-z0-9]{1,20}$/, '格子的代号只能用小写字母和数字'),
  analysis_id: z.number().int().positive().max(2_147_483_647),
  figure: z.string().min(1).max(80),
  /** What the figure was called when it was put there: told once its analysis is gone. */
  title: z.string().max(200),
  x: length(0, BOARD_SIDE.max),
  y: length(0, BOARD_SIDE.max),
  width: length(BOARD_PANEL_LEAST, BOARD_SIDE.max),
  height: length(BOARD_PANEL_LEAST, BOARD_SIDE.max),
});
export type BoardPanel = z.infer<typeof boardPanelSchema>;

/** Half of the tenth that lengths are rounded to. */
const ROUNDING = 0.05;

/** A page with figures on it, their letters in the order of the panels. */
const boardContentSchema = z
  .object({
    page: z.object({
      width: length(BOARD_SIDE.min, BOARD_SIDE.max),
      height: length(BOARD_SIDE.min, BOARD_SIDE.max),
      margin: length(0, BOARD_MARGIN_MAX),
    }),
    grid: z.literal(BOARD_GRIDS),
    /** Of all panels, whatever their own styles say; size in points. */
    font: z.object({ family: z.enum(['Arial', 'Times New Roman', 'Noto Sans CJK SC']), size: z.number().min(4).max(16) }),
    letters: z.object({
      style: z.enum(LETTER_STYLES),
      bold: z.boolean(),
      /** Points. */
      size: z.number().min(5).max(24),
      /** In a line of its own over the figure, or on the figure's upper left corner. */
      place: z.enum(['above', 'corner']),
    }),
    /** Language of the words in all figures; `own`: each as it was edited. */
    language: z.enum(['own', 'zh', 'en']),
    /** Whether figures keep their own titles. */
    titles: z.boolean(),
    /** Whether plots of panels that begin or end at the same line do so too. */
    align: z.boolean(),
    /** Null: made from those of the figures. */
    captions: z.object({ zh: z.string().max(CAPTION_MAX).nullable(), en: z.string().max(CAPTION_MAX).nullable() }),
    panels: z.array(boardPanelSchema).max(BOARD_PANELS_MAX, `一个拼图最多放 ${BOARD_PANELS_MAX} 张图`),
  })
  .refine(({ panels }) => new Set(panels.map(({ key }) => key)).size === panels.length, {
    path: ['panels'],
    message: '两个格子的代号相同',
  })
  .refine(
    ({ page, panels }) =>
      panels.every(({ x, y, width, height }) => x + width <= page.width + ROUNDING && y + height <= page.height + ROUNDING),
    { path: ['panels'], message: '有的图伸到了版面外面，请把它移回来或缩小' },
  );
export type BoardContent = z.infer<typeof boardContentSchema>;

/** What a board without figures is. Letters as most journals want them. */
export const NEW_BOARD: BoardContent = {
  page: { width: 174, height: 120, margin: 0 },
  grid: 2,
  font: { family: 'Arial', size: 7 },
  letters: { style: 'A', bold: true, size: 9, place: 'above' },
  language: 'own',
  titles: true,
  align: true,
  captions: { zh: null, en: null },
  panels: [],
};

export const boardSaveSchema = z.object({
  /** Of the board that was changed: another one in between is not written over. */
  revision: z.number().int().min(1),
  name: boardNameSchema,
  content: boardContentSchema,
});
export type BoardSave = z.infer<typeof boardSaveSchema>;

const languages = z.object({ zh: z.string(), en: z.string() });

/** What a panel shows today. */
const boardSourceSchema = z.object({
  key: z.string(),
  /** `gone`: its analysis was deleted. `absent`: the analysis is there and has no such figure, or none yet. */
  state: z.enum(['ready', 'gone', 'absent']),
  task_name: z.string(),
  title: languages,
  caption: languages,
});
export type BoardSource = z.infer<typeof boardSourceSchema>;

const boardHead = z.object({
  id: z.number(),
  name: z.string(),
  project_id: z.number().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const boardSchema = boardHead.extend({
  revision: z.number(),
  content: boardContentSchema,
  /** In the order of the panels. */
  sources: z.array(boardSourceSchema),
});
export type FigureBoard = z.infer<typeof boardSchema>;

const boardRowSchema = boardHead.extend({ panels: z.number(), width: z.number(), height: z.number() });
export type BoardRow = z.infer<typeof boardRowSchema>;

export const boardListSchema = z.object({
  results: z.array(boardRowSchema),
  count: z.number(),
  page: z.number(),
  page_size: z.number(),
  current_page: z.number(),
});
export type BoardList = z.infer<typeof boardListSchema>;
