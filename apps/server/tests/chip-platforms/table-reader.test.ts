import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPlatform } from '../../src/chip-platforms/table-reader.ts';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string | Buffer, size = 7) {
  const { facts, rows } = readPlatform(pieces(Buffer.from(text), size));
  const lines: string[] = [];
  for await (const row of rows) lines.push(row);
  return { facts, lines };
}

const ANNOT = [
  '^Annotation',
  '!Annotation_date = 06/20/2008 15:39:40',
  '!Annotation_platform = GPL97',
  '!Annotation_platform_title = Affymetrix GeneChip Human Genome U133 Array Set HG-U133B',
  '#ID = ID from Platform data table',
  '!platform_table_begin',
  'ID\tGene title\tGene symbol\tGene ID',
  '200000_s_at\tPRP8 homolog\tPRPF8\t10594',
  '200001_at\ttwo genes\tCAPNS1///RPL35\t826',
  '200002_at\t\t\t',
  '!platform_table_end',
  'not of the table\t\tX',
].join('\n');

describe('annotations of platforms', () => {
  it('are read as GEO curates them, however the bytes come', async () => {
    for (const [bytes, size] of [
      [Buffer.from(ANNOT), 1],
      [Buffer.from(ANNOT.replaceAll('\n', '\r\n')), 13],
      [gzipSync(ANNOT), 5],
      [gzipSync(ANNOT), 100_000],
    ] as const) {
      const { facts, lines } = await read(bytes, size);
      expect(lines).toEqual(['probe\tsymbol', '200000_s_at\tPRPF8', '200001_at\tCAPNS1///RPL35', '200002_at\t']);
      expect(facts).toMatchObject({ platform: 'GPL97', release: '2008-06-20', title: expect.stringContaining('HG-U133B') });
    }
  });

  it('are read as makers give them to GEO', async () => {
    const { facts, lines } = await read(
      [
        '^PLATFORM = GPL6244',
        '!Platform_title = [HuGene-1_0-st]',
        '!Platform_geo_accession = GPL6244',
        '!Platform_last_update_date = Mar 07 2016',
        '!platform_table_begin',
        'ID\tGB_LIST\tgene_assignment',
        '7896759\tNR\tNR_047519 // LINC01128 // long intergenic',
        '!platform_table_end',
      ].join('\n'),
    );
    expect(lines[1]).toBe('7896759\tNR_047519 // LINC01128 // long intergenic');
    expect(facts).toMatchObject({ platform: 'GPL6244', release: '2016-03-07', title: '[HuGene-1_0-st]' });
  });

  it('are read as a plain table, quoted or not', async () => {
    expect((await read('probe_id\tsymbol\n1053_at\tRFC2\n')).lines).toEqual(['probe\tsymbol', '1053_at\tRFC2']);
    expect((await read('"symbol"\t"probe_id"\n"RFC2"\t"1053_at"')).lines).toEqual(['probe\tsymbol', '1053_at\tRFC2']);
  });

  it.each([
    ['nothing', '', '没有表头'],
    ['a table without genes', 'ID\tsequence\nA_1\tACGT\n', '没有基因名这一列'],
    ['a page of the web', '<!DOCTYPE html>\n<html><body>no such platform</body></html>', '没有基因名这一列'],
    ['half of a packed file', gzipSync(ANNOT.repeat(50)).subarray(0, 200), '不完整或已损坏'],
    ['a line without an end', `ID\tsymbol\n${'x'.repeat(5_000_000)}`, '过长的行'],
  ])('are refused when they are %s', async (_, bytes, message) => {
    await expect(read(bytes, 65_536)).rejects.toThrow(message);
  });
});
