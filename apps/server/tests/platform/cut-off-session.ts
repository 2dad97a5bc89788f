/** A process whose link is going to be cut: holds an advisory lock in a session of the product's, and prints when it has it and when the session is lost. */

import { createLog } from '../../src/platform/log.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';

const [url = ''] = process.argv.slice(2);
const client = await openDatabase(url, createLog('silent'), 1).$client.connect();
await client.query('SELECT pg_advisory_lock(1, 1)');
client.on('error', () => process.stdout.write('lost\n'));
process.stdout.write('held\n');
setInterval(() => undefined, 1000);
