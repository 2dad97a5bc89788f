import { describe, expect, it } from 'vitest';
import cox from '../../../../tools/prognosis/multi-cox/tool.ts';
import { fileNameOf, resultFiles, safeFileName } from '../../src/analyses/results/result-files.ts';
import type { StoredResult } from '../../src/analyses/tables.ts';
import { contentDisposition } from '../../src/http/send-blob.ts';
import { finishedAnalysis } from '../support/finished-analysis.ts';

describe('the name of a file', () => {
  it('says what is in the analysis and what of it the file is', () => {
    expect(fileNameOf({ name: 'FOXM1 · TCGA-ACC · OS' }, 'KM')).toBe('FOXM1_TCGA-ACC_OS_KM');
    expect(fileNameOf({ name: 'BCR/ABL 比 NEG · ALL · limma' }, '火山图')).toBe('BCR_ABL_比_NEG_ALL_limma_火山图');
  });

  it.each([
    ['../../etc/passwd', 'etc_passwd'],
    ['.hidden', 'hidden'],
    ['a\u202Etxt.exe', 'a_txt.exe'],
    ['a\u0000b\nc', 'a_b_c'],
    ['CON: "x" <y> |z?', 'CON_x_y_z'],
    ['\ud842 half a letter', 'half_a_letter'],
  ])('%j becomes one that every system takes', (name, safe) => expect(safeFileName(name)).toBe(safe));

  it.each(['肝'.repeat(200), '𠮷'.repeat(200), 'x'.repeat(200)])('is short enough for any file system, and sent whole', (name) => {
    const filename = `${fileNameOf({ name }, '均值标准差图')}.pdf`;
    expect(Buffer.byteLength(filename)).toBeLessThanOrEqual(255);
    expect(filename).toContain('均值标准差图');
    const [, sent] = /filename\*=UTF-8''(.+)$/.exec(contentDisposition(filename)) ?? [];
    expect(decodeURIComponent(sent ?? '')).toBe(filename);
  });
});

it('lists an empty table where that is a result, and not where it would draw a figure', () => {
  const stored = (rows: number): StoredResult => ({
    facts: {},
    tables: ['proportional', 'at_risk'].map((id) => ({ id, sha256: id, bytes: 5, rows, columns: [] })),
    findings: [],
    seed: 1,
    versions: {},
    seconds: { read: 0, analyse: 0, write: 0 },
  });
  const tables = (rows: number) =>
    resultFiles(cox, finishedAnalysis(cox, stored(rows)), stored(rows), new Map())
      .filter(({ kind, listed }) => kind === 'table' && listed)
      .map(({ file_key }) => file_key);
  expect(tables(3)).toEqual(expect.arrayContaining(['proportional_tsv', 'at_risk_tsv']));
  expect(tables(0)).toContain('proportional_tsv');
  expect(tables(0)).not.toContain('at_risk_tsv');
});
