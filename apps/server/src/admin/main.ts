import { runAdmin } from './run.ts';

/** `npm run admin -- <group> <verb>`: the operator's command line. The exit code is set, not forced: what was said flows out first. */
process.exitCode = await runAdmin(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
});
