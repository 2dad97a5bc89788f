import { expect, test } from 'vitest';
import { parseTable } from '../../src/tool-page/data/paste.ts';
import { clipboardText } from '../../src/tool-page/data/pasted-html.ts';

/** Tables as Word and browsers put them on the clipboard. */

const table = (plain: string, html: string) => parseTable(clipboardText(plain, () => html));

test('a cell of several paragraphs of a Word table is one cell', () => {
  const html =
    '<html><body><!--StartFragment--><table class=MsoTableGrid><tr><td><p>变量</p></td><td><p>HR</p><p>(95% CI)</p></td></tr>' +
    '<tr><td><p>年龄</p></td><td><p>0.71</p>\n<p>(0.55–0.91)</p></td></tr></table><!--EndFragment--></body></html>';
  expect(table('变量\tHR\n(95% CI)\n年龄\t0.71\n(0.55–0.91)', html)).toEqual({
    columns: ['变量', 'HR (95% CI)'],
    rows: [['年龄', '0.71 (0.55–0.91)']],
  });
});

test('a cell over several rows is said of each, one over several columns stands in the first', () => {
  const html =
    '<table><tr><th>组</th><th>值</th><th>P</th></tr><tr><td rowspan="2">甲</td><td>1</td><td>"x"</td></tr><tr><td>2</td><td></td></tr>' +
    '<tr><td colspan="3">小标题</td></tr></table>';
  expect(table('组\t值\tP\n甲\t1\n2\n小标题', html)).toEqual({
    columns: ['组', '值', 'P'],
    rows: [
      ['甲', '1', '"x"'],
      ['甲', '2', ''],
      ['小标题', '', ''],
    ],
  });
});

test('the plain text of a regular table, and of one without HTML, stays as it is', () => {
  const never = () => {
    throw new Error('the HTML of a spreadsheet is many times longer');
  };
  expect(clipboardText('a\tb\n1\t2\n', never)).toBe('a\tb\n1\t2\n');
  expect(clipboardText('a,b\n1,2', () => '')).toBe('a,b\n1,2');
  expect(clipboardText('a,b\n1,2', () => '<p>a,b<br>1,2</p>')).toBe('a,b\n1,2');
  expect(clipboardText('one word', never)).toBe('one word');
});
