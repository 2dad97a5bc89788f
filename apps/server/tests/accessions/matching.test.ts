import { describe, expect, it } from 'vitest';
import { matchColumns, type NamedSample, tellMatching, wordsOf } from '../../src/accessions/matching.ts';

const sample = (
  accession: string,
  title: string,
  more: Partial<Record<'description' | 'file' | 'characteristics', string>> = {},
): NamedSample => ({
  accession,
  title,
  names: [
    { by: 'accession', text: accession },
    { by: 'title', text: title },
    ...(['description', 'file', 'characteristics'] as const).flatMap((by) => (more[by] === undefined ? [] : [{ by, text: more[by] }])),
  ],
});
const pairs = (columns: string[], samples: NamedSample[]) =>
  Object.fromEntries([...matchColumns(columns, samples).samples].map(([column, { accession }]) => [column, accession]));

describe('the words of a name', () => {
  it.each([
    ['CAF_rep01', ['caf', 'rep', '1']],
    ['X12h.treated', ['12', 'h', 'treated']],
    ['/data/bam/AC7.sorted.bam', ['ac', '7']],
    ['S1Aligned.sortedByCoord.out.bam', ['s', '1']],
    ['N2_read_count', ['n', '2']],
    ['tumour/normal AC7', ['tumour', 'normal', 'ac', '7']],
  ])('of %s', (text, words) => expect(wordsOf(text)).toEqual(words));
});

describe('columns of a table', () => {
  it('find their samples by the accession within them, in any order', () => {
    expect(
      pairs(
        ['GSM12_counts', 'GSM11.bam', 'gsm10'],
        [10, 11, 12].map((n) => sample(`GSM${n}`, `t${n}`)),
      ),
    ).toEqual({
      GSM12_counts: 'GSM12',
      'GSM11.bam': 'GSM11',
      gsm10: 'GSM10',
    });
  });

  it('find them by the title, in another spelling', () => {
    const samples = [
      sample('GSM1', 'Tumor tissue, patient 1'),
      sample('GSM2', 'Tumor tissue, patient 2'),
      sample('GSM3', 'Normal tissue, patient 1'),
    ];
    expect(pairs(['Normal.tissue..patient.1', 'tumor_tissue_patient_02', 'TumorTissue patient1'], samples)).toEqual({
      'Normal.tissue..patient.1': 'GSM3',
      tumor_tissue_patient_02: 'GSM2',
    });
    expect(pairs(['Tumor tissue patient1', 'Tumor tissue patient2', 'Normal tissue patient1'], samples)).toMatchObject({
      'Tumor tissue patient1': 'GSM1',
    });
  });

  it('find them by the description where all columns begin alike', () => {
    const samples = [sample('GSM1', 'BPH rep 1', { description: 'BN1' }), sample('GSM2', 'CAF rep 1', { description: 'AC7' })];
    expect(pairs(['GROUP_AC7', 'GROUP-BN1'], samples)).toEqual({ GROUP_AC7: 'GSM2', 'GROUP-BN1': 'GSM1' });
  });

  it('find them by the names of files', () => {
    const files = ['A3', 'B5'].map((name, i) =>
      sample(`GSM${i + 1}`, `cells ${i}`, { file: `ftp://ftp.ncbi.nlm.nih.gov/x/GSM${i + 1}_${name}.txt.gz` }),
    );
    expect(pairs(['B5', 'A3'], files)).toEqual({ B5: 'GSM2', A3: 'GSM1' });
  });

  it('are not guessed where two samples may be meant, or where a number is all that is common', () => {
    expect(
      pairs(
        ['rep1', 'rep2'],
        [sample('GSM1', 'tumor rep1'), sample('GSM2', 'normal rep1'), sample('GSM3', 'day rep2'), sample('GSM4', 'x rep2')],
      ),
    ).toEqual({});
    expect(pairs(['S1', 'S2'], [sample('GSM1', 'day 2 control'), sample('GSM2', 'day 1 treated')])).toEqual({});
    // One word in common with one sample of many is chance.
    const many = Array.from({ length: 8 }, (_, i) =>
      sample(`GSM${i}`, `tumour ${String.fromCharCode(97 + i)}`, i === 3 ? { characteristics: 'T1b' } : {}),
    );
    expect(pairs(['T1b', 'T2q', 'T3q', 'T4q', 'T5q', 'T6q'], many)).toEqual({});
  });

  it('are told with the names of those that fit nothing', () => {
    const told = tellMatching(
      matchColumns(
        ['GSM1', 'GSM2', 'pool'],
        [1, 2, 3].map((n) => sample(`GSM${n}`, `t${n}`)),
      ),
      'GSE9',
    );
    expect(told).toBe('2 列按样本号对上了样本，列名换成了样本号；1 列没有对上：pool；1 个样本没有列：GSM3（t3）');
    expect(tellMatching(matchColumns(['one', 'two'], [sample('GSM1', 'tumour')]), 'GSE9')).toBe(
      '列名（one、two）和 GSE9 的样本（GSM1（tumour））对不上：文件照原样取来，分组要自己填，或上传分组表',
    );
  });
});
