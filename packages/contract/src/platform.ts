import { z } from 'zod';

/** A microarray platform by GEO's number, with what is installed of its annotation. */
const platformSchema = z.object({
  /** `GPL570`. */
  platform: z.string(),
  /** GEO's title. */
  name: z.string(),
  /** Probes of the installed table; null when there is none. */
  probes: z.number().nullable(),
  installed: z.boolean(),
  /** Where the installed table comes from, and of which date or release it is. */
  source: z.string().nullable(),
  release: z.string().nullable(),
});
export type Platform = z.infer<typeof platformSchema>;

/** GET /api/platform_annotations */
export const platformListSchema = z.object({
  results: z.array(platformSchema),
  /** A look at the sources still goes on. */
  refreshing: z.boolean(),
  /** What the last look could not get; null: a whole source. */
  problems: z.array(z.object({ platform: z.string().nullable(), detail: z.string() })),
});
export type PlatformList = z.infer<typeof platformListSchema>;
