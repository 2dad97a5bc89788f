import { GENE_SET_FAMILIES, type GeneSetCollection, type GeneSetFamily, ORGANISMS } from '@oncoloom/contract';

/** Sets under the numbers of their own source: they have names, and a link to it, which the names that MSigDB gives them lack. */
const OWN_NUMBERS: Partial<Record<GeneSetFamily, RegExp>> = {
  go: /^GO:\d{7}$/,
  kegg: /^[a-z]{3}\d{5}$/,
  reactome: /^R-[A-Z]{3}-\d+$/,
};

interface Ordered extends GeneSetCollection {
  titles: readonly string[];
}

const isNumbered = ({ family, titles }: Ordered): boolean => OWN_NUMBERS[family]?.test(titles[0] ?? '') === true;

/** Human before mouse, families as the contract has them, those with their source's numbers before others, and of these the newest first. */
export function byOffer(a: Ordered, b: Ordered): number {
  const order =
    ORGANISMS.indexOf(a.organism) - ORGANISMS.indexOf(b.organism) ||
    GENE_SET_FAMILIES.indexOf(a.family) - GENE_SET_FAMILIES.indexOf(b.family) ||
    Number(isNumbered(b)) - Number(isNumbered(a));
  if (order !== 0) return order;
  if (a.date !== b.date) return a.date > b.date ? -1 : 1;
  // Releases that know their year only, such as v2025.1 and v2025.2; parts of one release in their own order.
  if (a.subset !== b.subset) return a.subset < b.subset ? -1 : 1;
  return a.name > b.name ? -1 : 1;
}
