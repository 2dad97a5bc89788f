import type { Series, SeriesFetch, UserFile } from '@oncoloom/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import AccessionDrawer from '../../src/files/accession/accession-drawer.tsx';
import { AccessionEntry } from '../../src/files/accession/accession-entry.tsx';
import { fakeServer, Refusal, renderPage } from '../support/page.tsx';

/** The box that fetches series of GEO by their numbers, against a server that tells how far it is. */

const MATRIX = 'GSE4107_series_matrix.txt.gz';
const SERIES: Series = {
  accession: 'GSE4107',
  title: 'Colorectal mucosa of patients and controls',
  organisms: ['Homo sapiens'],
  platforms: [{ platform: 'GPL570', samples: 22 }],
  samples: 22,
  platform_relation: null,
  files: [
    { name: MATRIX, kind: 'series', bytes: 2 * 1024 ** 2, usable: true, proposed: true, platform: 'GPL570', note: 'GPL570，22 个样本' },
    {
      name: 'GSE4107_counts.txt.gz',
      kind: 'counts',
      bytes: null,
      usable: true,
      proposed: false,
      platform: null,
      note: '22 列；22 列按标题对上了样本',
    },
    {
      name: 'GSE4107_RAW.tar',
      kind: 'other',
      bytes: 9 * 1024 ** 2,
      usable: false,
      proposed: false,
      platform: null,
      note: '各样本的原始文件，平台不直接读',
    },
  ],
};
const FILE = { id: 7, name: MATRIX, file_type: 'expression', validation_status: 'valid', facts: { findings: [] } } as unknown as UserFile;

const fetching = (change: Partial<SeriesFetch> = {}): SeriesFetch => ({
  id: 'a',
  accession: 'GSE4107',
  name: MATRIX,
  state: 'fetching',
  loaded: 512 * 1024,
  bytes: 2 * 1024 ** 2,
  file: null,
  note: '',
  detail: null,
  ...change,
});

/** What the server has under way; a test changes it. */
let going: SeriesFetch[] = [];
const answer = () => ({ success: true, fetches: going });

function open(answers: Parameters<typeof fakeServer>[0] = {}, onFile?: (file: UserFile) => void, earlier: SeriesFetch[] = []) {
  const calls = fakeServer({
    '/accessions/GSE4107': () => ({ success: true, state: 'found', series: SERIES }),
    '/accession_fetches': answer,
    '/accessions/GSE4107/fetches': () => {
      going = [fetching()];
      return answer();
    },
    '/file/7/info': () => ({ file: FILE }),
    ...answers,
  });
  going = earlier;
  renderPage(<AccessionDrawer onFile={onFile} onClose={() => undefined} />, { path: '/', at: '/' });
  return calls;
}
const user = userEvent.setup();
const find = (number: string) => user.type(screen.getByRole('textbox', { name: 'GEO 编号' }), `${number}{Enter}`);

test('shows what a series has, with what is usable chosen, and fetches what the user chooses', async () => {
  const calls = open();
  await find(' gse4107 ');
  const found = await screen.findByRole('region', { name: 'GSE4107' });
  expect(within(found).getByText('人 · GPL570 22 个样本')).toBeDefined();
  const boxes = within(found).getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
  await user.click(boxes[1] as HTMLInputElement);
  await user.click(within(found).getByRole('button', { name: '取 2 个文件' }));
  expect(await screen.findByText('已取 512 KB，共 2 MB')).toBeDefined();
  expect(calls['/accessions/GSE4107/fetches']).toEqual([{ files: [MATRIX, 'GSE4107_counts.txt.gz'], directory_id: null }]);
});

test('asks again while GEO has not answered in full', async () => {
  let asked = 0;
  open({
    '/accessions/GSE4107': () => {
      asked += 1;
      return { success: true, state: asked < 3 ? 'looking' : 'found', series: asked < 3 ? null : SERIES };
    },
  });
  await find('GSE4107');
  await screen.findByRole('region', { name: 'GSE4107' });
  expect(asked).toBe(3);
});

test('hands the only file that was asked for to the form as soon as it is read', async () => {
  const taken = vi.fn();
  open({}, taken);
  await find('GSE4107');
  await user.click(await screen.findByRole('button', { name: '取 1 个文件' }));
  await screen.findByText(/^已取 512 KB/);
  expect(taken).not.toHaveBeenCalled();
  going = [fetching({ state: 'reading' })];
  await screen.findByText('取来了，平台正在读取');
  going = [fetching({ state: 'done', file: { ...FILE, facts: null } })];
  await waitFor(() => expect(taken).toHaveBeenCalledTimes(1));
  expect(taken).toHaveBeenCalledWith(FILE);
});

test('leaves earlier files to a click, and says how columns fit', async () => {
  const taken = vi.fn();
  open({}, taken, [fetching({ state: 'done', file: FILE, note: '6 列按描述对上了样本，列名换成了样本号' })]);
  expect(await screen.findByText('已存到文件空间。6 列按描述对上了样本，列名换成了样本号')).toBeDefined();
  expect(taken).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: `使用 ${MATRIX}` }));
  await waitFor(() => expect(taken).toHaveBeenCalledWith(FILE));
});

test('cancels what goes on, and tries again what was refused, whose sentence it shows', async () => {
  const detail = '连不上 NCBI，没有取到。请稍后点「重试」；也可以自己下载，再上传。';
  const answers = {
    '/accession_fetches/a/retry': () => {
      going = [fetching({ loaded: 0 })];
      return answer();
    },
    '/accession_fetches/a': () => {
      going = [];
      return answer();
    },
  };
  const calls = open(answers, undefined, [fetching({ state: 'refused', detail })]);
  expect(await screen.findByText(detail)).toBeDefined();
  await user.click(screen.getByRole('button', { name: `重试 ${MATRIX}` }));
  expect(await screen.findByText('已取 0 B，共 2 MB')).toBeDefined();
  await user.click(screen.getByRole('button', { name: `取消 ${MATRIX}` }));
  await waitFor(() => expect(screen.queryByText(MATRIX)).toBeNull());
  expect([calls['/accession_fetches/a/retry'], calls['/accession_fetches/a']].map((bodies) => bodies?.length)).toEqual([1, 1]);
});

test('says why nothing was found, in the server’s words', async () => {
  const detail = 'GEO 里没有找到 GSE9：可能号码不对。请核对号码。';
  open({
    '/accessions/GSE9': () => {
      throw new Refusal(404, { detail });
    },
  });
  await find('GSE9');
  expect((await screen.findByRole('alert')).textContent).toContain(detail);
});

test('takes the number of a platform for its annotation', async () => {
  open({
    '/platform_annotations': () => ({
      results: [{ platform: 'GPL570', name: 'x', probes: 54675, installed: true, source: 'GEO', release: null }],
      refreshing: false,
      problems: [],
    }),
  });
  await find('gpl570');
  expect(await screen.findByText(/^GPL570 是芯片平台。注释表装好了（54,675 个探针）/)).toBeDefined();
});

test('opens from the line on Home with the number that was typed there', async () => {
  fakeServer({
    '/accessions/GSE4107': () => ({ success: true, state: 'found', series: SERIES }),
    '/accession_fetches': () => ({ success: true, fetches: [] }),
  });
  renderPage(<AccessionEntry onFile={() => undefined} />, { path: '/', at: '/' });
  await find('GSE4107');
  expect(await screen.findByRole('region', { name: 'GSE4107' })).toBeDefined();
});

test('of several platforms says how they stand to each other, and takes one or all by a key', async () => {
  const matrix = (platform: string, proposed: boolean) =>
    ({ name: `GSE9-${platform}.txt.gz`, kind: 'series', bytes: 9, usable: true, proposed, platform, note: '' }) as const;
  const evidence = '这个系列有 2 个平台（GPL96 6 个样本、GPL97 6 个样本），样本名相同';
  const series: Series = {
    ...SERIES,
    platforms: ['GPL96', 'GPL97'].map((platform) => ({ platform, samples: 6 })),
    platform_relation: { relation: 'same-samples', first: 'GPL96', evidence },
    files: [matrix('GPL96', true), matrix('GPL97', false)],
  };
  open({ '/accessions/GSE4107': () => ({ success: true, state: 'found', series }) });
  await find('gse4107');
  const found = within(await screen.findByRole('region', { name: 'GSE4107' }));
  expect(found.getByText('同一批样本做了几种芯片，不是重复')).toBeDefined();
  expect(found.getByText(evidence)).toBeDefined();
  const checked = () => found.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked);
  expect(checked()).toEqual([true, false]);
  found.getByRole('button', { name: '每个平台都取' }).focus();
  await user.keyboard('{Enter}');
  expect(checked()).toEqual([true, true]);
  await user.click(found.getByRole('button', { name: '只取 GPL96' }));
  expect(checked()).toEqual([true, false]);
});

const ARRAYS = ['GSE4107-GPL96_series_matrix.txt.gz', 'GSE4107-GPL97_series_matrix.txt.gz'] as const;
const onTwoArrays = (): Series => ({
  ...SERIES,
  platforms: [
    { platform: 'GPL96', samples: 17 },
    { platform: 'GPL97', samples: 17 },
  ],
  platform_relation: { relation: 'same-samples', first: 'GPL96', evidence: '样本名相同' },
  files: ARRAYS.map((name, i) => ({
    name,
    kind: 'series',
    bytes: 1024,
    usable: true,
    proposed: i === 0,
    platform: ['GPL96', 'GPL97'][i] ?? '',
    note: '17 个样本',
  })),
});
const arrayFile = (id: number) => ({ ...FILE, id, name: ARRAYS[id - 8] ?? '' });
const arrayFetch = (at: number, change: Partial<SeriesFetch>) => fetching({ id: `f${at}`, name: ARRAYS[at] ?? '', ...change });
const MERGED = {
  ...FILE,
  id: 20,
  name: 'GSE4107-GPL96 按基因合并.tsv',
  facts: { findings: [{ code: 'arrays_merged', level: 'note', message: '由 2 个芯片按基因合并成：900 个基因' }] },
} as unknown as UserFile;
const mergingAnswers = (merged: () => unknown = () => ({ file: MERGED })) => ({
  '/accessions/GSE4107': () => ({ success: true, state: 'found', series: onTwoArrays() }),
  '/accessions/GSE4107/fetches': () => {
    going = [arrayFetch(0, {}), arrayFetch(1, {})];
    return answer();
  },
  '/file/8/info': () => ({ file: arrayFile(8) }),
  '/file/9/info': () => ({ file: arrayFile(9) }),
  '/files/merge_arrays': merged,
});
const done = (at: number) => arrayFetch(at, { state: 'done', file: { ...arrayFile(8 + at), facts: null } });

test('fetches the arrays of the same samples and merges them once both are read', async () => {
  const taken = vi.fn();
  const calls = open(mergingAnswers(), taken);
  await find('GSE4107');
  await user.click(await screen.findByRole('button', { name: '按基因合并两个芯片' }));
  expect(await screen.findByText('几个芯片都取来后就按基因合并，请先别关上这里')).toBeDefined();
  expect(calls['/accessions/GSE4107/fetches']).toEqual([{ files: [...ARRAYS], directory_id: null }]);
  going = [done(0), arrayFetch(1, {})];
  await waitFor(() => expect(screen.getByText(/^已存到文件空间/)).toBeDefined());
  expect(calls['/files/merge_arrays']).toBeUndefined();
  going = [done(0), done(1)];
  await waitFor(() => expect(taken).toHaveBeenCalledWith(MERGED), { timeout: 4_000 });
  expect(calls['/files/merge_arrays']).toEqual([{ file_ids: [8, 9] }]);
  expect(screen.getByText('由 2 个芯片按基因合并成：900 个基因')).toBeDefined();
});

test('merges arrays that are there already without fetching them again, and says why not', async () => {
  const refused = () => {
    throw new Refusal(422, { detail: '这几个文件的样本对不上。' });
  };
  const calls = open(mergingAnswers(refused), undefined, [done(0), done(1)]);
  await find('GSE4107');
  await user.click(await screen.findByRole('button', { name: '按基因合并两个芯片' }));
  expect(await screen.findByText('GSE4107 没有合并：这几个文件的样本对不上。')).toBeDefined();
  expect(calls['/accessions/GSE4107/fetches']).toBeUndefined();
});
