import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MATRIX_NAMES } from '@oncoloom/contract';
import { type CohortExtent, cohortExtent } from '@oncoloom/tool-kit';
import { z } from 'zod';
import type { App } from '../app.ts';
import { ROOT } from '../platform/root.ts';
import { aboutSchema, type CohortAbout, DESCRIPTION_FILE, matrixFiles, TABLE_COLUMNS, type TableName, tableFile } from './layout.ts';
import { listCohorts } from './listing.ts';
import { readTable } from './release-tables.ts';
import type { CohortStore } from './store.ts';
import { ReleaseWriter } from './writer.ts';

/** What `engine/R/cohorts/cohort-writer.R` says of a cohort: about it, and the unit of each matrix. */
const madeSchema = aboutSchema
  .omit({ units: true })
  .extend({ matrices: z.partialRecord(z.enum(MATRIX_NAMES), z.object({ unit: z.string() })) });

async function readMade(folder: string): Promise<CohortAbout> {
  const { matrices, ...about } = madeSchema.parse(JSON.parse(await readFile(join(folder, DESCRIPTION_FILE), 'utf8')));
  const units = Object.fromEntries(Object.entries(matrices).map(([name, { unit }]) => [name, unit]));
  return { ...about, units };
}

/** Where the set-up makes them. */
export const EMBEDDED_COHORTS = join(ROOT, 'reference', 'cohorts');

/**
 * Installs the cohorts that the set-up has made, where nothing else is installed in their place: a server
 * without the internet has something to analyse.
 */
export async function installEmbedded(made: string, { cohorts: store, log }: Pick<App, 'cohorts' | 'log'>): Promise<void> {
  const entries = await readdir(made, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((folder) => folder.isDirectory() && !folder.name.includes('.'))) {
    const folder = join(made, entry.name);
    try {
      const about = await readMade(folder);
      if (await isTaken(store, about)) continue;
      await install(folder, about, store);
      log.info({ cohort: about.code, release: about.release }, 'a cohort of the program was installed');
    } catch (error) {
      // The server serves without it.
      log.warn({ err: error, cohort: entry.name }, 'a cohort of the program could not be installed');
    }
  }
}

/** What a release says of itself, whatever version of the program has installed it. */
const ownSchema = z.object({ release: z.string(), embedded: z.boolean().optional() });

/** Is this very release installed, or one that is not the program's to change? */
async function isTaken({ releases }: CohortStore, { code, release }: CohortAbout): Promise<boolean> {
  const installed = await releases.find('cohort', code);
  if (installed === undefined) return false;
  const { success, data: own } = ownSchema.safeParse(installed.about);
  return !success || own.embedded !== true || own.release === release;
}

async function install(folder: string, about: CohortAbout, store: CohortStore): Promise<void> {
  const writer = await ReleaseWriter.open(store, about.code);
  try {
    for (const name of MATRIX_NAMES) {
      if (about.units[name] === undefined) continue;
      const { values, genes, samples } = matrixFiles(name);
      await writer.wholeMatrix(name, { values: join(folder, values), genes: join(folder, genes), samples: join(folder, samples) });
    }
    const present = await readdir(folder);
    const tables = (Object.keys(TABLE_COLUMNS) as TableName[]).filter((name) => present.includes(tableFile(name)));
    for (const name of tables) await writer.table(name, await readTable(join(folder, tableFile(name))));
    await writer.finish(about);
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

/** Tells the operator what users find, and how more comes: pages do not show commands. */
export async function tellCohorts({ cohorts: store, log, config }: Pick<App, 'cohorts' | 'log' | 'config'>): Promise<void> {
  const extents = (await listCohorts(store)).map((cohort) => cohortExtent(cohort).kind);
  const count = (kind: CohortExtent['kind']) => extents.filter((one) => one === kind).length;
  log.info(
    { whole: count('whole'), samples: count('sample'), simulated: count('simulated') },
    'public cohorts; install others by: npm run cohorts -- install LUAD BRCA (--all: all 33)',
  );
  const { contact, qr } = config.support;
  if (contact === undefined && qr === undefined)
    log.info('users are shown no way to reach you: set ONCOLOOM_SUPPORT_CONTACT (text) or ONCOLOOM_SUPPORT_QR (a picture file)');
}
