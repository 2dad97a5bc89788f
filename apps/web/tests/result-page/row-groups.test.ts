import { parseTsv } from '@oncoloom/figures';
import type { ToldTable } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';

import { groupedLines, groupsOf, type RowGroups } from '../../src/result-page/tables/row-groups.ts';

const declaration: ToldTable = {
  title: '富集的条目',
  role: 'result',
  columns: [
    { name: 'ID', type: 'text', title: '编号' },
    { name: 'group', type: 'text', title: '代表' },
  ],
  similar: { id: 'ID', group: 'group', what: '条目' },
};
const tableOf = (...rows: readonly (readonly [id: string, group: string])[]) =>
  parseTsv(['ID\tgroup', ...rows.map((row) => row.join('\t')), ''].join('\n'), declaration);

/** a represents c and e, b stands alone in its group, d represents f, g is in no group. */
const table = tableOf(['a', 'a'], ['b', 'b'], ['c', 'a'], ['d', 'd'], ['e', 'a'], ['f', 'd'], ['g', '']);
const ids = table.columns.ID as readonly string[];
const groups = groupsOf(table, declaration) as RowGroups;

/** Lines as text: indented beneath their representative, with the count of what they fold or unfold; in brackets what was not sought. */
function drawn(names: string, open: string, of = groups) {
  const { lines, ...counts } = groupedLines(
    [...names].map((name) => ids.indexOf(name)),
    of,
    (lead) => open.includes(ids[lead] ?? ''),
  );
  const text = lines.map(({ row, level, members, open: isOpen, matches }) => {
    const name = matches ? ids[row] : `(${ids[row]})`;
    return `${level === 2 ? '  ' : ''}${name}${members === 0 ? '' : `${isOpen ? '▾' : '▸'}${members}`}`;
  });
  return { text, ...counts, rows: counts.rows.map((row) => ids[row]).join('') };
}

describe('groups of a table', () => {
  it('are none where none are declared, where no group has two rows, and where the columns are missing', () => {
    const { similar: _, ...plain } = declaration;
    expect(groupsOf(table, plain)).toBeNull();
    expect(groupsOf(tableOf(['a', 'a'], ['b', 'b'], ['c', ''], ['d', '']), declaration)).toBeNull();
    expect(groupsOf(parseTsv('ID\nx\ny\n', declaration), declaration)).toBeNull();
  });
  it('are led by their first row where the table lacks the representative', () => {
    const { leads } = groupsOf(tableOf(['x', 'gone'], ['y', 'y'], ['z', 'gone']), declaration) as RowGroups;
    expect([...leads]).toEqual([0, 1, 0]);
  });
  it('are led by their representative wherever it stands', () => {
    const { leads } = groupsOf(tableOf(['x', 'z'], ['y', 'z'], ['z', 'z']), declaration) as RowGroups;
    expect([...leads]).toEqual([2, 2, 2]);
  });
});

describe('lines', () => {
  it('show representatives and rows of no group, and count both', () => {
    expect(drawn('abcdefg', '')).toEqual({ text: ['a▸2', 'b', 'd▸1', 'g'], groups: 3, ungrouped: 1, rows: 'acebdfg' });
  });
  it('show the rows of an unfolded group beneath it, in the order of the table', () => {
    expect(drawn('abcdefg', 'a').text).toEqual(['a▾2', '  c', '  e', 'b', 'd▸1', 'g']);
    expect(drawn('gfedcba', 'ad').text).toEqual(['g', 'd▾1', '  f', 'b', 'a▾2', '  e', '  c']);
  });
  it('keep a group at its representative when another of its rows comes first', () => {
    expect(drawn('cbfeadg', 'a').text).toEqual(['b', 'a▾2', '  c', '  e', 'd▸1', 'g']);
  });
  it('show only the rows sought, beneath a representative that need not be among them', () => {
    expect(drawn('eb', 'a')).toEqual({ text: ['(a)▾1', '  e', 'b'], groups: 2, ungrouped: 0, rows: 'eb' });
    expect(drawn('f', '').text).toEqual(['(d)▸1']);
    // Without the row that leads, its group stands where its first row does.
    expect(drawn('bfac', 'ad').text).toEqual(['b', '(d)▾1', '  f', 'a▾1', '  c']);
  });
  it('are none of no rows', () => expect(drawn('', 'a')).toEqual({ text: [], groups: 0, ungrouped: 0, rows: '' }));
});
