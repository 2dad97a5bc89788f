/** Whether analyses can be computed yet. `seconds`: the expected rest of the warm-up, where the server tells its progress. */
export interface Readiness {
  ready: boolean;
  seconds: number | undefined;
}

interface ReadinessAnswer {
  parts?: { engine?: { ready: boolean /** 0–1 */; progress?: number } };
}

/** How long the engine takes to load its packages on the reference machine. */
const WARM_UP_S = 10;

/** Asks `/readyz`, which answers 503 while anything is missing and says what. */
export async function engineReadiness(signal: AbortSignal): Promise<Readiness> {
  const response = await fetch('/readyz', { signal });
  if (response.status === 200) return { ready: true, seconds: undefined };
  if (response.status !== 503) throw new Error(`readyz: HTTP ${response.status}`);
  const { parts } = (await response.json()) as ReadinessAnswer;
  const progress = parts?.engine?.progress;
  return {
    ready: parts?.engine?.ready === true,
    seconds: progress === undefined ? undefined : Math.max(1, Math.round((1 - progress) * WARM_UP_S)),
  };
}
