/**
 * Derives `onlyTcga` and `tcgaGtex` of the contract's COHORTS from the public sample sheets. `npx tsx scripts/cohort-flags.ts <folder>`, where the folder
 * holds Toil's phenotype sheet (TcgaTargetGTEX_phenotype, as kept by UCSCXenaShiny's toil_info) and the tumour and normal samples of each cohort
 * (UCSCXenaShiny's tcga_gtex).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';

export const TOIL_SHEET = 'TcgaTargetGTEX_phenotype.toil_info.tsv.gz';
export const GROUPS_SHEET = 'tcga_gtex_sample_groups.tsv.gz';

/** Two samples have no spread to speak of: a group begins with three. */
const ENOUGH = 3;
/** Sites that are no tissue a tumour grows in: GTEx's blood stands in the sheet as the normal of lymphoma and thymoma. */
const FLUID_SITES: readonly string[] = ['Blood', 'Bone Marrow'];

type Row = Record<string, string>;

/** Rows by the header's names. Toil's sheet is Latin-1: a byte of it is no UTF-8. */
function readSheet(path: string): Row[] {
  const [header, ...lines] = gunzipSync(readFileSync(path)).toString('latin1').trimEnd().split('\n');
  const names = header?.split('\t') ?? [];
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}

/** A solid tissue of a donor: no blood, and none of the cell lines that GTEx grew (`Cells - …`). */
function isTissue(sample: Row | undefined): boolean {
  if (sample === undefined) return false;
  const tissue = sample['primary disease or tissue'] ?? '';
  return !FLUID_SITES.includes(sample._primary_site ?? '') && !tissue.startsWith('Cells - ');
}

export interface Normals {
  tcga: number;
  gtex: number;
}

/** Normal samples of each cohort by its lower-case code: TCGA's own, and GTEx's that are tissue. */
export function normalsOf(folder: string): Map<string, Normals> {
  const toil = new Map(readSheet(join(folder, TOIL_SHEET)).map((row) => [row.sample ?? '', row]));
  const normals = new Map<string, Normals>();
  for (const { sample = '', tissue = '', type = '' } of readSheet(join(folder, GROUPS_SHEET))) {
    const code = tissue.toLowerCase();
    const counts = normals.get(code) ?? { tcga: 0, gtex: 0 };
    if (type.endsWith('_normal_TCGA')) counts.tcga += 1;
    if (type.endsWith('_normal_GTEx') && isTissue(toil.get(sample))) counts.gtex += 1;
    normals.set(code, counts);
  }
  return normals;
}

/** Whether there are enough normals of a source to compare with. */
export function flagsOf({ tcga, gtex }: Normals): { onlyTcga: 0 | 1; tcgaGtex: 0 | 1 } {
  return { onlyTcga: tcga >= ENOUGH ? 1 : 0, tcgaGtex: gtex >= ENOUGH ? 1 : 0 };
}

const [, script, folder] = process.argv;
if (folder !== undefined && script !== undefined && import.meta.url === pathToFileURL(script).href) {
  for (const [code, normals] of [...normalsOf(folder)].sort()) {
    const { onlyTcga, tcgaGtex } = flagsOf(normals);
    process.stdout.write(`${[code, onlyTcga, tcgaGtex, normals.tcga, normals.gtex].join('\t')}\n`);
  }
}
