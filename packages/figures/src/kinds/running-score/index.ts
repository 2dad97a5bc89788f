import { itemKind } from '../kind.ts';
import { layout, screenHeight } from './layout.ts';
import { Picture } from './picture.tsx';

/** Names that stand in it, beside those of its data. */
const words = [{ zh: '基因排序', en: 'Rank in ordered genes' }];

export const kind = itemKind({ family: 'items', words, screenHeight, layout, Picture });
