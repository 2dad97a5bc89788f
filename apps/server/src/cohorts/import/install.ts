import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes } from '@oncoloom/tool-kit';
import { Downloads, inParallel, requireSpace } from '../../fetching/download.ts';
import { DamagedSource, diskFull, ImportError, isDiskFull } from '../../fetching/errors.ts';
import { withLock } from '../../fetching/lock.ts';
import { DOWNLOADS_FOLDER } from '../layout.ts';
import type { CohortStore, InstalledCohort } from '../store.ts';
import { ReleaseWriter } from '../writer.ts';
import { CohortImport, isOutdated, sourcesOf, writeSources } from './cohort-import.ts';
import { type CohortPlan, filesOf, Planner, type ToilPlan, toilFilesOf } from './plan.ts';
import type { Located, Place } from './sources.ts';
import { tissuesOf } from './tissues.ts';
import { ToilCutter } from './toil.ts';

/** Where a run speaks to. */
interface Teller {
  line(text: string): void;
  /** What is going on, in the place of what was said before. */
  progress(text: string): void;
}

export interface InstallerParts {
  store: CohortStore;
  place: Place;
  teller: Teller;
  /** Before each further try of a download that stands still, ms. */
  pauses?: readonly number[];
}

export interface InstallChoices {
  /** Lower case. */
  codes: readonly string[];
  /** Installed ones too, where their sources have changed. */
  update: boolean;
  /** With Toil's file, for cohorts that GTEx has a tissue for. */
  gtex: boolean;
}

/** How it ended for one cohort; the sentence is for the operator. */
export interface Outcome {
  code: string;
  state: 'installed' | 'kept' | 'failed';
  sentence: string;
}

const DOWNLOADS_AT_ONCE = 4;
/** Genes of GENCODE, about: what a matrix will take on the disk. */
const GENES = 61_000;
const CELL_BYTES = 4;
const WITHOUT_GTEX = '。不要 GTEx 对照时可加 --no-gtex';

interface Chosen {
  plan: CohortPlan;
  toil: ToilPlan | undefined;
}

/** Installs cohorts: finds their files, fetches what is missing, and makes the releases one after the other. */
export class Installer {
  readonly #folder: string;
  readonly #place: Place;
  readonly #teller: Teller;
  readonly #store: CohortStore;
  readonly #downloads: Downloads;
  readonly #outcomes = new Map<string, Outcome>();
  readonly #fetched = new Map<string, Promise<string>>();
  readonly #refetched = new Set<string>();

  constructor({ store, place, teller, pauses }: InstallerParts) {
    this.#folder = store.folder;
    this.#place = place;
    this.#teller = teller;
    this.#store = store;
    const show = (name: string, done: number, total: number | undefined) =>
      teller.progress(
        `正在下载 ${name}：${formatBytes(done)}${total === undefined ? '' : ` / ${formatBytes(total)}（${Math.floor((100 * done) / total)}%）`}`,
      );
    this.#downloads = new Downloads(join(store.folder, DOWNLOADS_FOLDER), show, { pauses });
  }

  /** Answers for each cohort in the order that was asked for. A failure of one leaves the others alone. @throws ImportError */
  async run({ codes, update, gtex }: InstallChoices): Promise<Outcome[]> {
    await mkdir(this.#folder, { recursive: true });
    return withLock(join(this.#folder, DOWNLOADS_FOLDER), async () => {
      const chosen = await this.#choose(codes, update, gtex);
      await this.#download(chosen);
      await this.#import(
        chosen.filter(({ plan }) => !this.#outcomes.has(plan.code)),
        gtex,
      );
      return codes.flatMap((code) => this.#outcomes.get(code) ?? []);
    });
  }

  #end(code: string, state: Outcome['state'], sentence: string): void {
    this.#outcomes.set(code, { code, state, sentence });
    this.#teller.line(`TCGA-${code.toUpperCase()}  ${sentence}`);
  }

  /** Runs what may fail for one cohort. A full disk is full for the others too. */
  async #guard(code: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isDiskFull(error)) throw diskFull(this.#folder);
      if (!(error instanceof ImportError)) throw error;
      this.#end(code, 'failed', error.message);
    }
  }

  /** Which cohorts have to be made, and of what. */
  async #choose(codes: readonly string[], update: boolean, gtex: boolean): Promise<Chosen[]> {
    const planner = new Planner(this.#place);
    const chosen: Chosen[] = [];
    for (const code of codes) {
      this.#teller.progress(`正在查看来源：TCGA-${code.toUpperCase()}`);
      await this.#guard(code, async () => {
        const installed = await this.#intact(code);
        if (installed !== undefined && !update)
          return this.#end(code, 'kept', `已安装 ${installed.description.release} 版，没有改动；要换成来源的新版本请用 update`);
        const plan = await planner.cohort(code);
        const toil = gtex ? await planner.toil([code]) : undefined;
        if (installed !== undefined && !(await isOutdated(installed, sourcesOf(plan, toil))))
          return this.#end(code, 'kept', `${installed.description.release} 版与来源相同，没有改动`);
        chosen.push({ plan, toil });
      });
    }
    return chosen;
  }

  /** The installed release, unless it is damaged or came with the program. */
  async #intact(code: string): Promise<InstalledCohort | undefined> {
    const installed = await this.#store.describe(code);
    if (installed === undefined || installed.description.embedded) return undefined;
    const damaged = (await this.#store.damaged(code)) ?? [];
    if (damaged.length === 0) return installed;
    this.#teller.line(`TCGA-${code.toUpperCase()}  已安装的文件有损坏（${damaged.join('、')}），重新安装`);
    await this.#store.discard(code, damaged);
    return undefined;
  }

  async #download(chosen: readonly Chosen[]): Promise<void> {
    const files = new Map(chosen.flatMap(({ plan, toil }) => allFiles(plan, toil)).map((located) => [located.name, located]));
    const missing = await Promise.all([...files.values()].map((located) => this.#downloads.missing(located)));
    // A release takes about as much as what it is made of.
    await requireSpace(this.#folder, 2 * missing.reduce((sum, bytes) => sum + bytes, 0));
    const failures = new Map<string, ImportError>();
    await inParallel([...files.values()], DOWNLOADS_AT_ONCE, async (located) => {
      await this.#fetch(located).catch((error: unknown) => {
        if (!(error instanceof ImportError)) throw error;
        failures.set(located.name, error);
      });
    });
    for (const { plan, toil } of chosen) {
      const failed = allFiles(plan, toil).find(({ name }) => failures.has(name));
      if (failed === undefined) continue;
      const hint = toilFilesOf(toil).includes(failed) ? WITHOUT_GTEX : '';
      this.#end(plan.code, 'failed', `${failures.get(failed.name)?.message}${hint}`);
    }
  }

  #fetch(located: Located): Promise<string> {
    const known = this.#fetched.get(located.name);
    if (known !== undefined) return known;
    const fetching = this.#fetchNow(located);
    this.#fetched.set(located.name, fetching);
    return fetching;
  }

  async #fetchNow(located: Located): Promise<string> {
    const missing = await this.#downloads.missing(located);
    const path = await this.#downloads.fetch(located);
    if (missing > 0) this.#teller.line(`已取得 ${located.name}${located.bytes === undefined ? '' : `（${formatBytes(located.bytes)}）`}`);
    return path;
  }

  /** Runs what reads files of sources; one that turns out to be damaged is fetched again, once. */
  async #reading<T>(files: readonly Located[], work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const damaged = error instanceof DamagedSource ? files.find(({ name }) => name === error.file) : undefined;
        if (damaged === undefined || 'path' in damaged.at || this.#refetched.has(damaged.name)) throw error;
        this.#refetched.add(damaged.name);
        this.#teller.line(`${(error as Error).message}，重新下载`);
        this.#fetched.delete(damaged.name);
        await this.#downloads.discard(damaged);
      }
    }
  }

  async #import(chosen: readonly Chosen[], gtex: boolean): Promise<void> {
    const opened: (Chosen & { cohort: CohortImport })[] = [];
    for (const { plan, toil } of chosen) {
      await this.#guard(plan.code, async () => {
        const files = filesOf(plan);
        const cohort = await this.#reading([...files.own, ...files.shared], () =>
          CohortImport.open(plan, (located) => this.#fetch(located)),
        );
        opened.push({ plan, toil, cohort });
      });
    }
    const cells = opened.reduce((sum, { cohort }) => sum + cohort.columns * GENES, 0);
    await requireSpace(this.#folder, cells * CELL_BYTES);
    const cutter = await this.#cutToil(opened);
    for (const { plan, toil, cohort } of opened.filter(({ plan: { code } }) => !this.#outcomes.has(code))) {
      await this.#guard(plan.code, () => this.#make({ plan, toil }, cohort, cutter, gtex));
    }
  }

  /** Reads Toil's file once for all cohorts that it has tissues for. */
  async #cutToil(opened: readonly (Chosen & { cohort: CohortImport })[]): Promise<ToilCutter | undefined> {
    const wanted = opened.filter(({ toil, plan }) => toil !== undefined && tissuesOf(plan.code).length > 0);
    const toil = wanted[0]?.toil;
    if (toil === undefined) return undefined;
    try {
      return await this.#reading(toilFilesOf(toil), async () => {
        const files = {
          toil: { located: toil.toil, path: await this.#fetch(toil.toil) },
          toilProbes: { located: toil.toilProbes, path: await this.#fetch(toil.toilProbes) },
          toilSamples: { located: toil.toilSamples, path: await this.#fetch(toil.toilSamples) },
        };
        const folder = join(this.#folder, DOWNLOADS_FOLDER, 'toil');
        const cutter = await ToilCutter.open(
          files,
          folder,
          wanted.map(({ cohort }) => cohort.toilRequest),
        );
        await requireSpace(this.#folder, await cutter.missing(GENES));
        await cutter.cut((genes) => this.#teller.progress(`正在读 ${toil.toil.name}：${wanted.length} 个队列，${genes} 个基因`));
        return cutter;
      });
    } catch (error) {
      if (isDiskFull(error)) throw diskFull(this.#folder);
      if (!(error instanceof ImportError)) throw error;
      for (const { plan } of wanted) this.#end(plan.code, 'failed', `${error.message}${WITHOUT_GTEX}`);
      return undefined;
    }
  }

  async #make({ plan, toil }: Chosen, cohort: CohortImport, cutter: ToilCutter | undefined, gtex: boolean): Promise<void> {
    const { code } = plan;
    const files = filesOf(plan);
    const release = await this.#reading([...files.own, ...files.shared], async () => {
      const writer = await ReleaseWriter.open(this.#store, code);
      try {
        const part = await cutter?.part(code);
        const about = await cohort.write(writer, {
          toil: part,
          notes: part === undefined ? withoutGtex(code, gtex) : [],
          tell: (what) => this.#teller.progress(`正在导入 TCGA-${code.toUpperCase()}：${what}`),
        });
        await writeSources(writer.folder, sourcesOf(plan, toil));
        return await writer.finish(about);
      } catch (error) {
        await writer.abandon();
        throw error;
      }
    });
    const { expression } = release.matrices;
    const survival = release.survival.OS;
    this.#end(
      code,
      'installed',
      `已安装 ${release.release} 版：${expression?.tumours} 个肿瘤样本，${expression?.normals} 个正常样本，${release.matrices.gtex?.gtex ?? 0} 个 GTEx 样本，${expression?.genes} 个基因，${survival?.patients ?? 0} 位患者有总生存（${survival?.events ?? 0} 例死亡）`,
    );
    for (const located of files.own) await this.#downloads.discard(located);
    await cutter?.forget(code);
  }
}

const allFiles = (plan: CohortPlan, toil: ToilPlan | undefined): Located[] => {
  const { own, shared } = filesOf(plan);
  return [...own, ...shared, ...toilFilesOf(toil)];
};

/** Why a cohort that GTEx has a tissue for is installed without. */
function withoutGtex(code: string, wanted: boolean): string[] {
  if (tissuesOf(code).length === 0) return [];
  return [wanted ? '没有装 GTEx 正常样本：来源里没有 Toil 的文件' : '没有装 GTEx 正常样本：安装时选了 --no-gtex'];
}
