/** Which samples of TCGA count: what their barcodes say, and one of several of the same kind. */

export interface Sample {
  /** As the source names it: `TCGA-OR-A5J1-01A`, with or without the letter of the vial. */
  name: string;
  patient: string;
  /** `01` primary, `06` metastatic, `11` normal tissue … */
  code: string;
  /** Letter; empty where the source does not keep it. */
  vial: string;
}

const BARCODE = /^(TCGA-\w{2}-\w{4})-(\d{2})([A-Z]?)/;

/** Undefined: no sample of a patient of TCGA. */
export function parseBarcode(name: string): Sample | undefined {
  const [, patient, code, vial] = BARCODE.exec(name) ?? [];
  return patient === undefined || code === undefined ? undefined : { name, patient, code, vial: vial ?? '' };
}

/** 01 to 09 are tumours, 10 to 19 normal; 20 and above are controls of the laboratory. */
export function typeOf({ code }: Sample): 'tumour' | 'normal' | undefined {
  if (code >= '01' && code <= '09') return 'tumour';
  return code >= '10' && code <= '19' ? 'normal' : undefined;
}

/** What was left out, and how many. */
export interface DroppedSamples {
  /** No sample of a patient. */
  controls: number;
  /** Embedded in paraffin: their RNA is broken. */
  ffpe: number;
  /** Further vials of a patient's same kind of sample. */
  vials: number;
}

/** One sample per patient and code: no FFPE, vial A before B. @param ffpe names of samples that were embedded in paraffin. */
export function chooseSamples(names: readonly string[], ffpe: ReadonlySet<string>): { kept: Sample[]; dropped: DroppedSamples } {
  const dropped: DroppedSamples = { controls: 0, ffpe: 0, vials: 0 };
  const chosen = new Map<string, Sample>();
  for (const name of names) {
    const sample = parseBarcode(name);
    if (sample === undefined || typeOf(sample) === undefined) {
      dropped.controls += 1;
      continue;
    }
    if (ffpe.has(name)) {
      dropped.ffpe += 1;
      continue;
    }
    const key = `${sample.patient}-${sample.code}`;
    const other = chosen.get(key);
    if (other !== undefined) dropped.vials += 1;
    if (other === undefined || sample.vial < other.vial) chosen.set(key, sample);
  }
  const kept = new Map([...chosen.values()].map((sample) => [sample.name, sample]));
  return { kept: names.flatMap((name) => kept.get(name) ?? []), dropped };
}

/** Codes of the samples that stand for a patient's survival, the preferred first. @param cohort lower case. */
function survivalCodes(cohort: string): readonly string[] {
  if (cohort === 'laml') return ['03'];
  return cohort === 'skcm' ? ['01', '06'] : ['01'];
}

/** The rule in words. */
export function survivalRule(cohort: string): string {
  if (cohort === 'laml') return '生存分析每位患者取一个样本：外周血原发肿瘤（03）';
  if (cohort === 'skcm') return '生存分析每位患者取一个样本：原发肿瘤（01），没有时取转移灶（06）';
  return '生存分析每位患者取一个样本：原发肿瘤（01）；复发（02）、新发（05）和转移（06、07）样本不代替它';
}

/** The one sample of each patient that stands for the patient's survival. */
export function survivalSamples(cohort: string, samples: readonly Sample[]): Set<Sample> {
  const codes = survivalCodes(cohort);
  const best = new Map<string, Sample>();
  for (const sample of samples.filter(({ code }) => codes.includes(code))) {
    const other = best.get(sample.patient);
    if (other === undefined || codes.indexOf(sample.code) < codes.indexOf(other.code)) best.set(sample.patient, sample);
  }
  return new Set(best.values());
}
