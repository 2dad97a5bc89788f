import { formatCount } from '@oncoloom/tool-kit';

/** What the screen leaves out of a scatter of many points. */
export function omittedNote(total: number, omitted: number): string {
  if (omitted === 0) return '';
  return `画出 ${formatCount(total - omitted)} 个点；其余 ${formatCount(omitted)} 个被遮住，在屏幕上省略，下载的图包含全部。`;
}

/** The same of one of several panels, where those that are left out are not significant. @param word For a row. */
export function omittedInPanel(omitted: number, word: string): string {
  return omitted === 0 ? '' : `有 ${formatCount(omitted)} 个不显著的${word}被遮住，在屏幕上省略，下载的图包含全部。`;
}
