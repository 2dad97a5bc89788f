/**
 * The operator's programs: `npm run admin`, `npm run cohorts`, `npm run reference`, `npm run slurm`. They run from a bundle of their own, made when sources have changed:
 * to translate the sources for each command takes two seconds, and the server's bundle must stay as a running server has it.
 */
import { dirname, join } from 'node:path';
import { buildOperator, operatorBundle } from './setup/build.mjs';

const [name = ''] = process.argv.splice(2, 1);
await buildOperator();
process.setSourceMapsEnabled(true);
await import(join(dirname(operatorBundle), `${name}.js`));
