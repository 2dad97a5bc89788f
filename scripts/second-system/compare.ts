/**
 * `npm run system:compare -- FIRST SECOND`: do two systems give the same results? Folders as `npm run system:record` wrote them. Differences
 * beyond what packages promise are listed; the status is 1 where one is not explained in differences.json.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { compareSystems, type Explanation } from './comparison.ts';
import { readRecord } from './folder.ts';

const explanationsSchema = z.array(
  z.strictObject({
    tool: z.string(),
    table: z.string().optional(),
    column: z.string().optional(),
    kind: z.enum(['shape', 'rows', 'order', 'cells']).optional(),
    upTo: z.number().positive().optional(),
    reason: z.string().min(20),
  }),
);

const folders = process.argv.slice(2).map((folder) => resolve(process.env.INIT_CWD ?? '.', folder));
const [first, second] = folders;
if (first === undefined || second === undefined || folders.length > 2) {
  process.stderr.write('usage: npm run system:compare -- FIRST SECOND\n');
  process.exit(2);
}
const explanations = explanationsSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'differences.json'), 'utf8')),
) as Explanation[];
const say = (line: string) => process.stdout.write(`${line}\n`);
for (const folder of [first, second]) {
  const { system } = readRecord(folder);
  say(`${folder}: ${system.name}, Linux ${system.kernel}, ${system.machine}, recorded ${system.recordedAt}`);
}
const { versions, tables, same, found } = compareSystems(first, second, explanations);
say(versions.length === 0 ? 'R and all packages have the same versions' : `other versions: ${versions.join(', ')}`);
for (const { tool, table, text, reason } of found) {
  say(`${reason === null ? 'DIFFERS' : 'explained'}  ${tool}${table === null ? '' : ` / ${table}`}: ${text}`);
  if (reason !== null) say(`           ${reason}`);
}
const open = found.filter(({ reason }) => reason === null).length;
say(`${same} of ${tables} tables are the same, ${open} differences are not explained`);
process.exit(open === 0 ? 0 : 1);
