import { itemKind } from '../kind.ts';
import { layout, paperHeight, screenHeight } from './layout.ts';
import { Picture } from './picture.tsx';

/** Names that stand in it, beside those of its data. */
const words = [
  { zh: '保护', en: 'Protective' },
  { zh: '危险', en: 'Higher risk' },
];

export const kind = itemKind({ family: 'items', words, screenHeight, paperHeight, layout, Picture });
