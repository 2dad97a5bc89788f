import type { BoardContent } from '@oncoloom/contract';
import { type BoardLayout, overlaps, panelName } from '@oncoloom/figures/board';
import type { PanelFigure } from './use-board-figures.ts';

/** What is to be known of the page before it is printed: what lies over something, is not in line, or was left out of a figure. */
export function boardNotes({ panels, letters, align }: BoardContent, layout: BoardLayout, figures: readonly PanelFigure[]): string[] {
  const name = (i: number) => panelName(i, letters.style);
  const over = overlaps(panels).map(([i, j]) => `图 ${name(i)} 和图 ${name(j)} 有重叠，请拖开或缩小。`);
  const missing = figures.flatMap((figure, i) => (figure.state === 'gone' || figure.state === 'absent' ? [name(i)] : []));
  const refused = layout.panels.flatMap(({ refused: why }, i) => (why === '' ? [] : [`图 ${name(i)}：${why}。`.replace('。。', '。')]));
  const apart = layout.panels.flatMap(({ fitted }, i) => (align && fitted?.isApart === true ? [name(i)] : []));
  const left = layout.panels.flatMap(({ fitted }, i) => {
    const note = fitted?.sheet.drawn.note ?? '';
    return note === '' ? [] : [`图 ${name(i)}：${note}`];
  });
  return [
    ...(missing.length === 0 ? [] : [`图 ${missing.join('、')} 已经没有内容，移除以后才能下载。`]),
    ...refused,
    ...over,
    ...(apart.length === 0 ? [] : [`图 ${apart.join('、')} 坐标轴旁的文字较宽，没有与别的图对齐。放宽这张图，或缩短名称，就能对齐。`]),
    ...left,
  ];
}
