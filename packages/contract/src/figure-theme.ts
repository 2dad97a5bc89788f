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

/** Values of style fields by their names: data that figures read, and nothing that runs. */
export const figureLookSchema = z
  .record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), z.union([z.string().max(TEXT_MAX), z.number(), z.boolean()]))
  .refine((style) => Object.keys(style).length <= FIELDS_MAX, `一个样式最多 ${FIELDS_MAX} 项`);
export type FigureLook = z.infer<typeof figureLookSchema>;

/** Looks that a user keeps under names, and the one that all figures have which were given no other. */
export const figureThemesSchema = z.object({
  themes: z
    .array(z.object({ name: themeName, style: figureLookSchema }))
    .max(FIGURE_THEMES_MAX, `最多保存 ${FIGURE_THEMES_MAX} 个样式，请先删掉不用的`)
    .refine((themes) => new Set(themes.map(({ name }) => name)).size === themes.length, '样式的名字不能重复'),
  look: figureLookSchema,
});
export type FigureThemes = z.infer<typeof figureThemesSchema>;

/** Looks of the figures of one result: of its own, and of all figures of its user. */
export const figureLooksSchema = z.object({ own: figureLookSchema, user: figureLookSchema });
