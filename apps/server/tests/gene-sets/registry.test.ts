import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GeneSetsService } from '../../src/gene-sets/service.ts';

let folder: string;
let registry: GeneSetsService;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-gene-sets-'));
  registry = new GeneSetsService([join(folder, 'none'), folder]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const gmt = (...ids: string[]): string => ids.map((id) => `${id}\tname of ${id}\tTP53\tMYC\n`).join('');

async function put(name: string, text: string | Buffer, about?: object | string): Promise<void> {
  await writeFile(join(folder, name), text);
  if (about !== undefined) await writeFile(join(folder, `${name}.json`), typeof about === 'string' ? about : JSON.stringify(about));
}

const names = async (): Promise<string[]> => (await registry.list()).map(({ name }) => name);
const only = async () => {
  const [one, ...others] = await registry.list();
  expect(others).toEqual([]);
  if (one === undefined) expect.fail('nothing is listed');
  return one;
};

describe('a file of MSigDB without a word beside it', () => {
  it.each([
    ['h.all.v2025.1.Hs.symbols.gmt', 'hallmark', '', 'hsa', '2025.1.Hs'],
    ['mh.all.v2025.1.Mm.symbols.gmt', 'hallmark', '', 'mmu', '2025.1.Mm'],
    ['c2.cp.kegg_legacy.v2024.1.Hs.symbols.gmt', 'kegg', '', 'hsa', '2024.1.Hs'],
    ['c2.cp.kegg_medicus.v2025.1.Hs.symbols.gmt', 'kegg', '', 'hsa', '2025.1.Hs'],
    ['c2.cp.reactome.v2025.1.Hs.symbols.gmt', 'reactome', '', 'hsa', '2025.1.Hs'],
    ['m2.cp.wikipathways.v2026.2.Mm.symbols.gmt', 'wikipathways', '', 'mmu', '2026.2.Mm'],
    ['c5.go.bp.v2025.1.Hs.symbols.gmt', 'go', 'BP', 'hsa', '2025.1.Hs'],
    ['c5.go.cc.v2025.1.Hs.symbols.gmt', 'go', 'CC', 'hsa', '2025.1.Hs'],
    ['m5.go.mf.v2025.1.Mm.symbols.gmt', 'go', 'MF', 'mmu', '2025.1.Mm'],
    ['c6.all.v2025.1.Hs.symbols.gmt', 'other', '', 'hsa', '2025.1.Hs'],
  ])('%s is told by its name', async (name, family, subset, organism, release) => {
    await put(name, gmt('A_SET'));
    expect(await only()).toMatchObject({ name, family, subset, organism, release, source: 'MSigDB', problems: [] });
    if (family !== 'other') expect((await only()).title).toMatch(/MSigDB/);
  });

  it.each(['my.gmt', 'h.all.gmt', 'notes about h.all.v2025.1.Hs.symbols.gmt', 'h.all.v2025.1.Hs.entrez.gmt'])(
    '%s is told nothing of',
    async (name) => {
      await put(name, gmt('A_SET'));
      expect(await only()).toMatchObject({ family: 'other', organism: 'hsa', release: '', title: name.slice(0, -4) });
    },
  );

  it('is what the words beside it say where there are some', async () => {
    await put('h.all.v2025.1.Hs.symbols.gmt', gmt('A_SET'), { title: '我们医院的', organism: 'mmu' });
    expect(await only()).toMatchObject({ title: '我们医院的', organism: 'mmu', family: 'hallmark' });
  });
});

describe('the order of the list', () => {
  it('has those with their source’s numbers first, then the newest, and is what is taken', async () => {
    await put('a.gmt', gmt('GO:0000001'), { family: 'go', subset: 'BP', date: '2022-07-01' });
    await put('b.gmt', gmt('GO:0000001'), { family: 'go', subset: 'BP', date: '2026-01-01' });
    await put('c.gmt', gmt('GO:0000002'), { family: 'go', subset: 'CC', date: '2022-07-01' });
    await put('c5.go.bp.v2027.1.Hs.symbols.gmt', gmt('GOBP_DNA_REPAIR'));
    await put('k.gmt', gmt('hsa04110'), { family: 'kegg', date: '2011-03-15' });
    await put('m5.go.bp.v2025.1.Mm.symbols.gmt', gmt('GOBP_DNA_REPAIR'));
    await put('z.gmt', gmt('mine'));
    expect(await names()).toEqual([
      'b.gmt',
      'a.gmt',
      'c.gmt',
      'c5.go.bp.v2027.1.Hs.symbols.gmt',
      'k.gmt',
      'z.gmt',
      'm5.go.bp.v2025.1.Mm.symbols.gmt',
    ]);
    const newest = async (family: 'go' | 'kegg', organism: 'hsa' | 'mmu') =>
      (await registry.newest(family, organism)).map(({ name }) => name);
    expect(await newest('go', 'hsa')).toEqual(['b.gmt', 'c.gmt']);
    expect(await newest('go', 'mmu')).toEqual(['m5.go.bp.v2025.1.Mm.symbols.gmt']);
    expect(await newest('kegg', 'mmu')).toEqual([]);
  });

  it('tells releases of one year apart', async () => {
    for (const release of ['2025.1', '2025.2', '2024.1']) await put(`h.all.v${release}.Hs.symbols.gmt`, gmt('HALLMARK_HYPOXIA'));
    expect((await registry.newest('hallmark', 'hsa')).map(({ release }) => release)).toEqual(['2025.2.Hs']);
    expect(await names()).toEqual([2025.2, 2025.1, 2024.1].map((release) => `h.all.v${release}.Hs.symbols.gmt`));
  });
});

describe('an ill-formed file', () => {
  it('with words beside it that are no JSON, or wrong ones, is listed with a word', async () => {
    await put('h.all.v2025.1.Hs.symbols.gmt', gmt('A'), '{"title":');
    await put('own.gmt', gmt('A'), { title: 'own', family: 'a family' });
    for (const { problems } of await registry.list()) expect(problems).toEqual([expect.stringContaining('.json')]);
    expect(await registry.find('h.all.v2025.1.Hs.symbols.gmt')).toMatchObject({ family: 'hallmark' });
  });

  it('with words that are mended is read again', async () => {
    await put('own.gmt', gmt('A'), '{');
    await only();
    await put('own.gmt', gmt('A'), { title: '改好了' });
    expect(await only()).toMatchObject({ title: '改好了', problems: [] });
  });

  it('with empty sets, names twice and line ends of Windows gives the rest and says what', async () => {
    await put('own.gmt', '\ufeffA\td\tTP53\tMYC\tTP53\r\nempty\td\t\t\r\n\r\nA\td\tEGFR\r\nnothing\r\nB\td\tEGFR\r\n');
    const one = await only();
    expect(one).toMatchObject({ titles: ['A', 'B'], sizes: [2, 1], sets: 2, genes: 3 });
    expect(one.problems).toEqual([expect.stringMatching(/^2 行.*empty、nothing/), expect.stringMatching(/^1 个名字重复.*A/)]);
  });

  it('in another encoding is listed with a word', async () => {
    await put('own.gmt', Buffer.concat([Buffer.from([0xd0, 0xc2]), Buffer.from('\td\tTP53\n')]));
    expect((await only()).problems).toEqual([expect.stringContaining('UTF-8')]);
  });

  it('of numbers of Entrez or Ensembl says so', async () => {
    await put('entrez.gmt', 'A\td\t7157\t4609\n');
    await put('ensembl.gmt', 'A\td\tENSG00000141510\tENSG00000136997\n');
    const problems = Object.fromEntries((await registry.list()).map(({ name, problems: [first] }) => [name, first]));
    expect(problems).toEqual({ 'entrez.gmt': expect.stringContaining('Entrez'), 'ensembl.gmt': expect.stringContaining('Ensembl') });
  });

  it('without a set is no collection, and the others are listed', async () => {
    await put('good.gmt', gmt('A'));
    await put('nothing.gmt', '');
    await put('words.gmt', 'this is not a gmt\n');
    await mkdir(join(folder, 'folder.gmt'));
    expect(await names()).toEqual(['good.gmt']);
    expect(await registry.unreadable()).toEqual([
      { name: 'nothing.gmt', problems: [expect.stringContaining('没有一行是基因集')] },
      { name: 'words.gmt', problems: expect.arrayContaining([expect.stringContaining('没有一行是基因集')]) },
    ]);
    expect(await registry.find('nothing.gmt')).toBeUndefined();
  });

  it.skipIf(process.getuid?.() === 0)('that may not be read is told', async () => {
    await put('closed.gmt', gmt('A'));
    await chmod(join(folder, 'closed.gmt'), 0);
    expect(await registry.unreadable()).toEqual([{ name: 'closed.gmt', problems: [expect.stringContaining('权限')] }]);
  });

  it('of 100,000 sets is a collection of 100,000 sets', async () => {
    await put('large.gmt', gmt(...Array.from({ length: 100_000 }, (_, i) => `SET_${i}`)));
    expect(await only()).toMatchObject({ sets: 100_000, genes: 2, problems: [] });
  });
});
