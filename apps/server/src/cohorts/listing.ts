import { COHORTS, type Cohort, usableOf } from '@oncoloom/contract';
import type { CohortDescription } from './layout.ts';
import type { CohortStore } from './store.ts';

/** What the sources of a cohort hold, whether it is installed or not. */
type Known = Pick<Cohort, 'code' | 'label' | 'name' | 'english' | 'only_tcga' | 'tcga_gtex'>;

const OF_TCGA: readonly Known[] = COHORTS.map(({ code, name, english, onlyTcga, tcgaGtex }) => ({
  code,
  label: `TCGA-${code.toUpperCase()}`,
  name,
  english,
  only_tcga: onlyTcga,
  tcga_gtex: tcgaGtex,
}));

const NOT_INSTALLED = { samples: null, normals: null, events: null, source: null, release: null, simulated: false, notes: [] };

function toCohort(known: Known, description: CohortDescription | undefined): Cohort {
  const { matrices = {}, clinical = {}, survival = {} } = description ?? {};
  const holds = { matrices, clinical, survival, usable: usableOf({ matrices, survival }) };
  if (description === undefined) return { ...known, installed: false, ...NOT_INSTALLED, ...holds };
  const { source, release, simulated, notes } = description;
  const samples = matrices.expression?.tumours ?? null;
  const normals = matrices.expression?.normals ?? null;
  return { ...known, installed: true, samples, normals, events: survival.OS?.events ?? null, source, release, simulated, notes, ...holds };
}

/** An installed cohort that is none of TCGA's: what it holds itself says what it can be compared with. */
function ofDescription({ code, label, name, english, matrices, survival }: CohortDescription): Known {
  const { tumour_vs_normal, with_gtex } = usableOf({ matrices, survival });
  return { code, label, name, english, only_tcga: tumour_vs_normal ? 1 : 0, tcga_gtex: with_gtex ? 1 : 0 };
}

/** All cohorts that TCGA has, with what of them is installed, then the other installed ones. */
export async function listCohorts(store: CohortStore): Promise<Cohort[]> {
  const installed = new Map((await store.list()).map(({ description }) => [description.code, description]));
  const ofTcga = OF_TCGA.map((known) => toCohort(known, installed.get(known.code)));
  const codes = new Set(OF_TCGA.map(({ code }) => code));
  const others = [...installed.values()].filter(({ code }) => !codes.has(code));
  return [...ofTcga, ...others.map((description) => toCohort(ofDescription(description), description))];
}

/** One cohort; undefined where neither TCGA nor this server has it. */
export function findCohort(code: string, description: CohortDescription | undefined): Cohort | undefined {
  const known = OF_TCGA.find((cohort) => cohort.code === code) ?? (description === undefined ? undefined : ofDescription(description));
  return known === undefined ? undefined : toCohort(known, description);
}
