import { screenPixels } from '../heatmap/cells.ts';
import { itemKind } from '../kind.ts';
import { layout, screenHeight } from './layout.ts';
import { Picture } from './picture.tsx';

export const kind = itemKind({
  family: 'items',
  screenHeight,
  layout,
  Picture,
  paint: (_context, { heat }, drawPixels) => {
    if (heat !== null) drawPixels(heat.cells, screenPixels(heat));
  },
});
