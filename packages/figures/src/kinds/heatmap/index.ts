import { itemKind } from '../kind.ts';
import { layout, paint } from './layout.ts';
import { Picture } from './picture.tsx';
import { screenHeight, screenWidth } from './screen-size.ts';

/** Names that stand in it, beside those of its data. */
const words = [
  { zh: '行 z 值', en: 'Row z-score' },
  { zh: '列 z 值', en: 'Column z-score' },
  { zh: '缺失', en: 'Missing' },
  { zh: '未分组', en: 'No group' },
];

export const kind = itemKind({ family: 'items', words, screenWidth, screenHeight, layout, Picture, paint });
