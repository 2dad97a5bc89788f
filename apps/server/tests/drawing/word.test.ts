import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ToldTable } from '@oncoloom/tool-kit';
import { DOMParser, type Document, type Element } from '@xmldom/xmldom';
import { afterAll, describe, expect, it } from 'vitest';
import { wordFile } from '../../src/drawing/word/index.ts';
import type { WordTable } from '../../src/drawing/word/request.ts';
import { unzip } from '../support/unzip.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'word-'));
afterAll(() => rm(folder, { recursive: true }));

const declaration: ToldTable = {
  title: '模型的系数',
  role: 'result',
  columns: [
    { name: 'term', type: 'text', title: '变量' },
    { name: 'hr', type: 'number', title: 'HR', digits: 2 },
    { name: 'vif', type: 'number', title: '方差膨胀因子' },
    { name: 'p', type: 'p', title: 'P 值' },
    { name: 'chosen', type: 'flag', title: '入选' },
  ],
};
const ROWS = 'term\thr\tvif\tp\tchosen\nage\t1.0349\tNA\t0.04267\tTRUE\nERBB2 & <x>\t0.71\tNA\t1.234e-7\tFALSE\nnone\tNA\tNA\t0\tFALSE\n';

async function written(text: string, declared: ToldTable, of: Partial<WordTable> = {}) {
  const path = join(folder, `${Math.random()}.tsv`);
  await writeFile(path, text);
  const table: WordTable = {
    source: { path, declaration: declared },
    caption: '模型的系数',
    notes: ['注：n = 3。'],
    language: 'zh',
    ...of,
  };
  return Buffer.from(await wordFile({ title: '表', table }));
}

const parsed = (docx: Buffer): Document =>
  new DOMParser().parseFromString(unzip(docx).get('word/document.xml')?.toString() ?? '', 'text/xml');
const all = (of: Document | Element, name: string): Element[] => Array.from(of.getElementsByTagName(name));
const textOf = (of: Element): string =>
  all(of, 'w:t')
    .map((one) => one.textContent ?? '')
    .join('');
const cellsOf = (row: Element): string[] => all(row, 'w:tc').map(textOf);
/** Style and width of the rules of a cell, by side. */
const rules = (cell: Element) =>
  Object.fromEntries(
    ['top', 'bottom', 'left', 'right'].map((side) => {
      const [found] = all(cell, 'w:tcBorders').flatMap((borders) => all(borders, `w:${side}`));
      return [side, found?.getAttribute('w:val') === 'single' ? Number(found.getAttribute('w:sz')) : 0];
    }),
  );

describe('a table in Word', () => {
  it('has the numbers of the page, powers of ten with a raised exponent, and no column without a number', async () => {
    const rows = all(parsed(await written(ROWS, declaration)), 'w:tr');
    expect(rows.map(cellsOf)).toEqual([
      ['变量', 'HR', 'P 值', '入选'],
      ['age', '1.03', '0.043', '是'],
      ['ERBB2 & <x>', '0.71', '1.2 × 10−7', '否'],
      ['none', '—', '< 10−300', '否'],
    ]);
    const raised = all(rows[2] as Element, 'w:r').filter((piece) =>
      all(piece, 'w:vertAlign').some((mark) => mark.getAttribute('w:val') === 'superscript'),
    );
    expect(raised.map(textOf)).toEqual(['−7']);
    const italic = all(rows[0] as Element, 'w:r').filter((piece) => all(piece, 'w:i').length > 0);
    expect(italic.map(textOf)).toEqual(['P']);
  });

  it('has three rules: above and below all, and a thinner one under the head', async () => {
    const rows = all(parsed(await written(ROWS, declaration)), 'w:tr');
    const none = { top: 0, bottom: 0, left: 0, right: 0 };
    expect(rows.map((row) => all(row, 'w:tc').map(rules))).toEqual([
      Array(4).fill({ ...none, top: 12, bottom: 6 }),
      Array(4).fill(none),
      Array(4).fill(none),
      Array(4).fill({ ...none, bottom: 12 }),
    ]);
    const repeated = (row: Element) => all(row, 'w:tblHeader').some((mark) => mark.getAttribute('w:val') !== 'false');
    expect(rows.map(repeated)).toEqual([true, false, false, false]);
  });

  it('has its caption above, its notes below, and says what a dash is', async () => {
    const body = all(parsed(await written(ROWS, declaration)), 'w:body')[0] as Element;
    const parts = Array.from(body.childNodes).filter((node): node is Element => node.nodeName !== 'w:sectPr' && node.nodeType === 1);
    expect(parts.map((part) => (part.nodeName === 'w:tbl' ? 'table' : textOf(part)))).toEqual([
      '表 1　模型的系数',
      'table',
      '注：n = 3。',
      '—：没有数值或不适用。',
    ]);
  });

  it('is written in English with the words that are known, and those of the user', async () => {
    const told: ToldTable = {
      ...declaration,
      role: 'result',
      columns: [
        {
          name: 'term',
          type: 'text',
          title: 'Variable',
          own: true,
          codes: {
            age: { zh: '年龄', en: 'Age' },
            level: { zh: '{name}：{level} 对 {reference}', en: '{name}: {level} vs {reference}' },
            auc: { zh: '{n} 年 AUC', en: '{n}-year AUC' },
          },
        },
        { name: 'chosen', type: 'flag', title: 'Selected' },
      ],
    };
    const english = await written('term\tchosen\n年龄\tTRUE\nhorTh：yes 对 no\tFALSE\n3 年 AUC\tTRUE\n我的变量\tFALSE\n', told, {
      language: 'en',
      caption: 'Coefficients',
    });
    expect(all(parsed(english), 'w:tr').map(cellsOf)).toEqual([
      ['Variable', 'Selected'],
      ['Age', 'Yes'],
      ['horTh: yes vs no', 'No'],
      ['3-year AUC', 'Yes'],
      ['我的变量', 'No'],
    ]);
  });

  it('lies on its side where its columns need the room', async () => {
    const wide: ToldTable = {
      ...declaration,
      columns: Array.from({ length: 14 }, (_, i) => ({ name: `column_${i}`, type: 'number', title: '' })),
    };
    const names = wide.columns.map(({ name }) => name).join('\t');
    const turned = (docx: Buffer) =>
      all(parsed(docx), 'w:pgSz').map((size) => [
        size.getAttribute('w:orient'),
        Number(size.getAttribute('w:w')) > Number(size.getAttribute('w:h')),
      ]);
    expect(turned(await written(`${names}\n${wide.columns.map(() => '12345.678').join('\t')}\n`, wide))).toEqual([['landscape', true]]);
    expect(turned(await written(ROWS, declaration))).toEqual([['portrait', false]]);
  });

  it('stands in sections where a column heads them, without the columns that are left out', async () => {
    const list: ToldTable = {
      title: '清单',
      role: 'result',
      columns: [
        { name: 'list', type: 'text', title: '清单' },
        { name: 'item', type: 'text', title: '条目' },
        { name: 'filled', type: 'flag', title: '已填' },
      ],
      paper: { sections: 'list', without: ['filled'] },
    };
    const docx = await written('list\titem\tfilled\nREMARK\t1\tTRUE\nREMARK\t2\tFALSE\nTRIPOD+AI\t1\tTRUE\n', list);
    expect(all(parsed(docx), 'w:tr').map(cellsOf)).toEqual([['条目'], ['REMARK'], ['1'], ['2'], ['TRIPOD+AI'], ['1']]);
  });

  it('has its rows as the page shows them first', async () => {
    const sorted: ToldTable = { ...declaration, sort: { column: 'p', order: 'asc' } };
    const rows = all(parsed(await written('term\tp\na\t0.5\nb\tNA\nc\t0.01\n', sorted)), 'w:tr').map(cellsOf);
    expect(rows.map(([name]) => name)).toEqual(['变量', 'c', 'a', 'b']);
  });

  it('is the same bytes each time', async () => {
    expect((await written(ROWS, declaration)).equals(await written(ROWS, declaration))).toBe(true);
  });

  it.skipIf(!existsSync('/usr/lib/libreoffice/program/libswlo.so'))(
    'opens in LibreOffice (skipped where it is not installed)',
    { timeout: 120_000 },
    async () => {
      await writeFile(join(folder, 'table.docx'), await written(ROWS, declaration));
      await run('soffice', [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        '--convert-to',
        'txt:Text',
        '--outdir',
        folder,
        join(folder, 'table.docx'),
      ]);
      const text = await readFile(join(folder, 'table.txt'), 'utf8');
      for (const word of ['模型的系数', 'ERBB2 & <x>', '1.2 × 10−7', '注：n = 3。']) expect(text).toContain(word);
    },
  );
});

it('has the texts of a legend, a paragraph each', async () => {
  const docx = Buffer.from(
    await wordFile({
      title: '图',
      texts: [
        { text: '图 1　生存曲线。P = 1.2 × 10⁻⁵。', language: 'zh' },
        { text: 'Figure 1. Survival.\u0001', language: 'en' },
      ],
    }),
  );
  expect(all(parsed(docx), 'w:p').map(textOf)).toEqual(['图 1　生存曲线。P = 1.2 × 10⁻⁵。', 'Figure 1. Survival.']);
});
