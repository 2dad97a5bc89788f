import { describe, expect, it } from 'vitest';
import { fileNameOf, safeFileName } from '../../src/analyses/results/result-files.ts';
import { contentDisposition } from '../../src/http/send-blob.ts';

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
