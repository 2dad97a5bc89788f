import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COHORTS, type MatrixName } from '@oncoloom/contract';
import { z } from 'zod';
import { type CohortAbout, TABLE_COLUMNS } from '../layout.ts';
import type { Table } from '../release-tables.ts';
import type { CohortFiles } from '../store.ts';
import type { ReleaseWriter } from '../writer.ts';
import { chooseSamples, type DroppedSamples, parseBarcode, type Sample, survivalRule, survivalSamples, typeOf } from './barcodes.ts';
import { knownText } from './cells.ts';
import { clinicalTable } from './clinical.ts';
import { bySymbol, CountScale, copyRows, type FindGene, geneFinder, LINEAR, LOG2_PLUS_1, rowNotes, type Scale } from './genes.ts';
import { MatrixReader } from './matrix-reader.ts';
import { type CohortPlan, filesOf, type ToilPlan, toilFilesOf } from './plan.ts';
import { type Row, readSheet, type Sheet } from './sheet.ts';
import type { Located } from './sources.ts';
import { type SurvivalSource, survivalTable } from './survival.ts';
import type { ToilPart, ToilRequest } from './toil.ts';

/** In a release: which files of which sources it was made of. */
const SOURCES_FILE = 'sources.json';
const provenanceSchema = z.object({
  layout: z.enum(['gdc', 'legacy']),
  files: z.array(z.object({ name: z.string(), url: z.string().nullable(), version: z.string() })),
});
type Provenance = z.infer<typeof provenanceSchema>;

/** Answers where a file lies. */
type Fetch = (located: Located) => Promise<string>;

interface WriteParts {
  toil: ToilPart | undefined;
  /** Further ones, for the release. */
  notes: readonly string[];
  /** Told while it goes on, often. */
  tell: (what: string) => void;
}

interface Told {
  source: string;
  url: string | null;
  release: string;
  unit: string;
  notes: readonly string[];
}

/** What is said of a release by the files that it was made of. */
function toldOf({ layout, expression }: CohortPlan): Told {
  if (layout === 'legacy')
    return {
      source:
        'TCGA 表达量为 Broad Firehose 2016-01-28 版的 RSEM 标准化值（hg19，RTCGA 整理），临床资料为同一版，生存终点来自 TCGA-CDR（Liu 等，Cell 2018）',
      url: 'https://gdac.broadinstitute.org',
      release: 'Firehose-2016-01-28',
      unit: 'log2(RSEM+1)',
      notes: ['这是旧版数据：RSEM 标准化值，按基因符号，不是 TPM；没有原始计数，计数模型（DESeq2、edgeR、voom）用不了'],
    };
  return {
    source:
      'TCGA 表达量和计数来自 GDC 的 STAR 流程（GENCODE v36），临床资料来自 GDC，均经 UCSC Xena 整理；生存终点来自 TCGA-CDR（Liu 等，Cell 2018）',
    url: 'https://xenabrowser.net/datapages/?hub=https://gdc.xenahubs.net',
    release: expression.date === undefined ? 'GDC' : `GDC-${expression.date}`,
    unit: 'log2(TPM+1)',
    notes: [],
  };
}

function byPatient(rows: readonly Row[], patientOf: (row: Row) => string | undefined): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const patient = patientOf(row);
    if (patient === undefined || patient === '') continue;
    found.set(patient, [...(found.get(patient) ?? []), row]);
  }
  return found;
}

const patientOfRow = (row: Row): string | undefined => row.patient ?? row._PATIENT ?? parseBarcode(row.sample ?? '')?.patient;

/** A cohort between its sources and its release. */
export class CohortImport {
  readonly #plan: CohortPlan;
  readonly #fetch: Fetch;
  readonly #clinical: ReadonlyMap<string, readonly Row[]>;
  /** All samples that are in the release, in the order of the expression matrix. */
  readonly #samples: readonly Sample[];
  readonly #dropped: DroppedSamples;

  private constructor(
    plan: CohortPlan,
    fetch: Fetch,
    clinical: ReadonlyMap<string, readonly Row[]>,
    samples: readonly Sample[],
    dropped: DroppedSamples,
  ) {
    this.#plan = plan;
    this.#fetch = fetch;
    this.#clinical = clinical;
    this.#samples = samples;
    this.#dropped = dropped;
  }

  /** Reads the names of samples and the clinical table. @throws DamagedSource */
  static async open(plan: CohortPlan, fetch: Fetch): Promise<CohortImport> {
    const sheet = await readSheet(await fetch(plan.clinical), plan.clinical);
    const ffpe = new Set(
      sheet.rows.filter((row) => knownText(row['is_ffpe.samples']).toLowerCase() === 'true').map((row) => row.sample ?? ''),
    );
    const reader = await MatrixReader.open(await fetch(plan.expression), plan.expression);
    await reader.close();
    const { kept, dropped } = chooseSamples(reader.samples, ffpe);
    return new CohortImport(plan, fetch, byPatient(sheet.rows, patientOfRow), kept, dropped);
  }

  /** Patients of the clinical table and of the samples, in this order. */
  get #patients(): string[] {
    return [...new Set([...this.#clinical.keys(), ...this.#samples.map(({ patient }) => patient)])];
  }

  get toilRequest(): ToilRequest {
    const names = new Map(this.#samples.map(({ patient, code, name }) => [`${patient}-${code}`, name]));
    return { code: this.#plan.code, patients: new Set(this.#patients), names };
  }

  /** Columns of the matrices that `write` will write. */
  get columns(): number {
    return this.#samples.length * (this.#plan.layout === 'gdc' ? 2 : 1);
  }

  /** Writes all of a release and answers what is said of it. @throws DamagedSource */
  async write(writer: ReleaseWriter, { toil, notes, tell }: WriteParts): Promise<CohortAbout> {
    const matrices = await this.#writeMatrices(writer, tell);
    if (toil !== undefined) await writer.wholeMatrix('gtex', toil.files);
    const survivors = survivalSamples(this.#plan.code, this.#samples);
    await writer.table('samples', this.#sampleTable(survivors, toil));
    const cdr = byPatient(await this.#rows(this.#plan.cdr), patientOfRow);
    const clinical = clinicalTable(this.#plan.code, this.#patientRows(survivors, cdr));
    await writer.table('clinical', clinical.table);
    const survival = survivalTable(this.#patients, await this.#survivalSources(cdr));
    await writer.table('survival', survival.table);
    const about = this.#about(matrices.notes, [...clinical.notes, ...survival.notes, ...(toil?.notes ?? []), ...notes]);
    const units: CohortAbout['units'] = { ...about.units, ...(toil && { gtex: 'log2(TPM+1)' }) };
    return { ...about, units, ...(matrices.rounded !== undefined && { rounded: matrices.rounded }) };
  }

  async #writeMatrices(writer: ReleaseWriter, tell: WriteParts['tell']): Promise<{ notes: string[]; rounded?: number }> {
    const plan = this.#plan;
    if (plan.layout === 'legacy')
      return { notes: await this.#writeMatrix(writer, 'expression', plan.expression, { find: bySymbol, scale: LINEAR, tell }) };
    const find = geneFinder(await readSheet(await this.#fetch(plan.probes), plan.probes));
    const expression = await this.#writeMatrix(writer, 'expression', plan.expression, { find, scale: LOG2_PLUS_1, tell });
    const scale = new CountScale();
    const counts = await this.#writeMatrix(writer, 'counts', plan.counts, { find, scale, tell });
    const rounding =
      scale.rounded === 0
        ? '计数都是整数，没有取整'
        : `计数中有 ${scale.rounded} 个值不是整数（来源对同一样本的多份取了平均），已四舍五入一次`;
    return { notes: [...expression, ...counts, rounding], rounded: scale.rounded };
  }

  async #writeMatrix(
    writer: ReleaseWriter,
    name: MatrixName,
    located: Located,
    how: { find: FindGene; scale: Scale; tell: WriteParts['tell'] },
  ): Promise<string[]> {
    const reader = await MatrixReader.open(await this.#fetch(located), located);
    const columnOf = new Map(reader.samples.map((sample, column) => [sample, column]));
    const present = this.#samples.filter((sample) => columnOf.has(sample.name));
    const columns = present.map((sample) => columnOf.get(sample.name) ?? 0);
    const matrix = await writer.matrix(
      name,
      present.map((sample) => sample.name),
    );
    try {
      const title = name === 'counts' ? '计数的基因' : '表达量的基因';
      const targets = [{ matrix, places: Int32Array.from(columns.keys()) }];
      const dropped = await copyRows(reader, located, columns, how, targets, (rows) => how.tell(`${title} ${rows} 个`));
      const { folded } = await matrix.close();
      const without = this.#samples.length - present.length;
      return [...(without > 0 ? [`${without} 个样本没有计数`] : []), ...rowNotes(title, dropped, folded)];
    } catch (error) {
      await reader.close();
      throw error;
    }
  }

  #sampleTable(survivors: ReadonlySet<Sample>, toil: ToilPart | undefined): Table {
    const known = new Set(this.#samples.map(({ name }) => name));
    const further = toil?.samples.filter(({ name }) => !known.has(name)) ?? [];
    const all = [
      ...this.#samples.map((sample) => ({ ...sample, type: typeOf(sample) ?? '', tissue: '', survival: survivors.has(sample) })),
      ...further.map((sample) => ({ ...sample, survival: false })),
    ];
    const having = (type: string) => new Set(all.flatMap((sample) => (sample.type === type ? [sample.patient] : [])));
    const tumour = having('tumour');
    const normal = having('normal');
    const mark = (yes: boolean) => (yes ? '1' : '');
    return {
      columns: TABLE_COLUMNS.samples,
      rows: all.map(({ name, patient, type, code, tissue, survival }) => [
        ...[name, patient, type, code, tissue, mark(survival)],
        mark(tumour.has(patient) && normal.has(patient)),
      ]),
    };
  }

  /** The row of the sample that stands for the patient first. */
  #patientRows(survivors: ReadonlySet<Sample>, cdr: ReadonlyMap<string, readonly Row[]>) {
    const chosen = new Map([...survivors].map(({ patient, name }) => [patient, name]));
    return this.#patients.map((patient) => {
      const rows = this.#clinical.get(patient) ?? [];
      const first = rows.filter((row) => row.sample === chosen.get(patient));
      return { patient, clinical: [...first, ...rows.filter((row) => !first.includes(row))], cdr: cdr.get(patient) ?? [] };
    });
  }

  async #survivalSources(cdr: ReadonlyMap<string, readonly Row[]>): Promise<SurvivalSource[]> {
    const ofCdr: SurvivalSource = { told: '取自 TCGA-CDR', rows: (patient) => cdr.get(patient) ?? [], column: (endpoint) => endpoint };
    const osOnly = { column: (endpoint: string) => (endpoint === 'OS' ? 'OS' : undefined) };
    if (this.#plan.layout === 'gdc') {
      const rows = byPatient(await this.#rows(this.#plan.survival), patientOfRow);
      return [ofCdr, { told: '取自 GDC', rows: (patient) => rows.get(patient) ?? [], ...osOnly }];
    }
    const rows = (patient: string) => this.#clinical.get(patient) ?? [];
    return [
      ofCdr,
      { told: '取自临床表里的 TCGA-CDR', rows, column: (endpoint) => `CDR_${endpoint}` },
      { told: '取自临床表的随访（TCGA-CDR 里没有）', rows, ...osOnly },
    ];
  }

  #about(matrixNotes: readonly string[], notes: readonly string[]): CohortAbout {
    const { code, layout } = this.#plan;
    const known = COHORTS.find((cohort) => cohort.code === code);
    const { source, url, release, unit, notes: told } = toldOf(this.#plan);
    return {
      ...{ code, label: `TCGA-${code.toUpperCase()}`, name: known?.name ?? '', english: known?.english ?? '' },
      ...{ source, source_url: url, release, simulated: false, embedded: false },
      notes: [...told, ...this.#sampleNotes(), ...matrixNotes, ...notes],
      units: { expression: unit, ...(layout === 'gdc' && { counts: 'counts' }) },
    };
  }

  #sampleNotes(): string[] {
    const { controls, ffpe, vials } = this.#dropped;
    const withSample = new Set(this.#samples.map(({ patient }) => patient));
    const without = this.#patients.filter((patient) => !withSample.has(patient)).length;
    return [
      ...(vials > 0 ? [`同一患者同类样本有多份时留字母最小的一份（A 先于 B），略去 ${vials} 份`] : []),
      ...(ffpe > 0 ? [`略去 ${ffpe} 个石蜡包埋（FFPE）样本`] : []),
      ...(controls > 0 ? [`略去 ${controls} 个不是患者样本的列`] : []),
      ...(without > 0 ? [`${without} 位患者没有表达量，只在临床和生存表里`] : []),
      survivalRule(this.#plan.code),
    ];
  }

  async #rows(located: Located | undefined): Promise<Sheet['rows']> {
    return located === undefined ? [] : (await readSheet(await this.#fetch(located), located)).rows;
  }
}

/** Files that a release is made of; the operator's folders are nobody else's business. */
export function sourcesOf(plan: CohortPlan, toil: ToilPlan | undefined): Provenance {
  const { own, shared } = filesOf(plan);
  const files = [...own, ...shared, ...toilFilesOf(toil)];
  return { layout: plan.layout, files: files.map(({ name, at, version }) => ({ name, url: 'url' in at ? at.url : null, version })) };
}

/** Puts beside a release's files what it was made of. */
export async function writeSources(folder: string, sources: Provenance): Promise<void> {
  await writeFile(join(folder, SOURCES_FILE), `${JSON.stringify(sources, null, 2)}\n`);
}

/** Whether a release was made of other files than these. */
export async function isOutdated({ files, path }: CohortFiles, sources: Provenance): Promise<boolean> {
  if (!(SOURCES_FILE in files)) return true;
  const text = await readFile(await path(SOURCES_FILE), 'utf8');
  const versions = ({ files }: Provenance) => files.map(({ name, version }) => `${name} ${version}`).join('\n');
  return versions(provenanceSchema.parse(JSON.parse(text))) !== versions(sources);
}
