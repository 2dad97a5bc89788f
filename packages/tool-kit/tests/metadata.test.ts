import type { MatrixFacts } from '@oncoloom/contract';
import { describe, expect, test } from 'vitest';
import { besideGroups } from '../src/metadata/beside-groups.ts';
import { checkPlatforms, proposePlatforms } from '../src/metadata/platforms.ts';
import { type Proposal, TAKEN } from '../src/metadata/proposals.ts';
import { proposeFromMetadata } from '../src/metadata/propose.ts';
import { readSeriesHeader, type SeriesMetadata } from '../src/metadata/series.ts';
import { termsIn, topicOf } from '../src/metadata/terms.ts';
import { wordsOf } from '../src/metadata/words.ts';

const list = (n: number, text: (i: number) => string): string[] => Array.from({ length: n }, (_, i) => text(i + 1));
const each = (n: number, ...texts: string[]): string[] => texts.flatMap((text) => list(n, () => text));

/** Lines of a series as GEO writes them: titles, then rows of characteristics, then any other rows. */
function series(titles: string[], characteristics: string[][] = [], others: Record<string, string[]> = {}): SeriesMetadata {
  const row = (key: string, cells: string[]) => `!${key}\t${cells.map((cell) => `"${cell}"`).join('\t')}`;
  return readSeriesHeader([
    row('Sample_title', titles),
    row(
      'Sample_geo_accession',
      list(titles.length, (i) => `GSM${i}`),
    ),
    ...characteristics.map((cells) => row('Sample_characteristics_ch1', cells)),
    ...Object.entries(others).map(([key, cells]) => row(key, cells)),
  ]);
}

const of = <K extends Proposal['kind']>(metadata: SeriesMetadata, kind: K) =>
  proposeFromMetadata(metadata).filter((one): one is Extract<Proposal, { kind: K }> => one.kind === kind);

/** 「glioblastoma 5 - normal 5」 of the groups that a form would begin with. */
function comparison(metadata: SeriesMetadata): string | undefined {
  const first = of(metadata, 'groups').find(({ score }) => score >= TAKEN);
  const sized = (name: string | null) => `${name} ${first?.groups.find((group) => group.name === name)?.count}`;
  return first && `${sized(first.cases)} - ${sized(first.reference)}`;
}

describe('words', () => {
  test('spelling, apostrophes, plurals and words that are written together make no difference', () => {
    expect(wordsOf('Patient’s  Tumours')).toEqual(wordsOf("patient's tumor"));
    expect(wordsOf('TumorTissue')).toEqual(['tumor', 'tissue']);
    expect(wordsOf('pMMR')).toEqual(['pmmr']);
    expect(wordsOf('Leukaemia')).toEqual(['leukemia']);
    expect(wordsOf('hour')).toEqual(['hour']);
  });
  test.each([
    ['non-responder', 'control'],
    ['responder', 'case'],
    ['nontumor', 'control'],
    ['tumor-free liver', 'control'],
    ['Gastric paracancerous tissue', 'control'],
    ['osteosarcoma', 'case'],
    ['stroma', undefined],
    ['untreated', 'control'],
    ['ER+', 'case'],
    ['Trp53 -/-', 'case'],
    ['癌旁组织', 'control'],
  ])('%s is a word for a %s', (value, side) => {
    expect(termsIn(value)[0]?.side).toBe(side);
  });
  test.each([
    ['age.at.diagnosis', 'age'],
    ['Geschlecht', 'sex'],
    ['status after 1 years', 'outcome'],
    ['disease status', 'condition'],
    ['subject status', 'condition'],
    ['patient id', 'person'],
    ['normalizationcombatbatch', 'batch'],
    ['tumor.location', 'place'],
    ['something', undefined],
  ])('the key %s is about %s', (name, topic) => {
    expect(topicOf(name)).toBe(topic);
  });
});

describe('the lines of a series', () => {
  test('keys in any order per sample, several in one cell, without one, twice, with explanations and addresses', () => {
    const { columns } = series(
      ['a', 'b'],
      [
        ['Gender:M', 'age: 30'],
        ['age: 50', 'gender: F'],
        ['disease state:patient; treatment:x;', 'disease state:normal; treatment:y;'],
        ['Normal elderly control, Female', 'Alzheimer, Male'],
        ['', ''],
        ['event (1: death; 0: none): 1', 'event (1: death; 0: none): 0'],
        ['https://example.org/a', 'https://example.org/b'],
        ['tissue: lung', 'tissue: lung'],
        ['tissue: left', 'tissue: right'],
      ],
    );
    expect(Object.fromEntries(columns.map(({ name, values }) => [name, values]))).toMatchObject({
      Gender: ['M', 'F'],
      age: ['50', '30'],
      'disease state': ['patient', 'normal'],
      treatment: ['x', 'y'],
      'event (1: death; 0: none)': ['1', '0'],
      特征: ['Normal elderly control, Female', 'Alzheimer, Male'],
      '特征 (2)': ['https://example.org/a', 'https://example.org/b'],
      tissue: ['lung', 'lung'],
      'tissue (2)': ['left', 'right'],
    });
  });
  test('a description, a species or a molecule that all samples share says nothing', () => {
    const shared = { Sample_description: ['x', 'x'], Sample_organism_ch1: ['Homo sapiens', 'Homo sapiens'] };
    expect(series(['a', 'b'], [], shared).columns.map(({ name }) => name)).toEqual(['样本标题']);
  });
});

describe('groups', () => {
  test.each<[what: string, metadata: SeriesMetadata, expected: string | undefined]>([
    [
      'values that contain one another are told apart',
      series(
        list(6, (i) => `s${i}`),
        [each(3, 'FOLFOX: responder', 'FOLFOX: non-responder')],
      ),
      'responder 3 - non-responder 3',
    ],
    [
      'a negation alone tells the reference',
      series(
        list(6, (i) => `s${i}`),
        [each(3, 'x: not wound', 'x: wound')],
      ),
      'wound 3 - not wound 3',
    ],
    [
      'titles of patients in two spellings',
      series([...list(3, (i) => `2${i}M patient${i > 1 ? '’' : "'"}s mucosa`), ...list(3, (i) => `NM${i} healthy control`)]),
      "patient's mucosa 3 - healthy control 3",
    ],
    ['codes that end in T and N', series(list(8, (i) => `P0${Math.ceil(i / 2)}-${i % 2 ? 'T' : 'N'}`)), 'T 4 - N 4'],
    ['codes without a separator', series([...list(3, (i) => `WT${i}`), ...list(3, (i) => `KO${i}`)]), 'KO 3 - WT 3'],
    ['a code beside words', series([...list(4, (i) => `PBMC_HC_0${i}`), ...list(5, (i) => `PBMC_SLE_0${i}`)]), 'PBMC SLE 5 - PBMC HC 4'],
    [
      'names with digits that are no numbers',
      series([...list(3, (i) => `MCF7_siNC_rep${i}`), ...list(3, (i) => `MCF7_siFOXM1_rep${i}`)]),
      'MCF7 siFOXM1 3 - MCF7 siNC 3',
    ],
    [
      'German',
      series(
        list(6, (i) => `Probe ${i}`),
        [each(3, 'Gewebe: Tumor', 'Gewebe: Normalgewebe')],
      ),
      'Tumor 3 - Normalgewebe 3',
    ],
    [
      'tissue beside a tumour is no tumour',
      series(
        list(6, (i) => `s${i}`),
        [each(3, 'tissue: colon tumour', 'tissue: adjacent to colon tumour')],
      ),
      'colon tumour 3 - adjacent to colon tumour 3',
    ],
    [
      'primary and metastatic tumours',
      series(
        list(6, (i) => `s${i}`),
        [each(3, 'site type: primary tumor', 'site type: metastatic tumor')],
      ),
      'metastatic tumor 3 - primary tumor 3',
    ],
    [
      'dose 0',
      series(
        list(6, (i) => `s${i}`),
        [each(2, 'dose: 0 uM', 'dose: 1 uM', 'dose: 10 uM')],
      ),
      '1 uM 2 - 0 uM 2',
    ],
    [
      'degrees of one disease are one side',
      series(
        list(8, (i) => `s${i}`),
        [[...each(3, 'stage: control'), ...each(4, 'stage: II'), 'stage: IV']],
      ),
      '非 control 5 - control 3',
    ],
    [
      'a key for some of the samples only in another row',
      series(
        list(6, (i) => `s${i}`),
        [list(6, (i) => (i % 2 ? 'tissue: tumor' : 'age: 5')), list(6, (i) => (i % 2 ? 'age: 4' : 'tissue: normal'))],
      ),
      'tumor 3 - normal 3',
    ],
    [
      'values that are not known are no group',
      series(
        list(7, (i) => `s${i}`),
        [[...each(3, 'mmr: dMMR', 'mmr: pMMR'), 'mmr: N/A']],
      ),
      'dMMR 3 - pMMR 3',
    ],
    [
      'samples that were prepared otherwise stay out',
      series(
        list(10, (i) => `s${i}`),
        [[...each(4, 'tissue: cancer, LCM'), ...each(3, 'tissue: cancer, bulk', 'tissue: normal, bulk')]],
      ),
      'cancer, bulk 3 - normal, bulk 3',
    ],
    [
      'disease and sex in one text',
      series(
        list(8, (i) => `s${i}`),
        [each(2, 'Normal control, Female', 'Psoriasis, Female', 'Normal control, Male', 'Psoriasis, Male')],
      ),
      'Psoriasis 4 - Normal control 4',
    ],
    [
      'training and test are no groups',
      series(
        list(6, (i) => `s${i}`),
        [each(3, 'type: training', 'type: test')],
      ),
      undefined,
    ],
    [
      'neither are sexes',
      series(
        list(6, (i) => `s${i}`),
        [each(3, 'gender: male', 'gender: female')],
      ),
      undefined,
    ],
    [
      'nor unknown words',
      series(
        list(6, (i) => `s${i}`),
        [each(3, 'kind: alpha', 'kind: beta')],
      ),
      undefined,
    ],
  ])('%s', (_, metadata, expected) => {
    expect(comparison(metadata)).toBe(expected);
  });
  test('the same division in other columns is evidence, and the characteristic is shown', () => {
    const [first] = of(
      series(
        [...list(3, (i) => `Tumour ${i}`), ...list(3, (i) => `Normal ${i}`)],
        [each(3, 'tissue: gastric cancer', 'tissue: gastric mucosa')],
      ),
      'groups',
    );
    expect(first).toMatchObject({ column: 'tissue', cases: 'gastric cancer', reference: 'gastric mucosa' });
    expect(first?.evidence).toContain('「样本标题」也这样分');
    expect(first?.evidence).toContain('「Normal」（正常）是对照的说法');
  });
  test('an outcome comes behind what the samples are', () => {
    const metadata = series(
      list(8, (i) => `s${i}`),
      [list(8, (i) => (i % 2 ? 'recurrence: yes' : 'recurrence: no')), each(4, 'tissue: tumor', 'tissue: normal')],
    );
    expect(of(metadata, 'groups').map(({ column }) => column)).toEqual(['tissue', 'recurrence']);
  });
  test('the order of columns and samples changes nothing', () => {
    const rows = [each(3, 'tissue: tumor', 'tissue: normal'), list(6, (i) => `age: ${40 + i}`)];
    const titles = [...list(3, (i) => `a${i}`), ...list(3, (i) => `b${i}`)];
    const turned = series([...titles].reverse(), rows.map((row) => [...row].reverse()).reverse());
    expect(comparison(turned)).toBe(comparison(series(titles, rows)));
  });
});

describe('pairs', () => {
  const tissue = each(4, 'tissue: tumor', 'tissue: normal');
  const numbered = [...list(4, (i) => `Tumor ${i}`), ...list(4, (i) => `Normal ${i}`)];
  test('numbers that only count are none', () => {
    expect(of(series(numbered, [tissue]), 'pairs')).toEqual([]);
  });
  test('neither where some are left out', () => {
    expect(of(series([...numbered.slice(1, 4), ...numbered.slice(5)], [tissue.slice(1, 7)]), 'pairs')).toEqual([]);
  });
  test('nor are numbers of replicates, whatever the texts say', () => {
    const titles = [...list(4, (i) => `Tumor replicate ${i}`), ...list(4, (i) => `Normal replicate ${i}`)];
    expect(of(series(titles, [tissue], { Series_summary: ['paired samples'] }), 'pairs')).toEqual([]);
  });
  test.each<[string, SeriesMetadata]>([
    [
      'a key names the person',
      series(
        list(8, (i) => `s${i}`),
        [tissue, [...list(4, (i) => `patient id: P${i}`), ...list(4, (i) => `patient id: P${i}`)]],
      ),
    ],
    ['the title names the person', series([...list(4, (i) => `patient 1${i}, cancer`), ...list(4, (i) => `patient 1${i}, normal`)])],
    ['the texts say that they are paired', series(numbered, [tissue], { Series_overall_design: ['4 tumours and matched normal tissues'] })],
    [
      'a trait agrees in all pairs',
      series(numbered, [tissue, ...['stage', 'kind'].map((key) => each(1, ...list(8, (i) => `${key}: ${'abab'[(i - 1) % 4]}`)))]),
    ],
    ['the number stands before the group', series(list(8, (i) => `${Math.ceil(i / 2)}${i % 2 ? 'T' : 'N'}`))],
    ['the numbers are no counting', series([...[17, 23, 5, 40].map((n) => `T${n}`), ...[17, 23, 5, 40].map((n) => `N${n}`)])],
  ])('%s', (_, metadata) => {
    expect(of(metadata, 'pairs')[0]).toMatchObject({ pairs: 4 });
  });
  test('reads of a sequencer come in pairs, too', () => {
    expect(of(series(numbered, [tissue], { Series_overall_design: ['paired-end reads, age-matched controls'] }), 'pairs')).toEqual([]);
  });
});

describe('survival', () => {
  const n = 12;
  const titles = list(n, (i) => `s${i}`);
  const time = (key: string) => list(n, (i) => `${key}: ${i * 7}`);
  test.each<[key: string, status: string[], event: string[], unit: string, endpoint: string]>([
    ['OS (months)', list(n, (i) => `OS event: ${i % 2}`), ['1'], 'month', 'OS'],
    ['overall survival time_days', list(n, (i) => `vital_status: ${i % 3 ? 'Alive' : 'Dead'}`), ['Dead'], 'day', 'OS'],
    [
      'dss_time',
      list(n, (i) => `dss_event (disease specific; death from cancer): ${i % 3 ? 'no death' : 'death'}`),
      ['death'],
      'month',
      'DSS',
    ],
    ['drfs_even_time_years', list(n, (i) => `drfs_1_event_0_censored: ${i % 2}`), ['1'], 'year', 'DMFS'],
    ['follow-up (months)', list(n, (i) => `survival status (0=dead; 1=alive): ${i % 2}`), ['0'], 'month', 'OS'],
    ['os.time', list(n, (i) => `os.censored: ${i % 2}`), ['0'], 'month', 'OS'],
    ['TumorFreeSurvival_months', list(n, (i) => `Rezidiv: ${i % 2}`), ['1'], 'month', 'RFS'],
    ['survival (months)', list(n, (i) => `status: ${i % 2 ? 'event' : 'censored'}`), ['event'], 'month', 'OS'],
    ['os time (months)', list(n, (i) => `os status: ${(i % 2) + 1}`), ['2'], 'month', 'OS'],
  ])('%s', (key, status, event, unit, endpoint) => {
    expect(of(series(titles, [time(key), status]), 'survival')).toMatchObject([{ time: key, event, unit, endpoint, known: n }]);
  });
  test('a time has the status of its own endpoint, and samples without one do not count', () => {
    const found = of(
      series(titles, [
        time('os.delay'),
        time('rfs.delay'),
        list(n, (i) => `rfs.event: ${i < 3 ? 'NA' : i % 2}`),
        list(n, (i) => `os.event: ${i % 2}`),
      ]),
      'survival',
    );
    expect(found.map(({ time: name, status, known }) => [name, status, known])).toEqual([
      ['os.delay', 'os.event', 12],
      ['rfs.delay', 'rfs.event', 10],
    ]);
  });
  test('a code whose events were followed far longer is doubted', () => {
    const cells = list(16, (i) => `os event: ${i > 6 ? 1 : 0}`);
    const [found] = of(
      series(
        list(16, (i) => `s${i}`),
        [list(16, (i) => `os months: ${i > 6 ? 50 + i : i}`), cells],
      ),
      'survival',
    );
    expect(found).toMatchObject({ asked: 'reversed' });
    expect(found?.evidence).toContain('编码可能是反的。随访时间：「1」的中位数 61.5，「0」的中位数 3.5（月）');
  });
  test.each([
    ['os event', ['0', '1'], undefined],
    ['os status', ['1', '2'], 'doubled'],
    ['os censored', ['0', '1'], 'censoring'],
    ['os censored (1=event, 0=none)', ['0', '1'], undefined],
    ['os status', ['alive', 'dead'], undefined],
  ])('what is the event is asked of numbers alone: %s, %j', (key, codes, asked) => {
    const [found] = of(series(titles, [time('os months'), list(n, (i) => `${key}: ${codes[i % 2]}`)]), 'survival');
    expect(found?.asked).toBe(asked);
  });
  test('words say what the event is, however long it took', () => {
    const longer = list(n, (i) => `os status: ${i > 5 ? 'dead' : 'alive'}`);
    expect(of(series(titles, [time('os months'), longer]), 'survival')[0]?.asked).toBeUndefined();
  });
  test('weeks are told in days', () => {
    const [found] = of(
      series(titles, [list(n, (i) => `os weeks: ${i === 1 ? 'NA' : i}`), list(n, (i) => `os event: ${i % 2}`)]),
      'survival',
    );
    expect(found).toMatchObject({ unit: 'day', evidence: expect.stringContaining('写明是周，已换算成天') });
    expect(found?.times.slice(0, 3)).toEqual(['', '14', '21']);
  });
  test('ages and stages are no times', () => {
    expect(of(series(titles, [time('age at death'), list(n, (i) => `death: ${i % 2}`)]), 'survival')).toEqual([]);
  });
});

describe('samples', () => {
  const groups = [...list(4, (i) => `Tumor ${i}`), ...list(4, (i) => `Normal ${i}`)];
  test('pools, technical replicates and other species are left out, and do not count in the groups', () => {
    const pool = series(
      [...groups, 'Universal Human Reference RNA'],
      [[...each(4, 'tissue: tumor', 'tissue: normal'), 'tissue: reference']],
    );
    expect(of(pool, 'leave-out')).toMatchObject([
      { why: 'pool', samples: ['GSM9'], reasons: ['像是混合样本或参照 RNA：「Universal Human Reference RNA」'] },
    ]);
    expect(of(pool, 'groups')[0]?.withLeftOut[8]).toBe('');
    expect(comparison(pool)).toBe('tumor 4 - normal 4');
    const twice = series([...groups, 'Normal 4, technical replicate']);
    expect(of(twice, 'leave-out')).toMatchObject([
      {
        why: 'technical-replicate',
        samples: ['GSM9'],
        reasons: ['「Normal 4, technical replicate」与 GSM8「Normal 4」是同一份样本的重复'],
      },
    ]);
    // They are in the groups until the user leaves them out.
    expect(of(twice, 'groups')[0]).toMatchObject({ evidence: expect.stringContaining('；建议去掉的 1 个样本没有算在内') });
    expect(of(twice, 'groups')[0]?.withLeftOut.slice(7)).toEqual(['Normal', 'Normal']);
    const mice = series(groups, [], { Sample_organism_ch1: [...each(7, 'Homo sapiens'), 'Mus musculus'] });
    expect(of(mice, 'leave-out')).toMatchObject([
      { why: 'other-species', samples: ['GSM8'], reasons: ['物种是 Mus musculus，多数是 Homo sapiens'] },
    ]);
    expect(comparison(mice)).toBe('Tumor 4 - Normal 3');
  });
  test('samples that are marked as of no use are left out', () => {
    const rows = [each(4, 'tissue: tumor', 'tissue: normal'), [...each(7, 'excluded from analysis: no'), 'excluded from analysis: yes']];
    expect(of(series(groups, rows), 'leave-out')).toMatchObject([
      { why: 'marked', samples: ['GSM8'], reasons: ['「excluded from analysis」写的是 yes'] },
    ]);
  });
  test('titles may name batches', () => {
    const titles = groups.map((title, i) => `${title} batch${(i % 2) + 1}`);
    expect(of(series(titles), 'batch')).toMatchObject([{ column: '样本标题', batches: 2 }]);
    expect(comparison(series(titles, [each(4, 'tissue: tumor', 'tissue: normal')]))).toBe('tumor 4 - normal 4');
  });
  test('a batch that was corrected for is not corrected for again', () => {
    const rows = [each(4, 'tissue: tumor', 'tissue: normal'), list(8, (i) => `batch: ${i % 2}`)];
    expect(of(series(groups, rows), 'batch')).toMatchObject([{ column: 'batch', removed: false }]);
    expect(of(series(groups, rows, { Sample_data_processing: each(8, 'RMA + ComBat') }), 'batch')).toMatchObject([{ removed: true }]);
  });
  test('logarithms are told by the values, by the text only where there are none', () => {
    const rma = series(groups, [], { Sample_data_processing: each(8, 'RMA') });
    const log = (matrix?: Parameters<typeof proposeFromMetadata>[1]) => proposeFromMetadata(rma, matrix).find(({ kind }) => kind === 'log');
    expect(log({ kind: 'linear', minimum: 1, maximum: 1044 })).toMatchObject({ logged: false, score: 0.9 });
    expect(log()).toMatchObject({ logged: true, score: 0.5, evidence: expect.stringContaining('没有看到数值') });
  });
});

describe('what stands beside two groups', () => {
  const groups = ['T', 'T', 'T', 'N', 'N', 'N', ''];
  const beside = (values: string[], pairs?: string[]) => besideGroups(values, groups, ['T', 'N'], pairs);
  test.each<[string, string[], string, string]>([
    ['values in both', ['a', 'a', 'b', 'a', 'b', 'b', 'c'], 'mixed', '「a」T 2、N 1；「b」T 1、N 2'],
    ['a value in one alone', ['a', 'a', 'a', 'b', 'b', 'b', 'a'], 'same', '「a」T 3、N 0；「b」T 0、N 3'],
    [
      'no value in both, of several',
      ['a', 'a', 'b', 'c', 'c', 'd', 'a'],
      'same',
      '「a」T 2、N 0；「b」T 1、N 0；「c」T 0、N 2；「d」T 0、N 1',
    ],
    ['one value', ['a', 'a', 'a', 'a', 'a', '', 'b'], 'single', '「a」T 3、N 2'],
  ])('%s', (_, values, relation, told) => {
    expect(beside(values)).toMatchObject({ relation, told });
  });
  test('many numbers are measured ones', () => {
    const values = list(20, (i) => String(i));
    const sides = each(10, 'T', 'N');
    expect(besideGroups(values, sides, ['T', 'N'])).toMatchObject({ relation: 'mixed', told: '中位数 T 5.5、N 15.5' });
  });
  test('what the samples of each pair have in common is told by the pairs', () => {
    const sexes = ['m', 'f', 'm', 'm', 'f', 'm', 'm'];
    expect(beside(sexes).relation).toBe('mixed');
    expect(beside(sexes, ['1', '2', '3', '1', '2', '3', '']).relation).toBe('in-pairs');
    expect(beside(sexes, ['1', '2', '3', '2', '1', '3', '']).relation).toBe('mixed');
  });
  test('compared samples of which it is not known are named', () => {
    expect(beside(['a', '', 'b', 'a', 'b', '', '']).unknown).toEqual([1, 5]);
  });
});

describe('sexes', () => {
  const written = each(6, 'gender: female', 'gender: male');
  const metadata = series(
    list(12, (i) => `s${i}`),
    [written],
  );
  /** Values of XIST and of genes of Y, of 6 women and 6 men, but for those that are changed. */
  const genes = (changed: Record<number, [x: number, y: number]> = {}) => {
    const of = (at: 0 | 1, female: number, male: number) =>
      Array.from({ length: 12 }, (_, i) => changed[i]?.[at] ?? (i < 6 ? female : male) + (i % 3) / 4);
    return [
      { gene: 'XIST', values: of(0, 9, 3) },
      { gene: 'RPS4Y1', values: of(1, 3, 10) },
      { gene: 'DDX3Y', values: of(1, 2, 8) },
    ];
  };
  const doubted = (sexGenes: { gene: string; values: number[] }[], kind: 'log' | 'linear' = 'log', of_ = metadata) =>
    proposeFromMetadata(of_, { kind, minimum: 0, maximum: 15, sexGenes }).flatMap((one) => (one.kind === 'sexes' ? [one] : []));
  test('clean data say nothing, neither does a column of codes', () => {
    expect(doubted(genes())).toEqual([]);
    const codes = series(
      list(12, (i) => `s${i}`),
      [each(6, 'gender: 0', 'gender: 1')],
    );
    expect(doubted(genes({ 0: [3, 10] }), 'log', codes)).toEqual([]);
  });
  test('two that were confused are named with their values', () => {
    const [found] = doubted(genes({ 2: [3, 9], 8: [9, 2.5] }));
    expect(found).toMatchObject({ column: 'gender', samples: ['GSM3', 'GSM9'] });
    expect(found?.reasons[0]).toBe('写的是「female」，表达像男性：XIST 3.0，Y 染色体基因 9.0（log2）');
    expect(found?.reasons[1]).toContain('写的是「male」，表达像女性');
  });
  test('so are they in intensities', () => {
    const linear = genes({ 2: [3, 9] }).map(({ gene, values }) => ({ gene, values: values.map((value) => 2 ** value) }));
    expect(doubted(linear, 'linear')).toMatchObject([{ samples: ['GSM3'] }]);
  });
  test.each<[string, Record<number, [number, number]>]>([
    ['a tumour of a man that lost its Y', { 7: [3, 2.5] }],
    ['a tumour of a woman that does not express XIST', { 1: [3, 2.5] }],
    ['both at once, as germ cell tumours do', { 7: [9, 9] }],
    ['a mixture in the middle', { 7: [6, 6] }],
  ])('%s is no other sex', (_, changed) => {
    expect(doubted(genes(changed))).toEqual([]);
  });
  test('without XIST only what a woman cannot have is said; without genes of Y, or where they are not told apart, nothing', () => {
    const changed = genes({ 2: [3, 9], 8: [9, 2.5] });
    expect(doubted(changed.slice(1))).toMatchObject([{ samples: ['GSM3'] }]);
    expect(doubted(changed.slice(0, 1))).toEqual([]);
    expect(doubted(changed.map(({ gene, values }) => ({ gene, values: values.map((value) => value / 8) })))).toEqual([]);
  });
});

describe('persons with several samples', () => {
  const tissue = each(4, 'tissue: tumor', 'tissue: normal');
  const numbered = (numbers: string[], key = 'patient id') =>
    series(
      list(8, (i) => `s${i}`),
      [tissue, numbers.map((number) => `${key}: ${number}`)],
    );
  const repeats = (metadata: SeriesMetadata) => of(metadata, 'repeats');
  test('in one group are named, those with one in each are not', () => {
    expect(repeats(numbered(['1', '2', '3', '4', '1', '2', '3', '4']))).toEqual([]);
    expect(repeats(numbered(['1', '1', '3', '4', '1', '2', '5', '6']))).toMatchObject([
      { of: 'tissue', column: 'patient id', persons: 1, reasons: ['1 在「tumor」里有 2 个样本：GSM1、GSM2'] },
    ]);
  });
  test('a title may name the person', () => {
    const titles = ['1', '1', '3', '4', '5', '6', '7', '8'].map((number, i) => `patient ${number} ${i < 4 ? 'tumor' : 'normal'} s${i}`);
    expect(repeats(series(titles, [tissue]))).toMatchObject([{ column: '样本标题', persons: 1 }]);
  });
  test('descriptions may say whose they are, and titles tell by number', () => {
    const titles = ['T_7a', 'T_7b', 'T_8', 'T_9', 'N_1', 'N_2', 'N_3', 'N_4'];
    const notes = titles.map((_, i) => (i < 2 ? 'one of two samples from the same patient' : ''));
    expect(repeats(series(titles, [tissue], { Sample_description: notes }))).toMatchObject([{ column: '样本标题', persons: 1 }]);
    expect(repeats(series(titles, [tissue], { Sample_description: notes.map(() => 'from the same patient') }))).toEqual([]);
    expect(repeats(series(titles, [tissue]))).toEqual([]);
  });
  test('neither pairs, nor two donors of an experiment', () => {
    expect(repeats(numbered(['1', '1', '2', '2', '3', '3', '4', '4'], 'pair id'))).toEqual([]);
    expect(repeats(numbered(['1', '1', '2', '2', '1', '1', '2', '2'], 'donor'))).toEqual([]);
  });
});

describe('what is no comparison of two groups', () => {
  test.each<[why: string, metadata: SeriesMetadata]>([
    ['time-course', series(list(8, (i) => `cells ${20 + i}h`))],
    ['one-sample-a-group', series(['a', 'b', 'c'], [['treatment: none', 'treatment: A', 'treatment: B']])],
    ['one-sample-a-group', series(['HeLa control', 'HeLa treated'])],
    ['no-metadata', series(list(6, (i) => `GSM${i}`))],
    [
      'ratios',
      series(
        list(4, (i) => `line ${i}`),
        [each(2, 'line: x', 'line: y')],
        { Sample_channel_count: each(4, '2') },
      ),
    ],
    [
      'one-kind',
      series(
        list(6, (i) => `s${i}`),
        [list(6, (i) => `weight: ${i}`)],
      ),
    ],
  ])('%s', (why, metadata) => {
    const [none] = of(metadata, 'none');
    expect(none).toMatchObject({ why });
    expect(none?.evidence).not.toBe('');
    expect(comparison(metadata)).toBeUndefined();
  });
  test('two colours with groups of their own are one', () => {
    expect(
      comparison(
        series(
          list(6, (i) => `s${i}`),
          [each(3, 'tissue: tumor', 'tissue: normal')],
          { Sample_channel_count: each(6, '2') },
        ),
      ),
    ).toBe('tumor 3 - normal 3');
  });
});

describe('several platforms', () => {
  const on = (platform: string, titles: string[]) => series(titles, [], { Sample_platform_id: titles.map(() => platform) });
  test.each([
    [
      'same-samples',
      on(
        'GPL1',
        list(4, (i) => `tumor ${i} 133A`),
      ),
      on(
        'GPL2',
        list(4, (i) => `tumor ${i} 133B`),
      ),
    ],
    [
      'other-samples',
      on(
        'GPL1',
        list(4, (i) => `tumor ${i}`),
      ),
      on(
        'GPL2',
        list(6, (i) => `tumor ${i + 10}`),
      ),
    ],
    [
      'partly',
      on(
        'GPL1',
        list(4, (i) => `tumor ${i}`),
      ),
      on(
        'GPL2',
        list(4, (i) => `tumor ${i + 2}`),
      ),
    ],
  ])('%s', (relation, a, b) => {
    expect(proposePlatforms([a, b])).toMatchObject({ relation });
  });
  test('the larger one comes first, of about as many rows the one that is named first', () => {
    const parts = ['GPL1', 'GPL2', 'GPL3'].map((platform) => on(platform, ['x', 'y']));
    expect(proposePlatforms(parts, [12_625, 22_283, 22_645])).toMatchObject({ relation: 'same-samples', first: 'GPL2' });
  });
  test('matrices of the same samples are no replicates, those of other samples may be put together', () => {
    const matrix = (platform: string, titles: string[], title = 'A series') => {
      const { samples, columns, texts } = on(platform, titles);
      return {
        name: platform,
        matrix: { samples, platform, annotations: { columns, series: { ...texts, title } } } as unknown as MatrixFacts,
      };
    };
    const [a, b] = [matrix('GPL1', ['x 1', 'x 2', 'x 3']), matrix('GPL2', ['x 1', 'x 2', 'x 3'])];
    expect(checkPlatforms('file_ids', [a, b])).toMatchObject([
      { code: 'platforms_repeat', message: expect.stringContaining('「GPL1」和「GPL2」是同一个系列在几种芯片上（GPL1、GPL2），样本相同') },
    ]);
    expect(checkPlatforms('file_ids', [a, matrix('GPL2', ['y 7', 'y 8', 'y 9'])])).toEqual([]);
    expect(checkPlatforms('file_ids', [a, matrix('GPL2', ['x 1', 'x 2', 'x 3'], 'Another series')])).toEqual([]);
    expect(checkPlatforms('file_ids', [a])).toEqual([]);
  });
  test('many are lots; one is no question', () => {
    const many = list(9, (i) => `GPL${i}`).map((platform) => on(platform, ['x', 'y']));
    expect(proposePlatforms(many)).toMatchObject({ relation: 'lots' });
    expect(proposePlatforms(many.slice(0, 1))).toBeUndefined();
  });
});
