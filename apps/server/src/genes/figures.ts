import type { Cohort, GeneDetail, GeneFigure, GeneFigureKind } from '@oncoloom/contract';
import {
  cohortsHolding,
  comparisonOf,
  defaultValues,
  type HoldingCohort,
  type SparseRequest,
  singleGene,
  singleGeneRequest,
  type ToolDefinition,
  usableTogether,
  usableWith,
} from '@oncoloom/tool-kit';
import type { CohortStore } from '../cohorts/service.ts';
import { listCohorts } from '../cohorts/service.ts';
import type { GenesService } from './service.ts';

/** Answers that are kept; one of 33 cohorts has 700 kB. */
const KEPT = 20;

interface Chosen {
  cohorts: readonly Cohort[];
  /** What the gene is called there. */
  name: string;
  set: Readonly<Record<string, unknown>>;
  /** What is said of cohorts that would stand on the same axis in another unit. */
  apart: string | null;
}

interface Tools {
  all: readonly ToolDefinition[];
}

/** Draws a figure of an analysis that is not kept. */
interface Previews {
  figure(userId: number, request: SparseRequest, figure: string): Promise<Pick<NonNullable<GeneFigure['drawn']>, PreviewField>>;
}
type PreviewField = Exclude<keyof NonNullable<GeneFigure['drawn']>, 'task_type' | 'figure' | 'request' | 'simulated' | 'apart'>;

/** The figures at the head of a gene's page: the tools' own, on the installed cohorts, free of points. */
export class GeneFigures {
  readonly #genes: Pick<GenesService, 'find'>;
  readonly #cohorts: CohortStore;
  readonly #tools: Tools;
  readonly #previews: Previews;
  readonly #kept = new Map<string, GeneFigure>();
  /** A browser that has waited for 10 s asks again: for the same drawing. */
  readonly #drawing = new Map<string, Promise<GeneFigure>>();

  constructor(parts: { genes: Pick<GenesService, 'find'>; cohorts: CohortStore; tools: Tools; previews: Previews }) {
    this.#genes = parts.genes;
    this.#cohorts = parts.cohorts;
    this.#tools = parts.tools;
    this.#previews = parts.previews;
  }

  /** @throws ApiError 404 for an unknown gene, 409 where a newer call took its place, 422 with the engine's sentence. */
  async draw(userId: number, name: string, kind: GeneFigureKind): Promise<GeneFigure> {
    const releases = (await this.#cohorts.list()).map(({ checksum }) => checksum).join();
    const key = JSON.stringify([kind, name.toUpperCase(), releases]);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const own = JSON.stringify([userId, key]);
    const drawing = this.#drawing.get(own) ?? this.#draw(userId, name, kind).finally(() => this.#drawing.delete(own));
    this.#drawing.set(own, drawing);
    const figure = await drawing;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, figure);
    return figure;
  }

  async #draw(userId: number, name: string, kind: GeneFigureKind): Promise<GeneFigure> {
    const gene = await this.#genes.find(name);
    const tool = this.#tools.all.find(({ genePage }) => genePage?.shows === kind);
    const fields = tool && singleGene(tool.parameters);
    if (tool?.genePage === undefined || fields === undefined) throw new Error(`no tool of one gene draws its ${kind}`);
    const { taskType, genePage } = tool;
    const { figure, without } = genePage;
    const held = cohortsHolding(gene, gene.cohorts, await listCohorts(this.#cohorts));
    const chosen = kind === 'expression' ? compared(tool, gene, held) : followed(tool, held);
    if (chosen === undefined) {
      const many =
        held.length === 0 ? `已安装的队列都没有测到 ${gene.symbol}` : `测到 ${gene.symbol} 的 ${held.length} 个队列里，${without}`;
      return { drawn: null, none: `${many}。` };
    }
    const codes = chosen.cohorts.map(({ code }) => code);
    const request = { ...chosen.set, ...singleGeneRequest(fields, codes, chosen.name) };
    const preview = await this.#previews.figure(userId, { task_type: taskType, ...request }, figure);
    const simulated = chosen.cohorts.every((cohort) => cohort.simulated);
    return { drawn: { task_type: taskType, figure, request, simulated, apart: chosen.apart, ...preview }, none: null };
  }
}

/** Tries real cohorts first. */
function realFirst<T>(held: readonly HoldingCohort[], choose: (some: readonly HoldingCohort[]) => T | undefined): T | undefined {
  return choose(held.filter(({ cohort }) => !cohort.simulated)) ?? choose(held);
}

/** The units in which these cohorts hold expression, the commonest first, with the cohorts of each: values in two units are never put on one axis. */
function byUnit(cohorts: readonly Cohort[], unitOf: (cohort: Cohort) => string): [string, Cohort[]][] {
  const groups = new Map<string, Cohort[]>();
  for (const cohort of cohorts) groups.set(unitOf(cohort), [...(groups.get(unitOf(cohort)) ?? []), cohort]);
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}

/** Cohorts in which tumours can be compared with normals, in one unit, by the name that most of them call the gene. */
function compared(tool: ToolDefinition, { symbol }: GeneDetail, held: readonly HoldingCohort[]): Chosen | undefined {
  const parameter = singleGene(tool.parameters)?.cohort;
  if (parameter === undefined) return undefined;
  return realFirst(held, (some) => {
    // A run knows the symbol and what it was called before; by a number alone it does not find the gene.
    const known = some.filter(({ bySymbol }) => bySymbol).map(({ cohort }) => cohort);
    const values = defaultValues(tool);
    const together = usableTogether(parameter, known, values);
    const joined = comparisonOf(parameter.needs, { ...values, ...together.set }) === 'joined';
    const unitOf = ({ matrices }: Cohort) => matrices[joined ? 'gtex' : 'expression']?.unit ?? '';
    const groups = byUnit(together.cohorts, unitOf);
    for (const [unit, alike] of groups) {
      const { set, cohorts } = usableTogether(parameter, alike, values);
      if (cohorts.length > 0) return { cohorts, name: symbol, set, apart: saidApart(unit, groups, cohorts) };
    }
    return undefined;
  });
}

/** 「表达量的单位是 log2(TPM+1)。TCGA-ACC 的单位不同（RSEM），不能画在同一条轴上，请单独分析。」 */
function saidApart(unit: string, groups: readonly [string, readonly Cohort[]][], drawn: readonly Cohort[]): string | null {
  const others = groups.filter(([other]) => other !== unit);
  if (others.length === 0) return null;
  const words = others.map(([other, cohorts]) => `${cohorts.map(({ label }) => label).join('、')}（${other === '' ? '单位不明' : other}）`);
  return `图里 ${drawn.length} 个队列的表达量单位都是 ${unit}。单位不同的队列不能画在同一条轴上，也不能比较高低，请单独分析：${words.join('；')}。`;
}

/** The cohort with the most patients who were followed. */
function followed(tool: ToolDefinition, held: readonly HoldingCohort[]): Chosen | undefined {
  const parameter = singleGene(tool.parameters)?.cohort;
  if (parameter === undefined) return undefined;
  return realFirst(held, (some) => {
    const patients = ({ cohort }: HoldingCohort) => cohort.survival.OS?.patients ?? 0;
    const serving = some.filter(({ cohort }) => 'set' in usableWith(parameter, cohort, defaultValues(tool)));
    const [largest] = serving.sort((a, b) => patients(b) - patients(a));
    return largest && { cohorts: [largest.cohort], name: largest.name, set: {}, apart: null };
  });
}
