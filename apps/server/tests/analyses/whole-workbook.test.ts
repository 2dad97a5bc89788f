import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWholeWorkbook } from '../../src/analyses/results/whole-workbook.ts';
import { ForeignResult } from '../../src/r-engine/results.ts';

const folder = mkdtempSync(join(tmpdir(), 'oncoloom-workbook-'));
const own = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** By the same package as the engine's, called without it. */
beforeAll(() => {
  const code = 'openxlsx::write.xlsx(data.frame(a = 1:1000), "whole.xlsx")';
  execFileSync('Rscript', ['--vanilla', '-e', code], { cwd: folder, stdio: 'ignore' });
}, 60_000);

describe('a workbook', () => {
  it('is whole as its package wrote it', async () => {
    expect(await isWholeWorkbook(folder, 'whole.xlsx')).toBe(true);
  });

  it('is refused when it is empty, cut, or something else', async () => {
    writeFileSync(own('empty.xlsx'), '');
    expect(await isWholeWorkbook(folder, 'empty.xlsx')).toBe(false);
    writeFileSync(own('words.xlsx'), 'Error: cannot open the connection');
    expect(await isWholeWorkbook(folder, 'words.xlsx')).toBe(false);
    copyFileSync(own('whole.xlsx'), own('cut.xlsx'));
    truncateSync(own('cut.xlsx'), 1500);
    expect(await isWholeWorkbook(folder, 'cut.xlsx')).toBe(false);
  });

  it('is refused when it is no file of the job', async () => {
    symlinkSync(own('whole.xlsx'), own('link.xlsx'));
    await expect(isWholeWorkbook(folder, 'link.xlsx')).rejects.toThrow(ForeignResult);
  });
});
