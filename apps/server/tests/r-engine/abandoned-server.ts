/** A server that is going to be killed: prints the pids of its R and of the child that runs its job, and the isolation. */
import { join } from 'node:path';
import { Engine } from '../../src/r-engine/engine.ts';
import { probeJob } from './fixture.ts';

const [jobs = '', matrix = ''] = process.argv.slice(2);
const root = join(import.meta.dirname, '../../../..');
const quiet = () => undefined;
const engine = new Engine({
  root,
  tools: join(root, 'engine/tests/fixtures/tools'),
  jobs,
  workers: 1,
  memoryBytes: 2 ** 30,
  timeoutMs: 60_000,
  log: { info: quiet, warn: quiet, error: quiet },
});
await engine.start();
let told = false;
void engine.run(probeJob(matrix, 'sleep'), {
  onEvent: () => {
    const { pid, children, isolation } = engine.status();
    const facts = { zygote: pid, child: children.find(({ job }) => job !== null)?.pid, isolation };
    if (!told) process.stdout.write(`${JSON.stringify(facts)}\n`);
    told = true;
  },
});
