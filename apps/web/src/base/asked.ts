/** What the way to a tool's page asked for beside its address; kept with it in the browser's history. */
export interface Asked {
  /** When: the same can be asked for again, and comes back each time. */
  asked: number;
  /** Genes for the first place that takes a list. */
  genes?: readonly string[];
  /** What that list could have held. */
  universe?: readonly string[];
}

export function isAsked(state: unknown): state is Asked {
  return typeof state === 'object' && state !== null && 'asked' in state;
}
