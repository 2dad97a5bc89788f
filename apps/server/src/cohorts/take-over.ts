import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fileSha256 } from '../platform/checksum.ts';
import type { Log } from '../platform/log.ts';
import { descriptionSchema } from './layout.ts';
import type { CohortStore } from './store.ts';

const currentSchema = z.object({ release: z.string() });
const checksumsSchema = z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() }));

/**
 * Takes over releases of cohorts that lie in a folder, as they did before there was a registry: `<folder>/<code>/current.json` names `<code>/<release>/`. A folder goes
 * when all of it is in the storage; a damaged release stays where it is, and the operator is told.
 */
export async function takeOverCohorts(folder: string, { releases }: CohortStore, log: Log): Promise<void> {
  if ((await cohortsIn(folder)).size === 0) return;
  await releases.alone(async () => {
    for (const [code, current] of await cohortsIn(folder)) {
      const cohort = join(folder, code);
      let whole = true;
      const entries = await readdir(cohort, { withFileTypes: true });
      for (const { name } of entries.filter((entry) => entry.isDirectory())) {
        try {
          await takeOverRelease(join(cohort, name), { code, name, current: name === current }, releases);
        } catch (error) {
          whole = false;
          const again = `npm run cohorts -- install ${code.toUpperCase()}`;
          log.warn(
            { err: error, cohort: code, release: name },
            `a release of a cohort is damaged and stays in ${cohort}; to have it again: ${again}`,
          );
        }
      }
      if (!whole) continue;
      await rm(cohort, { recursive: true });
      log.info({ cohort: code }, 'the releases of a cohort were taken over into the storage');
    }
  });
}

/** Codes with the release that was offered. */
async function cohortsIn(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const code of await readdir(folder).catch(() => [])) {
    const current = await readJson(join(folder, code, 'current.json'), currentSchema).catch(() => undefined);
    if (current !== undefined) found.set(code, current.release);
  }
  return found;
}

async function takeOverRelease(
  folder: string,
  { code, name, current }: { code: string; name: string; current: boolean },
  releases: CohortStore['releases'],
): Promise<void> {
  const files = await readJson(join(folder, 'checksums.json'), checksumsSchema);
  const about = await readJson(join(folder, 'cohort.json'), descriptionSchema);
  for (const [file, known] of Object.entries(files)) {
    const path = join(folder, file);
    if ((await stat(path)).size !== known.bytes || (await fileSha256(path)) !== known.sha256)
      throw new Error(`${path} is not what was installed`);
    await releases.share(path, known);
  }
  await releases.remember({ kind: 'cohort', name: code, release: name, files, about }, current);
}

const readJson = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => schema.parse(JSON.parse(await readFile(path, 'utf8')));
