import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FigureBoard, FigureThemes, NewShare } from '@oncoloom/contract';
import program from '../../package.json' with { type: 'json' };
import { createEngine } from '../../src/assemble.ts';
import { programsOf } from '../../src/backup/dump.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { PrivateCluster } from '../../src/platform/postgres/cluster.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { namedChecksums } from '../../src/storage/unnamed.ts';
import { CLIENT_PASSWORD, Client } from '../support/client.ts';
import { fewTools } from '../support/few-tools.ts';
import { openWholeServer, type WholeServer } from '../support/whole.ts';
import { type About, MADE, writeContent } from './made.ts';

/**
 * `npm run release-data`: uses a server of this release and writes what it keeps as text into a folder named by the version, for the tests of later releases: the
 * database, the contents that it names, and `about.json`, which says what to look for. The follow-up in it is made up.
 */

const TOOL = 'kaplan_meier';
const FIGURE = 'km';
const TITLE = '两组的生存';

const COLUMNS = ['sample', 'time', 'status', 'group'];
const GROUPS = ['对照', '治疗'];
const PATIENTS = 40;

/** Follow-up of two groups, one of which lives twice as long. */
function followUp(): string {
  const rows = Array.from({ length: PATIENTS }, (_, i) => {
    const days = 30 + ((i * 37) % PATIENTS) * 20;
    return [`P${i + 1}`, days * (1 + (i % 2)), i % 5 === 0 ? 0 : 1, GROUPS[i % 2]];
  });
  return [COLUMNS, ...rows].map((row) => row.join('\t')).join('\n');
}

async function ask<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A user with a file, a result with a style of its own, a link to it and a board. */
async function use({ server, work }: WholeServer): Promise<About> {
  const client = await Client.register(await server.listen({ port: 0, host: '127.0.0.1' }));
  const file = await client.file('随访.tsv', followUp());
  await work();
  const { id } = await ask(client.create({ task_type: TOOL, survival_file_id: file.id, time_unit: 'day', group_column: 'group' }));
  const { status } = await client.ended(id);
  if (status !== 'completed') throw new Error(`the analysis ${status}`);
  await ask(client.post('/api/replot_analysis', { analysis_id: id, plot: FIGURE, style: { plot_title: TITLE }, save: true }));
  const look: FigureThemes = { themes: [], look: { font_family: 'Arial' } };
  await ask(client.call('PUT', '/api/user/figure_theme', look));
  const { link } = await ask(client.post<NewShare>('/api/share_analysis', { analysis_id: id, days: null }));
  const board = await ask(client.post<FigureBoard>('/api/figure_boards', { name: '图 1' }));
  await ask(client.post(`/api/figure_boards/${board.id}/panels`, { analysis_id: id, figure: FIGURE }));
  const { email } = await ask(client.get<{ email: string }>('/api/user/info'));
  const made = { file: file.id, columns: COLUMNS, rows: PATIENTS, analysis: id, groups: GROUPS, figure: FIGURE, title: TITLE };
  return { email, password: CLIENT_PASSWORD, ...made, share: link.split('/').at(-1) ?? '', board: board.id };
}

/** The database as statements that any client of PostgreSQL runs: without the commands of psql that newer dumps begin and end with. */
async function dump(programs: string, url: string): Promise<string> {
  const args = ['--inserts', '--no-owner', '--no-privileges', `--dbname=${url}`];
  const { stdout } = await promisify(execFile)(join(programs, 'pg_dump'), args, { maxBuffer: 2 ** 26 });
  return `-- Made by npm run release-data.\n${stdout.replace(/^\\.*\n/gm, '')}`;
}

async function writeContents({ app: { database, storage } }: WholeServer, folder: string): Promise<void> {
  await mkdir(folder);
  for await (const sha256 of namedChecksums(database)) {
    if ((await storage.size(sha256)) !== undefined) await writeContent(folder, sha256, await readFile(await storage.path(sha256)));
  }
}

const log = createLog('warn');
const target = join(MADE, program.version);
const data = await mkdtemp(join(tmpdir(), 'oncoloom-release-'));
const config = readConfig({ ONCOLOOM_DATA: data, ONCOLOOM_WORKERS: '1' }, []);
const cluster = await PrivateCluster.start(config.folders.database, log);
await cluster.migrate();
const database = openDatabase(cluster.url, log);
const engine = createEngine(config, log, undefined, await fewTools(data, [TOOL]));
await engine.start();
const whole = await openWholeServer({ database, url: cluster.url, data }, engine);
try {
  const about = await use(whole);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await writeContents(whole, join(target, 'contents'));
  await writeFile(join(target, 'database.sql'), await dump(programsOf(config), cluster.adminUrl));
  await writeFile(join(target, 'about.json'), `${JSON.stringify(about, null, 2)}\n`);
} finally {
  await whole.close();
  await engine.stop();
  await database.$client.end();
  await cluster.stop();
  await rm(data, { recursive: true, force: true });
}
