import { TERM_WORDS } from '../../terms/term-table.ts';
import { itemKind } from '../kind.ts';
import { layout, screenHeight } from './layout.ts';
import { Picture } from './picture.tsx';

export const kind = itemKind({ family: 'items', words: TERM_WORDS, screenHeight, layout, Picture });
