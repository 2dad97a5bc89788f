import { itemKind } from '../kind.ts';
import { layout, paperHeight, screenHeight } from './layout.ts';
import { Picture } from './picture.tsx';

/** Names that stand in it, beside those of its data. */
const words = [
  { zh: '重要性', en: 'Importance' },
  { zh: '随机（2.5%–97.5%）', en: 'By chance (2.5%–97.5%)' },
];

export const kind = itemKind({ family: 'items', words, screenHeight, paperHeight, layout, Picture });
