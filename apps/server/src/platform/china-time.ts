/** 2026-11-20 in China, where the users are. */
export function chinaDate(time: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(time);
}

/** 2026-11-20 18:24 in China. */
export function chinaTime(time: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' }).format(time);
}
