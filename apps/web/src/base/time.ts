const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** 2026-11-20 16:20:05, in the reader's own time zone. */
export function exactTime(time: Date): string {
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** 「4 分钟前」 within the day, 「昨天 16:20」, then the date. */
export function relativeTime(time: Date, now: Date): string {
  const passed = now.getTime() - time.getTime();
  if (passed < MINUTE) return '刚刚';
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} 分钟前`;
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  if (time.getTime() >= midnight) return `${Math.floor(passed / HOUR)} 小时前`;
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  if (time.getTime() >= midnight - 24 * HOUR) return `昨天 ${clock}`;
  const day = `${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return time.getFullYear() === now.getFullYear() ? `${day} ${clock}` : `${time.getFullYear()}-${day}`;
}
