import { describe, expect, it } from 'vitest';
import { displayWidth, formatFacts, formatTable, plain } from '../../src/command-line/output.ts';

describe('a table on the terminal', () => {
  it('counts Chinese characters as two columns and accents as none', () => {
    expect([displayWidth('abc'), displayWidth('任务'), displayWidth('（a）'), displayWidth('e\u0301'), displayWidth('😀')]).toEqual([
      3, 4, 5, 1, 2,
    ]);
    expect([displayWidth('𠮷'), displayWidth('·'), displayWidth('—')]).toEqual([2, 1, 1]);
  });

  it('aligns columns by what is seen, numbers to the right', () => {
    interface Row {
      name: string;
      points: number | null;
      note: string;
    }
    const rows: Row[] = [
      { name: '差异分析', points: 5, note: 'x' },
      { name: 'limma', points: 1200, note: 'y' },
      { name: '', points: null, note: '' },
    ];
    const table = formatTable(
      [
        { title: '名称', of: (row: Row) => row.name },
        { title: '点数', of: (row: Row) => row.points },
        { title: '备注', of: (row: Row) => row.note },
      ],
      rows,
    );
    expect(table).toBe(['名称      点数  备注', '差异分析     5  x', 'limma     1200  y', '             —'].join('\n'));
  });

  it('lets no text of a user speak to the terminal', () => {
    expect(plain('\u001b[2Jgone\r\n\u202ename\u0007')).toBe('·[2Jgone···name·');
    expect(formatFacts({ 名称: '\u001b]0;title\u0007', 编号: 1 })).toBe('名称  ·]0;title·\n编号  1');
  });
});
