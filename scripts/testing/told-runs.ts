/**
 * The sentences of the runs that R's tests made: whatever a tool was given there, empty, tiny or hostile, its headline, summary, methods and
 * legends have no holes; an option that two runs on the same data differ in is told by the methods of both languages; and a run cites works of
 * nothing that it did not use.
 * Arguments: the folder that engine/tests/helper.R wrote to, and where to write `{passed, failed, skipped, failures}`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '@oncoloom/tools';
import { ToolTexts } from '../../apps/server/src/analyses/texts/methods.ts';
import { citationFaults } from '../../apps/server/tests/support/told-citations.ts';
import { faultsOfToldRun, type ToldFault } from '../../apps/server/tests/support/told-faults.ts';
import { type ComparedRun, untoldOptions } from '../../apps/server/tests/support/told-options.ts';

const [folder = '', report = ''] = process.argv.slice(2);

const runs = readdirSync(folder).flatMap((file) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ComparedRun & { tool: string }),
);
const texts = new ToolTexts(join(import.meta.dirname, '../../tools'));

/** Each fault of a text once, with the number of runs that have it and the text of the first. */
function counted(faults: readonly ToldFault[]): string[] {
  const alike = new Map<string, { text: string; count: number }>();
  for (const { place, fault, text } of faults) {
    const known = alike.get(`${place}: ${fault}`) ?? { text, count: 0 };
    alike.set(`${place}: ${fault}`, { ...known, count: known.count + 1 });
  }
  return [...alike].map(([fault, { text, count }]) => `${fault} in ${count} runs, first in “${text}”`);
}

const failures: string[] = [];
for (const { folder: place, tool } of catalogue) {
  const own = runs.filter((run) => run.tool === tool.taskType);
  // Tests skip where the set-up could not make what they need, such as a signature.
  if (own.length === 0) continue;
  const methods = await texts.methods(place);
  failures.push(
    ...counted(own.flatMap((run) => faultsOfToldRun(tool, methods, run))).map((fault) => `sentences of ${place}: ${fault}`),
    ...counted(own.flatMap((run) => citationFaults(tool, methods, run))).map((fault) => `${place}: ${fault}`),
    ...untoldOptions(tool, methods, own).map((fault) => `methods of ${place} do not tell ${fault}`),
  );
}
for (const failure of failures) process.stdout.write(`${failure}\n`);
process.stdout.write(`${runs.length} runs of R's tests, ${failures.length} faults in their sentences\n`);
const passed = runs.length > 0 && failures.length === 0 ? 1 : 0;
writeFileSync(report, JSON.stringify({ passed, failed: failures.length, skipped: 0, failures }));
