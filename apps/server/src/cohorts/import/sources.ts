/** Which public files the cohorts are made of, and where they lie. */
import { encodedPath, type Located as LocatedFile, openPlaceOf, type Place as PlaceOf, type WantedFile } from '../../fetching/place.ts';

interface Hub {
  /** Addresses of the same files, the faster one first. */
  addresses: readonly string[];
}

/** UCSC Xena's hubs; a bucket stands behind each of them. */
const GDC: Hub = { addresses: ['https://gdc-hub.s3.us-east-1.amazonaws.com/download', 'https://gdc.xenahubs.net/download'] };
const TOIL: Hub = { addresses: ['https://toil-xena-hub.s3.us-east-1.amazonaws.com/download', 'https://toil.xenahubs.net/download'] };
const PAN_CANCER: Hub = {
  addresses: ['https://tcga-pancan-atlas-hub.s3.us-east-1.amazonaws.com/download', 'https://pancanatlas.xenahubs.net/download'],
};

/** A file that a cohort is made of. */
export interface SourceFile extends WantedFile {
  /** None: the layout is only found on a mirror. */
  hub?: Hub;
  /** Columns that its header must have, the first one by its place. */
  columns: { first: readonly string[]; others?: readonly string[] };
}

const PROBE_COLUMNS = { first: ['id', '#id'], others: ['gene'] };

/** Files that all cohorts share. */
export const SHARED = {
  probes: { path: 'gencode.v36.annotation.gtf.gene.probemap', hub: GDC, columns: PROBE_COLUMNS },
  survival: {
    path: 'Survival_SupplementalTable_S1_20171025_xena_sp',
    hub: PAN_CANCER,
    columns: { first: ['sample'], others: ['OS', 'OS.time', 'PFI', 'PFI.time'] },
  },
  toil: { path: 'TcgaTargetGtex_rsem_gene_tpm.gz', hub: TOIL, columns: { first: ['sample'] } },
  toilProbes: { path: 'probeMap/gencode.v23.annotation.gene.probemap', hub: TOIL, columns: PROBE_COLUMNS },
  toilSamples: {
    path: 'TcgaTargetGTEX_phenotype.txt.gz',
    hub: TOIL,
    columns: { first: ['sample'], others: ['primary disease or tissue', '_study'] },
  },
} as const satisfies Record<string, SourceFile>;

/** Files of one cohort at the GDC hub. @param code lower case. */
export function gdcFiles(code: string) {
  const name = (kind: string, columns: SourceFile['columns']): SourceFile => ({
    path: `TCGA-${code.toUpperCase()}.${kind}.tsv.gz`,
    hub: GDC,
    columns,
  });
  return {
    expression: name('star_tpm', { first: ['Ensembl_ID'] }),
    counts: name('star_counts', { first: ['Ensembl_ID'] }),
    clinical: name('clinical', { first: ['sample'] }),
    survival: name('survival', { first: ['sample'], others: ['OS', 'OS.time', '_PATIENT'] }),
  };
}

/** Files of one cohort as they were published in 2016: RSEM normalised and not logarithmic, by symbols. @param code lower case. */
export function legacyFiles(code: string) {
  return {
    expression: { path: `TCGA-${code.toUpperCase()}.rsem_norm.expr.tsv.gz`, columns: { first: ['gene'] } },
    clinical: { path: `TCGA-${code.toUpperCase()}.clinical.tsv`, columns: { first: ['sample'], others: ['patient'] } },
  } satisfies Record<string, SourceFile>;
}

/** A file of a cohort as one place has it. */
export type Located = LocatedFile<SourceFile>;

/** A place that files of cohorts come from. */
export type Place = PlaceOf<SourceFile>;

/** Folders of a mirror in which the files may lie. */
const FOLDERS = ['', 'cohorts', 'tcga'];

/** At UCSC Xena itself. */
function hubAddresses({ path, hub }: SourceFile): string[] {
  const paths = path.endsWith('.gz') ? [path] : [path, `${path}.gz`];
  // The buckets keep a file of a folder under a name with the slash in it.
  const names = paths.flatMap((name) => [...new Set([encodedPath(name), encodeURIComponent(name)])]);
  return (hub?.addresses ?? []).flatMap((address) => names.map((name) => `${address}/${name}`));
}

/** @param mirror a folder (absolute) or an http(s) address; undefined: the public hubs. */
export function openPlace(mirror: string | undefined): Place {
  return openPlaceOf<SourceFile>(mirror, { addresses: hubAddresses, folders: FOLDERS });
}
