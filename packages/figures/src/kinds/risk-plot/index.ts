import { screenPixels } from '../heatmap/cells.ts';
import { itemKind } from '../kind.ts';
import { layout, screenHeight } from './layout.ts';
import { Picture } from './picture.tsx';

/** Names that stand in it, beside those of its data. */
const words = [
  { zh: '存活', en: 'Alive' },
  { zh: '死亡', en: 'Dead' },
  { zh: '患者（按风险评分从低到高）', en: 'Patients (by increasing risk score)' },
  { zh: '风险评分', en: 'Risk score' },
  { zh: '行 z 值', en: 'Row z-score' },
];

export const kind = itemKind({
  family: 'items',
  words,
  screenHeight,
  layout,
  Picture,
  paint: (_context, { heat }, drawPixels) => {
    if (heat !== null) drawPixels(heat.cells, screenPixels(heat));
  },
});
