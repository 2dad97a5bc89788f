import { itemKind } from '../kind.ts';
import { layout, screenHeight } from './layout.ts';
import { Picture } from './picture.tsx';

/** Names that stand in it, beside those of its data. */
const words = [
  { zh: 'P 值', en: 'P value' },
  { zh: '基因数', en: 'Number of genes' },
  { zh: '探针数', en: 'Number of probes' },
];

export const kind = itemKind({ family: 'items', words, screenHeight, layout, Picture });
