import { itemKind } from '../kind.ts';
import { layout, screenHeight, screenWidth } from './layout.ts';
import { Picture } from './picture.tsx';

export const kind = itemKind({ family: 'items', screenWidth, screenHeight, layout, Picture });
