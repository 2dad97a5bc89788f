import { fileURLToPath } from 'node:url';
import { runAsServer, saveByStarter } from '../platform/operator-process.ts';

async function runHere(): Promise<number> {
  const { runAdmin } = await import('./run.ts');
  return runAdmin(process.argv.slice(2), process.env, {
    out: (text) => process.stdout.write(`${text}\n`),
    err: (text) => process.stderr.write(`${text}\n`),
    save: saveByStarter,
  });
}

/** `npm run admin -- <group> <verb>`: the operator's command line. The exit code is set, not forced: what was said flows out first. */
process.exitCode = (await runAsServer(fileURLToPath(import.meta.url))) ?? (await runHere());
