import { itemKind } from '../kind.ts';
import { layout, screenHeight } from './layout.ts';
import { Picture } from './picture.tsx';

/** Names that stand in it, beside those of its data. */
const words = [{ zh: '交集大小', en: 'Intersection size' }];

export const kind = itemKind({ family: 'items', words, screenHeight, layout, Picture });
