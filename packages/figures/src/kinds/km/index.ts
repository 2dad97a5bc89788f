import { itemKind } from '../kind.ts';
import { layout, screenHeight } from './layout.ts';
import { Picture } from './picture.tsx';

/** Names that stand in it, beside those of its data. */
const words = [
  { zh: '生存率', en: 'Survival' },
  { zh: '累积发生率', en: 'Cumulative incidence' },
  { zh: '时间', en: 'Time' },
];

export const kind = itemKind({ family: 'items', words, screenHeight, layout, Picture });
