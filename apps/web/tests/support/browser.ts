import { vi } from 'vitest';

/** Local or session storage in memory. */
class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();

  get length(): number {
    return this.#items.size;
  }
  clear(): void {
    this.#items.clear();
  }
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, String(value));
  }
}

/** A fresh browser's globals: storages and an address that can be reloaded. Answers the reload's spy. */
export function freshBrowser() {
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  const reload = vi.fn();
  vi.stubGlobal('location', { protocol: 'https:', host: 'oncoloom.example', reload });
  return { reload };
}

export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response([204, 304].includes(status) ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

/** Answers calls of fetch in order; the last answer stays. */
export function answerFetch(...responses: (Response | Error)[]) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    const next = responses.length > 1 ? responses.shift() : responses[0];
    if (next === undefined || next instanceof Error) throw next ?? new Error('no answer');
    return next.clone();
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

/** Collects the toasts of the error level. */
export async function collectErrors(): Promise<string[]> {
  const { connectNotices } = await import('../../src/base/notices.ts');
  const texts: string[] = [];
  connectNotices((level, text, seconds) => {
    if (level === 'error') texts.push(`${text} (${seconds} s)`);
  });
  return texts;
}
