import type { CallLimits } from '../../src/http/rate-limit.ts';

/** A fast machine makes more calls a second than one user may. */
export const NO_LIMITS: CallLimits = { perSecond: 1_000_000, perMinute: 1_000_000 };
