import { itemKind } from '../kind.ts';
import { layout, paint, screenHeight } from './layout.ts';
import { Picture } from './picture.tsx';

/** Names that stand in it, beside those of its data. */
const words = [
  { zh: '数值', en: 'Value' },
  { zh: '密度', en: 'Density' },
];

export const kind = itemKind({ family: 'items', words, screenHeight, layout, Picture, paint });
