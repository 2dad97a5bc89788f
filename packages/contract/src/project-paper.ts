import { z } from 'zod';

/** What one document of several analyses may hold. */
export const PAPER_LIMITS = {
  steps: 30,
  figures: 120,
  /** Cells of the supplementary workbook: the engine writes some 200,000 a second. */
  workbookCells: 2_000_000,
  /** Bytes of all pictures of the Word document. */
  pictures: 80 * 1024 * 1024,
  /** Bytes of data in the bundle that computes the steps again. */
  data: 2 * 1024 ** 3,
} as const;

/** Ways to write the list of references. */
export const REFERENCE_STYLES = ['gb', 'vancouver'] as const;
export type ReferenceStyle = (typeof REFERENCE_STYLES)[number];

/** The Word document alone, or a zip of it with figures, supplementary tables and the bundle. */
export const PAPER_FILES = ['word', 'zip'] as const;
export type PaperFile = (typeof PAPER_FILES)[number];

export const paperRequestSchema = z.object({
  file: z.enum(PAPER_FILES, '没有这种文件'),
  language: z.enum(['zh', 'en'], '语言只有中文和英文'),
  references: z.enum(REFERENCE_STYLES, '没有这种参考文献格式'),
  /** Analyses of the project; their order is the project's. */
  analysis_ids: z.array(z.number('编号要填数字').int().positive().max(2_147_483_647)).max(1000, `一次最多 ${PAPER_LIMITS.steps} 个步骤`),
});
export type PaperRequest = z.infer<typeof paperRequestSchema>;

/** How far the making of a file has come; the same call again asks how far it is now. */
export const paperAnswerSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('making'),
    done: z.number(),
    total: z.number(),
    /** What is being made, in Chinese. */
    now: z.string(),
  }),
  z.object({ state: z.literal('ready'), download_url: z.string(), filename: z.string() }),
]);
export type PaperAnswer = z.infer<typeof paperAnswerSchema>;
