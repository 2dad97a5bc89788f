import { fileURLToPath } from 'node:url';
import { openTerminal } from '../command-line/terminal.ts';
import { runAsServer } from '../platform/operator-process.ts';

/** `npm run cohorts -- <verb>`: the operator's command line for public cohorts. */
async function runHere(): Promise<number> {
  const { runCohorts } = await import('./cli.ts');
  const terminal = openTerminal();
  const code = await runCohorts(process.argv.slice(2), process.env, terminal);
  terminal.close();
  return code;
}
process.exitCode = (await runAsServer(fileURLToPath(import.meta.url))) ?? (await runHere());
