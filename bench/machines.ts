/**
 * `npm run bench:machines`: 300 mixed tasks of 20 users on three machines that have the database and a bucket alone, while one of them is cut off for a
 * minute, one is killed, one is told to end, and the API is restarted. Every task has to be completed once and paid for once, with the tables of one machine.
 * As root; needs the packages of the tests.
 */
import { canDisturb, runDisturbed } from '../apps/server/tests/support/disturbed-machines.ts';

if (!canDisturb()) process.exit(1);
const { tasks, seconds, begunAgain, unfinished, unpaid, different } = await runDisturbed({ users: 20, each: 15, cutMs: 60_000 });
const faults = { unfinished, 'not paid once': unpaid, 'other tables': different };
process.stdout.write(`${tasks} tasks in ${seconds.toFixed(0)} s, ${begunAgain} begun again\n`);
for (const [name, found] of Object.entries(faults)) process.stdout.write(`${name}: ${found.length === 0 ? 'none' : found.join('; ')}\n`);
process.exit(Object.values(faults).every((found) => found.length === 0) ? 0 : 1);
