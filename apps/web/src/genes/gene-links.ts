import { genePath } from './gene-words.ts';

interface GeneLink {
  label: string;
  href: string;
}

/** A human gene, without its version. */
const ENSEMBL_GENE = /^(ENSG\d{11})(?:\.\d+)?$/;
const ENSEMBL = /^ENS[A-Z]*[GTP]\d{11}(?:\.\d+)?$/;
/** Affymetrix, Illumina and Agilent probes name a spot, not a gene. Numbers of seven digits are Affymetrix's: Entrez numbers have up to six, or nine. */
const PROBE = /_at$|^ILMN_\d+$|^A_\d+_P\d+$|^cg\d{8}$|^\d{7,8}(_\w+)?$/;
const SYMBOL = /^[A-Za-z][A-Za-z0-9.@-]*$/;

/** Pages about a gene elsewhere, by the kind of its identifier; none for a probe. */
export function geneLinks(name: string): GeneLink[] {
  if (PROBE.test(name)) return [];
  if (ENSEMBL.test(name)) return [{ label: 'Ensembl', href: `https://www.ensembl.org/id/${name.replace(/\.\d+$/, '')}` }];
  if (/^\d+$/.test(name)) return [{ label: 'NCBI', href: `https://www.ncbi.nlm.nih.gov/gene/${name}` }];
  if (!SYMBOL.test(name)) return [];
  const query = encodeURIComponent(`${name}[sym] AND human[orgn]`);
  return [
    { label: 'NCBI', href: `https://www.ncbi.nlm.nih.gov/gene/?term=${query}` },
    { label: 'GeneCards', href: `https://www.genecards.org/cgi-bin/carddisp.pl?gene=${encodeURIComponent(name)}` },
  ];
}

/** The gene's page here; undefined for what names no human gene: a probe, a transcript, a gene of another species by its Ensembl number. */
export function genePageOf(name: string): string | undefined {
  if (ENSEMBL.test(name)) {
    const [, gene] = ENSEMBL_GENE.exec(name) ?? [];
    return gene === undefined ? undefined : genePath(gene);
  }
  return geneLinks(name).length > 0 ? genePath(name) : undefined;
}
