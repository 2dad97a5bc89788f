import { ImportError } from '../../fetching/errors.ts';
import { gdcFiles, type Located, legacyFiles, type Place, SHARED, type SourceFile } from './sources.ts';
import { tissuesOf } from './tissues.ts';

/** What a cohort will be made of. */
export type CohortPlan =
  | {
      layout: 'gdc';
      code: string;
      expression: Located;
      counts: Located;
      clinical: Located;
      probes: Located;
      survival?: Located;
      cdr?: Located;
    }
  | { layout: 'legacy'; code: string; expression: Located; clinical: Located; cdr?: Located };

export interface ToilPlan {
  toil: Located;
  toilProbes: Located;
  toilSamples: Located;
}

/** Files of a plan that are the cohort's own, and those that it shares with others. */
export function filesOf(plan: CohortPlan): { own: Located[]; shared: Located[] } {
  const cdr = plan.cdr === undefined ? [] : [plan.cdr];
  if (plan.layout === 'legacy') return { own: [plan.expression, plan.clinical], shared: cdr };
  const survival = plan.survival === undefined ? [] : [plan.survival];
  return { own: [plan.expression, plan.counts, plan.clinical, ...survival], shared: [plan.probes, ...cdr] };
}

export const toilFilesOf = (toil: ToilPlan | undefined): Located[] =>
  toil === undefined ? [] : [toil.toil, toil.toilProbes, toil.toilSamples];

/** Asks a place, once for each file. */
export class Planner {
  readonly #place: Place;
  readonly #asked = new Map<SourceFile, Promise<Located | undefined>>();

  constructor(place: Place) {
    this.#place = place;
  }

  /** The hub's files where the place has them, else those of the older layout. @param code lower case. @throws ImportError */
  async cohort(code: string): Promise<CohortPlan> {
    const files = gdcFiles(code);
    const expression = await this.#find(files.expression);
    if (expression === undefined) return this.#legacy(code);
    const [counts, clinical, probes, survival, cdr] = await Promise.all([
      this.#require(files.counts),
      this.#require(files.clinical),
      this.#require(SHARED.probes),
      this.#find(files.survival),
      this.#find(SHARED.survival),
    ]);
    return { layout: 'gdc', code, expression, counts, clinical, probes, ...(survival && { survival }), ...(cdr && { cdr }) };
  }

  /** Undefined: the place does not have all of Toil's files, so that no cohort gets GTEx. @throws ImportError */
  async toil(codes: readonly string[]): Promise<ToilPlan | undefined> {
    if (!codes.some((code) => tissuesOf(code).length > 0)) return undefined;
    const [toil, toilProbes, toilSamples] = await Promise.all(
      [SHARED.toil, SHARED.toilProbes, SHARED.toilSamples].map((file) => this.#find(file)),
    );
    return toil && toilProbes && toilSamples ? { toil, toilProbes, toilSamples } : undefined;
  }

  async #legacy(code: string): Promise<CohortPlan> {
    const files = legacyFiles(code);
    const [expression, clinical, cdr] = await Promise.all([
      this.#find(files.expression),
      this.#find(files.clinical),
      this.#find(SHARED.survival),
    ]);
    if (expression === undefined)
      throw new ImportError(
        `来源里没有 TCGA-${code.toUpperCase()} 的表达量（${gdcFiles(code).expression.path}，404）。请核对 --mirror，或稍后再试`,
      );
    if (clinical === undefined) throw absent(files.clinical);
    return { layout: 'legacy', code, expression, clinical, ...(cdr && { cdr }) };
  }

  #find(file: SourceFile): Promise<Located | undefined> {
    const asked = this.#asked.get(file) ?? this.#place.locate(file);
    this.#asked.set(file, asked);
    return asked;
  }

  async #require(file: SourceFile): Promise<Located> {
    const found = await this.#find(file);
    if (found === undefined) throw absent(file);
    return found;
  }
}

const absent = ({ path }: SourceFile): ImportError =>
  new ImportError(`来源里没有 ${path}（404），少了它队列不完整。请核对 --mirror，或稍后再试`);
