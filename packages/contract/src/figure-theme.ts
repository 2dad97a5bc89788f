import { z } from 'zod';

/** How many looks of figures a user may keep, and how large each may be. */
export const FIGURE_THEMES_MAX = 20;
const FIELDS_MAX = 40;
const NAME_MAX = 40;
const TEXT_MAX = 100;

const themeName = z
  .string()
  .trim()
  .min(1, '请给样式起个名字')
  .max(NAME_MAX, `样式的名字最多 ${NAME_MAX} 个字`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, '样式的名字里有看不见的字符');

const themeStyle = z
  .record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), z.union([z.string().max(TEXT_MAX), z.number(), z.boolean()]))
  .refine((style) => Object.keys(style).length <= FIELDS_MAX, `一个样式最多 ${FIELDS_MAX} 项`);

/** Looks of figures that a user keeps under names, and the one that new figures begin with. */
export const figureThemesSchema = z
  .object({
    themes: z
      .array(z.object({ name: themeName, style: themeStyle }))
      .max(FIGURE_THEMES_MAX, `最多保存 ${FIGURE_THEMES_MAX} 个样式，请先删掉不用的`)
      .refine((themes) => new Set(themes.map(({ name }) => name)).size === themes.length, '样式的名字不能重复'),
    /** A name of the list; null: figures begin as their tools have them. */
    default: z.string().trim().nullable(),
  })
  .refine(({ themes, default: chosen }) => chosen === null || themes.some(({ name }) => name === chosen), {
    path: ['default'],
    message: '默认样式不在保存的样式里',
  });
export type FigureThemes = z.infer<typeof figureThemesSchema>;
