/** What a recorded system looks like on disk: `results.json`, and each tool's tables in a folder of its own, compressed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const tableSchema = z.object({
  sha256: z.string(),
  rows: z.number().int(),
  /** Declared types by column; `*` of those that are not declared one by one. */
  types: z.record(z.string(), z.string()),
});

const recordSchema = z.object({
  system: z.object({ name: z.string(), kernel: z.string(), machine: z.string(), node: z.string(), recordedAt: z.string() }),
  tools: z.record(
    z.string(),
    z.object({
      version: z.string(),
      /** Of R and of the packages that the tool used. */
      versions: z.record(z.string(), z.string()),
      headline: z.string(),
      tables: z.record(z.string(), tableSchema),
    }),
  ),
});
export type SystemRecord = z.infer<typeof recordSchema>;

export const RECORD = 'results.json';

export const tablePath = (folder: string, tool: string, table: string): string => join(folder, tool, `${table}.tsv.gz`);

export function readRecord(folder: string): SystemRecord {
  return recordSchema.parse(JSON.parse(readFileSync(join(folder, RECORD), 'utf8')));
}

export function readTable(folder: string, tool: string, table: string): string {
  return gunzipSync(readFileSync(tablePath(folder, tool, table))).toString('utf8');
}
