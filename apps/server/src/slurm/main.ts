import { openTerminal } from '../command-line/terminal.ts';
import { runSlurm } from './cli.ts';

/** `npm run slurm -- <verb>`: keeps pilots on a cluster. It runs as whoever submits to Slurm. */
const terminal = openTerminal();
process.exitCode = await runSlurm(process.argv.slice(2), process.env, terminal);
terminal.close();
