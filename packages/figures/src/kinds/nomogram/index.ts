import { itemKind } from '../kind.ts';
import { layout, paperHeight, screenHeight } from './layout.ts';
import { Picture } from './picture.tsx';

export const kind = itemKind({ family: 'items', screenHeight, paperHeight, layout, Picture });
