import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { both, SIMULATED, YES_NO } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { describe, expect, it } from 'vitest';
import { toAnalysis } from '../../src/analyses/lists/view.ts';
import { englishTable } from '../../src/analyses/sharing/english-table.ts';
import { sharedEnglish, withEnglishFigures, withoutChinese } from '../../src/analyses/sharing/shared-english.ts';
import type { StoredResult } from '../../src/analyses/tables.ts';
import { finishedAnalysis } from '../support/finished-analysis.ts';

const CHINESE = /[\p{Script=Han}，。、；：（）「」《》]/u;

describe('a shared result in English', () => {
  it.each(catalogue.map(({ tool }) => [tool.taskType, tool] as const))('has no Chinese name or sentence: %s', (_, tool) => {
    const result: StoredResult = {
      facts: {},
      tables: Object.entries(tool.tables).map(([id, { columns }]) => ({
        id,
        sha256: 'a'.repeat(64),
        bytes: 10,
        rows: 2,
        columns: columns.map(({ name }) => name),
      })),
      findings: [],
      seed: 1,
      versions: {},
      seconds: { read: 0, analyse: 0, write: 0 },
    };
    const record = withEnglishFigures(tool, finishedAnalysis(tool, result));
    const names = sharedEnglish(tool, record, result);
    expect(JSON.stringify(names)).not.toMatch(CHINESE);
    const whole = { ...toAnalysis(tool, record, { zh: '方法', en: 'Methods' }, new Map(), null), parameters: {} };
    if (whole.result === null) throw new Error('no result');
    const { result: told, output: _output, ...about } = withoutChinese(tool, record, result, whole, whole.result);
    expect(JSON.stringify(about)).not.toMatch(CHINESE);
    // What figures are drawn from is written in the figure's language, which is English in each of them.
    expect(Object.values(told.styles).map(({ figure_language }) => figure_language)).toEqual(Object.keys(tool.figures).map(() => 'en'));
    const { words: _words, notices, styles: _styles, ...shown } = told;
    expect(JSON.stringify(Object.values(notices).flatMap((told) => told.map(({ en }) => en)))).not.toMatch(CHINESE);
    expect(JSON.stringify(shown)).not.toMatch(CHINESE);
  });
});

describe('a table in English', () => {
  const declaration = {
    title: { zh: '表', en: 'Table' },
    role: 'result',
    columns: [
      { name: 'gene', title: { zh: '基因', en: 'Gene' }, type: 'gene' },
      { name: 'what', title: { zh: '结论', en: 'Verdict' }, type: 'text', codes: { up: { zh: '上调', en: 'Up' } } },
      { name: 'tested', title: { zh: '检验', en: 'Test' }, type: 'text', codes: YES_NO },
      { name: 'p', title: both('P'), type: 'p' },
    ],
  } as const;
  it('has the texts of the program in English, and genes, numbers and words of the user as they are', async () => {
    // A chunk may end within a line and within a letter; a cell may hold a line separator of Unicode.
    const bytes = Buffer.from('# 模拟演示数据\ngene\twhat\ttested\tp\nTP53\t上调\t是\t0.01\n肿瘤\t我的\u2028分组\t否\t1e-5\n');
    const source = Readable.from([bytes.subarray(0, 3), bytes.subarray(3, 50), bytes.subarray(50)]);
    expect(await text(englishTable(source, declaration))).toBe(
      `# ${SIMULATED.en}\ngene\twhat\ttested\tp\nTP53\tUp\tYes\t0.01\n肿瘤\t我的\u2028分组\tNo\t1e-5\n`,
    );
  });
});
