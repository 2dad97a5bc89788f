import { fileURLToPath } from 'node:url';
import { openTerminal } from '../command-line/terminal.ts';
import { runAsServer } from '../platform/operator-process.ts';

/** `npm run reference -- <verb>`: the operator's command line for published gene sets. */
async function runHere(): Promise<number> {
  const { runReference } = await import('./cli.ts');
  const terminal = openTerminal();
  const code = await runReference(process.argv.slice(2), process.env, terminal);
  terminal.close();
  return code;
}
process.exitCode = (await runAsServer(fileURLToPath(import.meta.url))) ?? (await runHere());
