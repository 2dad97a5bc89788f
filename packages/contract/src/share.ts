import { z } from 'zod';
import { holdsAddress, ownLine } from './account.ts';
import { analysisResultSchema, analysisSchema } from './analysis.ts';
import { SHARE_DAYS, SHARE_DAYS_MAX } from './constants.ts';

/** What is asked for beside the analysis when a link is made. */
export const shareChoicesSchema = z.object({
  /** Null: until it is revoked. */
  days: z
    .number('有效天数要填数字')
    .int('有效天数要填整数')
    .min(1, '至少 1 天')
    .max(SHARE_DAYS_MAX, `最多 ${SHARE_DAYS_MAX} 天；要更久请选「长期有效」`)
    .nullable()
    .default(SHARE_DAYS),
  /** For whom, shown on the page. Whoever opens it must not be sent elsewhere by it. */
  recipient: ownLine(40, '给谁看')
    .refine((text) => !holdsAddress(text), '「给谁看」里不能有网址和邮箱。')
    .default(''),
  /** Whether the bundle, which holds the input data, may be taken as well. */
  bundle: z.boolean().default(true),
  /** Whether the names of the user's files and earlier tasks are shown. */
  file_names: z.boolean().default(false),
});
export type ShareChoices = z.input<typeof shareChoicesSchema>;

const shareSchema = z.object({
  id: z.number(),
  recipient: z.string(),
  bundle: z.boolean(),
  file_names: z.boolean(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
});
export type Share = z.infer<typeof shareSchema>;

/** The link is told once: afterwards the server knows its hash only. */
export const newShareSchema = shareSchema.extend({ link: z.string() });
export type NewShare = z.infer<typeof newShareSchema>;

export const shareListSchema = z.object({ results: z.array(shareSchema) });

export const SHARE_LANGUAGES = ['zh', 'en'] as const;
export type ShareLanguage = (typeof SHARE_LANGUAGES)[number];

/** The names of a result in English; what the page says around them is the page's. */
const sharedEnglishSchema = z.object({
  tool: z.string(),
  /** By figure. */
  figures: z.record(z.string(), z.string()),
  /** Of tables that the page shows, in their order: heads by column. */
  tables: z.array(z.object({ id: z.string(), title: z.string(), heads: z.record(z.string(), z.string()), word: z.boolean() })),
});
export type SharedEnglish = z.infer<typeof sharedEnglishSchema>;

/** What a reader with a link gets: a completed analysis without its user, its price and the numbers of the user's files. */
export const sharedAnalysisSchema = z.object({
  share: shareSchema.omit({ id: true }),
  analysis: analysisSchema.extend({ result: analysisResultSchema, output: analysisResultSchema }),
  /** Where English was asked for: figures are English too, and of the sentences those count that the result has in both languages. */
  english: sharedEnglishSchema.nullable(),
});
export type SharedAnalysis = z.infer<typeof sharedAnalysisSchema>;

/** What a reader with a link to a project gets: how its results came from one another, without anything that is not in it. */
export const sharedProjectSchema = z.object({
  share: shareSchema.omit({ id: true }),
  name: z.string(),
  /** Each after those that it follows; a completed one has a page of its own, at the link with a dot and its number. */
  steps: z.array(
    z.object({
      id: z.number(),
      task_type: z.string(),
      family: z.string(),
      name: z.string(),
      tool_title: z.string(),
      headline: z.string().nullable(),
      created_at: z.string(),
      /** The steps that it takes its inputs from. */
      follows: z.array(z.number()),
    }),
  ),
});
export type SharedProject = z.infer<typeof sharedProjectSchema>;
