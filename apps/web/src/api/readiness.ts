/** Whether analyses can be computed yet. `seconds`: the expected rest of the warm-up, where the server can tell. */
export interface Readiness {
  ready: boolean;
  seconds: number | undefined;
}

/** Asks `/readyz`, which says by its status whether the engine is up, and by its body what is missing. */
export async function engineReadiness(signal: AbortSignal): Promise<Readiness> {
  const response = await fetch('/readyz', { signal });
  if (response.status === 200) return { ready: true, seconds: undefined };
  if (response.status !== 503) throw new Error(`readyz: HTTP ${response.status}`);
  const body = (await response.json()) as { engine?: { seconds?: number } };
  const seconds = body.engine?.seconds;
  return { ready: false, seconds: typeof seconds === 'number' ? Math.max(1, Math.ceil(seconds)) : undefined };
}
