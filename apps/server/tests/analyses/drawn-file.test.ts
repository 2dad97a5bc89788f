import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWhole } from '../../src/analyses/drawn-file.ts';
import { ForeignResult } from '../../src/engine/results.ts';

const folder = mkdtempSync(join(tmpdir(), 'oncoloom-drawn-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FORMATS = ['pdf', 'svg', 'png', 'xlsx'];
/** By the same devices as the engine's, called without it. */
beforeAll(() => {
  const code = `grDevices::cairo_pdf("drawn.pdf"); plot(1); grDevices::dev.off()
grDevices::png("drawn.png", type = "cairo"); plot(1); grDevices::dev.off()
svglite::svglite("drawn.svg"); plot(1); grDevices::dev.off()
openxlsx::write.xlsx(data.frame(a = 1:1000), "drawn.xlsx")`;
  execFileSync('Rscript', ['--vanilla', '-e', code], { cwd: folder, stdio: 'ignore' });
}, 60_000);

describe.each(FORMATS)('a drawing as %s', (format) => {
  const make = (name: string, bytes: string) => writeFileSync(join(folder, name), bytes);

  it('is whole as its device wrote it', async () => {
    expect(await isWhole(folder, `drawn.${format}`)).toBe(true);
  });

  it('is refused when it is empty, cut, or something else', async () => {
    make(`empty.${format}`, '');
    expect(await isWhole(folder, `empty.${format}`)).toBe(false);
    make(`words.${format}`, 'Error: cannot open the connection');
    expect(await isWhole(folder, `words.${format}`)).toBe(false);
    execFileSync('cp', [`drawn.${format}`, `cut.${format}`], { cwd: folder });
    truncateSync(join(folder, `cut.${format}`), 1500);
    expect(await isWhole(folder, `cut.${format}`)).toBe(false);
  });

  it('is refused when it is no file of the job', async () => {
    symlinkSync(join(folder, `drawn.${format}`), join(folder, `link.${format}`));
    await expect(isWhole(folder, `link.${format}`)).rejects.toThrow(ForeignResult);
  });
});
