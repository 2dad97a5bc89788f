/** Toil's recomputation of TCGA and GTEx: one file of 1.3 GB for all cohorts, read once for all that are installed together. */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Of } from '../../platform/checksum.ts';
import { type MatrixFiles, matrixFiles } from '../layout.ts';
import { MatrixFile } from '../matrix-file.ts';
import { parseBarcode, typeOf } from './barcodes.ts';
import { copyRows, geneFinder, LOG2_PLUS_THOUSANDTH, rowNotes } from './genes.ts';
import { MatrixReader } from './matrix-reader.ts';
import { readSheet } from './sheet.ts';
import type { Located } from './sources.ts';
import { tissuesOf } from './tissues.ts';

/** A downloaded file. */
interface Fetched {
  located: Located;
  path: string;
}
interface ToilFiles {
  toil: Fetched;
  toilProbes: Fetched;
  toilSamples: Fetched;
}

/** A cohort whose samples are wanted. */
export interface ToilRequest {
  /** Lower case. */
  code: string;
  patients: ReadonlySet<string>;
  /** Name of a patient's sample in the cohort's other matrices, by `<patient>-<code>`: Toil does not keep the vial. */
  names: ReadonlyMap<string, string>;
}

interface ToilSample {
  name: string;
  patient: string;
  type: 'tumour' | 'normal' | 'gtex';
  code: string;
  tissue: string;
  /** Place in Toil's file. */
  column: number;
}

/** A cohort's part of the file, cut out. */
export interface ToilPart {
  files: MatrixFiles;
  samples: readonly ToilSample[];
  notes: readonly string[];
}

/** Beside a part: what is said of its rows. */
const NOTES = 'notes.json';
const unfinished = (folder: string): string => `${folder}.part`;

/** Below this many normals a comparison says little. */
const FEW = 30;

function choose(request: ToilRequest, columns: readonly string[], tissueOf: ReadonlyMap<string, string>): ToilSample[] {
  const wanted = new Set(tissuesOf(request.code).map((tissue) => tissue.toLowerCase()));
  return columns.flatMap((name, column): ToilSample[] => {
    const tissue = tissueOf.get(name);
    if (tissue !== undefined) {
      if (!wanted.has(tissue.toLowerCase())) return [];
      // Donors gave several tissues: the first two parts of the name are the donor's.
      return [{ name, patient: name.split('-').slice(0, 2).join('-'), type: 'gtex', code: '', tissue, column }];
    }
    const sample = parseBarcode(name);
    const type = sample && typeOf(sample);
    if (sample === undefined || type === undefined || !request.patients.has(sample.patient)) return [];
    const known = request.names.get(`${sample.patient}-${sample.code}`) ?? name;
    return [{ name: known, patient: sample.patient, type, code: sample.code, tissue: '', column }];
  });
}

function tell(samples: readonly ToilSample[], code: string): string[] {
  const gtex = samples.filter(({ type }) => type === 'gtex').length;
  return [
    `与 GTEx 比较时，TCGA 和 GTEx 都用 Toil 同一流程重新计算的 TPM；GTEx 取 ${tissuesOf(code).join('、')}，共 ${gtex} 个样本`,
    ...(gtex < FEW ? [`GTEx 正常样本只有 ${gtex} 个，少于 ${FEW}，比较的把握不大`] : []),
  ];
}

interface Piece {
  request: ToilRequest;
  samples: ToilSample[];
  folder: string;
}

/** The whole of Toil's samples, for the cohorts that are asked for. */
export class ToilCutter {
  readonly #files: ToilFiles;
  /** Where the parts are kept until the releases that they are for are whole. */
  readonly #folder: string;
  readonly #pieces: readonly Piece[];

  private constructor(files: ToilFiles, folder: string, pieces: readonly Piece[]) {
    this.#files = files;
    this.#folder = folder;
    this.#pieces = pieces;
  }

  /** Reads names only. @throws DamagedSource */
  static async open(files: ToilFiles, folder: string, requests: readonly ToilRequest[]): Promise<ToilCutter> {
    const sheet = await readSheet(files.toilSamples.path, files.toilSamples.located);
    const donors = sheet.rows.filter((row) => row._study === 'GTEX');
    const tissueOf = new Map(donors.map((row) => [row.sample ?? '', row['primary disease or tissue'] ?? '']));
    const reader = await MatrixReader.open(files.toil.path, files.toil.located);
    await reader.close();
    const versions = [files.toil, files.toilProbes].map(({ located }) => located.version);
    const pieces = requests.map((request) => {
      const samples = choose(request, reader.samples, tissueOf);
      // Named for all that it depends on: what an interrupted run has cut out serves the next one.
      const key = sha256Of(JSON.stringify([versions, samples])).slice(0, 16);
      return { request, samples, folder: join(folder, `${request.code}-${key}`) };
    });
    return new ToilCutter(files, folder, pieces);
  }

  /** Bytes that cutting will write. */
  async missing(genes: number): Promise<number> {
    const todo = await this.#todo();
    return todo.reduce((sum, { samples }) => sum + samples.length * genes * 4, 0);
  }

  /** Reads the file once, unless all parts are there. @param tell of how many genes there were so far. @throws DamagedSource */
  async cut(tell: (rows: number) => void): Promise<void> {
    const todo = await this.#todo();
    if (todo.length === 0) return;
    await this.#removeStale(todo);
    const { toil, toilProbes } = this.#files;
    const find = geneFinder(await readSheet(toilProbes.path, toilProbes.located));
    const wanted = [...new Set(todo.flatMap(({ samples }) => samples.map(({ column }) => column)))].sort((a, b) => a - b);
    const placeOf = new Map(wanted.map((column, place) => [column, place]));
    const targets = await Promise.all(
      todo.map(async ({ folder, samples }) => {
        await mkdir(unfinished(folder), { recursive: true });
        const names = samples.map(({ name }) => name);
        const matrix = await MatrixFile.open(unfinished(folder), 'gtex', names);
        return { matrix, places: Int32Array.from(samples, ({ column }) => placeOf.get(column) ?? 0) };
      }),
    );
    const reader = await MatrixReader.open(toil.path, toil.located);
    try {
      const dropped = await copyRows(reader, toil.located, wanted, { find, scale: LOG2_PLUS_THOUSANDTH }, targets, tell);
      for (const [i, { folder }] of todo.entries()) {
        const closed = await targets[i]?.matrix.close();
        await writeFile(join(unfinished(folder), NOTES), JSON.stringify(rowNotes('与 GTEx 比较的基因', dropped, closed?.folded)));
        await rename(unfinished(folder), folder);
      }
    } catch (error) {
      await reader.close();
      for (const { matrix } of targets) await matrix.discard();
      throw error;
    }
  }

  /** @param code of a request. */
  async part(code: string): Promise<ToilPart | undefined> {
    const piece = this.#pieces.find(({ request }) => request.code === code);
    if (piece === undefined || piece.samples.length === 0) return undefined;
    const { values, genes, samples } = matrixFiles('gtex');
    const { folder } = piece;
    const notes = JSON.parse(await readFile(join(folder, NOTES), 'utf8')) as string[];
    return {
      files: { values: join(folder, values), genes: join(folder, genes), samples: join(folder, samples) },
      samples: piece.samples,
      notes: [...tell(piece.samples, code), ...notes],
    };
  }

  /** A part that stands in a release is not needed here any more. */
  async forget(code: string): Promise<void> {
    const piece = this.#pieces.find(({ request }) => request.code === code);
    if (piece !== undefined) await rm(piece.folder, { recursive: true, force: true });
  }

  /** Parts that were cut out by halves, or of files that have changed since. */
  async #removeStale(todo: readonly Piece[]): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const stale = names.filter((name) => todo.some(({ request }) => name.startsWith(`${request.code}-`)));
    for (const name of stale) await rm(join(this.#folder, name), { recursive: true, force: true });
  }

  async #todo(): Promise<Piece[]> {
    const present = await Promise.all(this.#pieces.map(({ folder }) => stat(folder).catch(() => undefined)));
    return this.#pieces.filter(({ samples }, i) => present[i] === undefined && samples.length > 0);
  }
}
