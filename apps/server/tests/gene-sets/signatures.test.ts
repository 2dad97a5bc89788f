import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runReference } from '../../src/gene-sets/cli.ts';
import { readSignatureSources } from '../../src/gene-sets/signature-sources.ts';
import { SignaturesService, signatureInbox } from '../../src/gene-sets/signatures.ts';
import { sha256Of } from '../../src/platform/checksum.ts';
import { createTestReleases, type TestReleases } from '../support/releases.ts';

const MATRIX = 'ID\tB\tT\nCD19\t10.5\t0\nCD3E\t0\t7\n';
const SCALING = 'B\t2\nT\t3\n';
const SETS = 'B%x%1.txt\txCell\tCD19\tMS4A1\n';

const part = (name: string, as: string, text: string) => ({
  part: name,
  as,
  file: `${name}.txt`,
  address: `https://example.invalid/${name}.txt`,
  contents: [{ sha256: sha256Of(text), seen: 'copy' }],
});
const source = {
  name: 'small',
  file: 'small.1.signature.json',
  title: '小签名',
  source: 'test',
  release: '1',
  date: '2020-01',
  licence: 'BSD',
  acceptLicence: false,
  family: 'fractions',
  types: 2,
  parts: [
    part('signature', 'matrix', MATRIX),
    part('scaling', 'column', SCALING),
    part('sets', 'gmt', SETS),
    part('noisy', 'list', 'CD36\n'),
  ],
};

/** xCell.data.rda as its authors publish it: matrices, a data frame without names, and sets as GSEABase stores them. Arguments: the file. */
const XCELL_DATA = `
  setClass("ScalarCharacter", contains = "character")
  setClass("GeneSet", representation(setName = "ScalarCharacter", geneIds = "character"))
  setClass("GeneSetCollection", contains = "list")
  set <- function(name, genes) new("GeneSet", setName = new("ScalarCharacter", name), geneIds = genes)
  types <- c("aDC", "B-cells")
  spill <- function(by) {
    list(K = matrix(c(1, 0.5, 0.25, 1 / 3) * by, 2, dimnames = list(types, types)), fv = data.frame(V1 = 1:2, V2 = c(0.5, 2), V3 = by, row.names = types))
  }
  sets <- new("GeneSetCollection", list(set("aDC%HPCA%1.txt", c("CD19", "CD3E")), set("B-cells%FANTOM%2.txt", "MS4A1")))
  xCell.data <- list(spill = spill(1), spill.array = spill(2), signatures = sets, genes = c("CD19", "CD3E", "MS4A1"))
  save(xCell.data, file = commandArgs(TRUE))
`;

let test: TestReleases;
let folder: string;
beforeEach(async () => {
  test = await createTestReleases();
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-signatures-'));
  await mkdir(join(folder, 'mirror', 'deconv'), { recursive: true });
  const texts = { signature: MATRIX, scaling: SCALING, sets: SETS, noisy: 'CD36\n' };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, 'mirror', 'deconv', `${name}.txt`), text);
  await writeFile(join(folder, 'sources.json'), JSON.stringify({ geneSets: [], signatures: [source] }));
});
afterEach(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function reference(...argv: string[]): Promise<{ code: number; out: string }> {
  const out: string[] = [];
  const terminal = { out: (text: string) => void out.push(text), err: () => undefined, progress: () => undefined };
  const code = await runReference(argv, test.env, terminal, join(folder, 'sources.json'));
  return { code, out: out.join('\n') };
}
const install = () => reference('install', 'small', '--mirror', join(folder, 'mirror'));

/** Where the content of an installed signature lies. */
async function installed(name: string): Promise<string> {
  const release = await test.releases.find('signature', name);
  if (release === undefined) throw new Error(`${name} is not installed`);
  return test.releases.path(release, name);
}
const SMALL = 'small.1.signature.json';

describe('signatures of cell types', () => {
  it('are installed as one file of their published parts, listed, verified and left alone', async () => {
    expect(await install()).toMatchObject({ code: 0, out: expect.stringContaining('2 类，3 个基因，校验和相符') });
    const file = JSON.parse(await readFile(await installed(SMALL), 'utf8'));
    expect(file).toMatchObject({
      matrices: {
        signature: {
          rows: ['CD19', 'CD3E'],
          columns: ['B', 'T'],
          values: [
            [10.5, 0],
            [0, 7],
          ],
        },
        scaling: { rows: ['B', 'T'], columns: ['value'], values: [[2], [3]] },
      },
      sets: { 'B%x%1.txt': ['CD19', 'MS4A1'] },
      lists: { noisy: ['CD36'] },
      parts: [{ file: 'signature.txt', sha256: sha256Of(MATRIX) }, {}, {}, {}],
    });
    const service = new SignaturesService([], { releases: test.releases, inbox: signatureInbox(test.folder) });
    expect(await service.find('fractions', 'small.1')).toMatchObject({ title: '小签名', release: '1', licence: 'BSD', genes: 3, types: 2 });
    expect(await service.list('xcell')).toEqual([]);
    expect(await install()).toMatchObject({ code: 0, out: expect.stringContaining('没有改动') });
    expect(await reference('verify')).toMatchObject({ code: 0, out: expect.stringContaining('small.1.signature.json  完好') });
    expect((await reference('list')).out).toContain('小签名');
  });

  it('are refused with another checksum, and one that has been changed is told, and installed again', async () => {
    await writeFile(join(folder, 'mirror', 'deconv', 'scaling.txt'), 'B\t2\nT\t4\n');
    expect(await install()).toMatchObject({ code: 1, out: expect.stringContaining('校验和') });
    await writeFile(join(folder, 'mirror', 'deconv', 'scaling.txt'), SCALING);
    await install();
    const path = await installed(SMALL);
    const changed = (await readFile(path, 'utf8')).replace('10.5', '10.6');
    await rm(path);
    await writeFile(path, changed);
    expect(await reference('verify')).toMatchObject({ code: 1, out: expect.stringContaining('内容变了') });
    expect(await install()).toMatchObject({ code: 0, out: expect.stringContaining('已安装 1 版') });
    expect(await reference('verify')).toMatchObject({ code: 0 });
  });

  it("are read out of xCell's own data file where the parts are not published one by one", async () => {
    const published = (await readSignatureSources()).find(({ name }) => name === 'xcell');
    await writeFile(join(folder, 'sources.json'), JSON.stringify({ geneSets: [], signatures: [{ ...published, types: 2 }] }));
    await promisify(execFile)('Rscript', ['--vanilla', '-e', XCELL_DATA, join(folder, 'mirror', 'deconv', 'xCell.data.rda')]);
    expect(await reference('install', 'xcell', '--mirror', join(folder, 'mirror'))).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 类，3 个基因'),
    });
    const file = JSON.parse(await readFile(await installed('xcell.1.1.0.signature.json'), 'utf8'));
    const types = ['aDC', 'B-cells'];
    expect(file.sets).toEqual({ 'aDC%HPCA%1.txt': ['CD19', 'CD3E'], 'B-cells%FANTOM%2.txt': ['MS4A1'] });
    expect(file.lists.genes).toEqual(['CD19', 'CD3E', 'MS4A1']);
    expect(file.matrices.K).toMatchObject({ rows: types, columns: types });
    expect(file.matrices.K.values.flat().map((value: number) => value.toPrecision(12))).toEqual(
      [1, 0.25, 0.5, 1 / 3].map((value) => value.toPrecision(12)),
    );
    expect(file.matrices.array_fv.values).toEqual([
      [1, 0.5, 2],
      [2, 2, 2],
    ]);
  });

  it('have each a release, a licence and files by address or in a package, in the register', async () => {
    const sources = await readSignatureSources();
    expect(sources.map(({ name }) => name)).toEqual(['til10', 'xcell']);
    for (const one of sources) {
      expect([one.release, one.licence, one.date].every((text) => text !== '')).toBe(true);
      expect(one.packed !== undefined || one.parts.every(({ address }) => address?.includes('/master/') === false)).toBe(true);
    }
  });
});
