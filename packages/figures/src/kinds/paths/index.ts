import { itemKind } from '../kind.ts';
import { layout, screenHeight } from './layout.ts';
import { Picture } from './picture.tsx';

export const kind = itemKind({ family: 'items', screenHeight, layout, Picture });
