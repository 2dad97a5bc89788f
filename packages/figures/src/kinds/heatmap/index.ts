import { itemKind } from '../kind.ts';
import { layout, paint } from './layout.ts';
import { Picture } from './picture.tsx';
import { screenHeight, screenWidth } from './screen-size.ts';

export const kind = itemKind({ family: 'items', screenWidth, screenHeight, layout, Picture, paint });
