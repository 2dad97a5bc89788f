/** Addresses of downloads with their ETags, in local storage: a second download needs no new token. */
const KEY = 'oncoloom_downloads';
const MAX = 50;

interface CachedDownload {
  url: string;
  etag: string | undefined;
  /** When the address was made, ms since 1970. */
  at: number;
}

function read(): Record<string, CachedDownload> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, CachedDownload>;
  } catch {
    return {};
  }
}

export function recallDownload(key: string): CachedDownload | undefined {
  return read()[key];
}

/** Keeps an address; the oldest leave when there are more than 50. */
export function rememberDownload(key: string, download: CachedDownload): void {
  const entries = Object.entries({ ...read(), [key]: download }).sort(([, a], [, b]) => b.at - a.at);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries.slice(0, MAX))));
}

export function forgetDownload(key: string): void {
  const { [key]: _, ...rest } = read();
  localStorage.setItem(KEY, JSON.stringify(rest));
}

/** At logout: the addresses open files without asking who is there. */
export function forgetDownloads(): void {
  localStorage.removeItem(KEY);
}
