import { z } from 'zod';

/** How much a finding of an input check matters; the order is the order of display. */
export const FINDING_LEVELS = ['must', 'should', 'passed', 'note'] as const;

const fixSchema = z.object({
  label: z.string(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  file: z.string().optional(),
});

/**
 * One thing that was found in an input, in words. A `must` blocks the run; a `should` is a suggestion.
 * `fix` names a remedy of one click: `parameters` are set in the form, or `file` makes a new version of the file. `alternative` is
 * another one, where only the user knows which is right.
 */
export const findingSchema = z.object({
  code: z.string(),
  level: z.enum(FINDING_LEVELS),
  field: z.string().optional(),
  message: z.string(),
  detail: z.string().optional(),
  fix: fixSchema.optional(),
  alternative: fixSchema.optional(),
  /** The same in English, of what a run has found: a paper's readers may not read Chinese. */
  english: z.object({ message: z.string(), detail: z.string().optional() }).optional(),
});
export type Finding = z.infer<typeof findingSchema>;

/** What the engine writes where it looks and computes no result. */
export const findingsSchema = z.object({ findings: z.array(findingSchema) });

/** How a finding is shown and counted: a note with a remedy of one click is a suggestion. */
export function shownLevel({ level, fix }: Pick<Finding, 'level' | 'fix'>): Finding['level'] {
  return level === 'note' && fix !== undefined ? 'should' : level;
}
