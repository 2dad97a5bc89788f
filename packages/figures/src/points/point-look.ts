import type { SymbolName } from '../plot/symbols.ts';

export interface PointLook {
  colour: string;
  /** Units of the layout. */
  radius: number;
  /** 0–1. */
  opacity: number;
  /** A disc where none is told; a ring is hollow. */
  shape?: SymbolName | 'ring';
}
