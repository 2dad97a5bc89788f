import { MOBILE_BREAKPOINT_PX } from '@oncoloom/contract';
import { mediaQueryHook } from './media-query.ts';

/** Whether the viewport is below 992 px: sidebar as a drawer, one column. */
export const useNarrow = mediaQueryHook(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`);
