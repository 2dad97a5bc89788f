import type { GeneSetFamily, Organism } from '@oncoloom/contract';

/** Collections of MSigDB by how their files begin; mouse has an m before the number, or after the h. */
const COLLECTIONS: readonly { begins: RegExp; family: GeneSetFamily; subset: string; title: string }[] = [
  { begins: /^m?h\.all$/, family: 'hallmark', subset: '', title: 'MSigDB Hallmark 标志基因集' },
  { begins: /^c2\.cp\.kegg_legacy$/, family: 'kegg', subset: '', title: 'KEGG 旧版通路（MSigDB，内容约为 2011 年）' },
  { begins: /^c2\.cp\.kegg_medicus$/, family: 'kegg', subset: '', title: 'KEGG MEDICUS 通路（MSigDB）' },
  { begins: /^[cm]2\.cp\.reactome$/, family: 'reactome', subset: '', title: 'Reactome 通路（MSigDB）' },
  { begins: /^[cm]2\.cp\.wikipathways$/, family: 'wikipathways', subset: '', title: 'WikiPathways 通路（MSigDB）' },
  { begins: /^[cm]5\.go\.bp$/, family: 'go', subset: 'BP', title: 'GO 生物过程（BP，MSigDB）' },
  { begins: /^[cm]5\.go\.cc$/, family: 'go', subset: 'CC', title: 'GO 细胞组分（CC，MSigDB）' },
  { begins: /^[cm]5\.go\.mf$/, family: 'go', subset: 'MF', title: 'GO 分子功能（MF，MSigDB）' },
];

const ORGANISMS: Readonly<Record<string, Organism>> = { Hs: 'hsa', Mm: 'mmu' };

/** What the name of one of MSigDB's files says of it. */
interface NamedCollection {
  title: string;
  source: string;
  release: string;
  date: string;
  organism: Organism;
  family: GeneSetFamily;
  subset: string;
}

/** @param name As `c5.go.bp.v2025.1.Hs.symbols.gmt`. Undefined for other names; a collection of MSigDB that is not known here is `other`. */
export function describeMsigdbFile(name: string): NamedCollection | undefined {
  const [, collection = '', year, number, species = ''] =
    /^(m?[hc]?\d?(?:\.\w+)+)\.v(\d{4})\.(\d+)\.(Hs|Mm)\.symbols\.gmt$/.exec(name) ?? [];
  const organism = ORGANISMS[species];
  if (organism === undefined) return undefined;
  const known = COLLECTIONS.find(({ begins }) => begins.test(collection));
  return {
    title: known?.title ?? `MSigDB ${collection}`,
    source: 'MSigDB',
    release: `${year}.${number}.${species}`,
    // The name has no day. Of two releases in a year the name of the later one comes later.
    date: `${year}`,
    organism,
    family: known?.family ?? 'other',
    subset: known?.subset ?? '',
  };
}
