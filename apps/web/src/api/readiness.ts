/** Whether analyses can be computed yet. `seconds`: the expected rest of the warm-up, as soon as the server can tell. */
interface Readiness {
  ready: boolean;
  seconds: number | undefined;
}

interface ReadinessAnswer {
  parts: { engine?: { ready: boolean; seconds?: number } };
}

/** Asks `/readyz`, which answers 503 while anything is missing and says what. */
export async function engineReadiness(signal: AbortSignal): Promise<Readiness> {
  const response = await fetch('/readyz', { signal });
  if (response.status === 200) return { ready: true, seconds: undefined };
  if (response.status !== 503) throw new Error(`readyz: HTTP ${response.status}`);
  const { parts } = (await response.json()) as ReadinessAnswer;
  return { ready: parts.engine?.ready === true, seconds: parts.engine?.seconds };
}
