import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { MatrixFacts } from '@oncoloom/contract';
import {
  besideGroups,
  type CovariateProposal,
  type GroupsProposal,
  metadataOf,
  type Proposal,
  proposeFromMetadata,
  proposePlatforms,
  readSeriesHeader,
  type SeriesMetadata,
  TAKEN,
} from '@oncoloom/tool-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERIES_ANSWERS, type SeriesAnswer } from './series-answers.ts';
import { engineAndFolder, SHARED, TestSpace, type TestUser } from './space.ts';

const GEO = join(SHARED, 'geo');
const END = '_series_matrix.txt.gz';
const present = (await readdir(GEO).catch(() => [])).filter((name) => name.endsWith(END)).sort();

const of = <K extends Proposal['kind']>(proposals: readonly Proposal[], kind: K) =>
  proposals.filter((one): one is Extract<Proposal, { kind: K }> => one.kind === kind);

/** Columns of the answer that a model could take into account. */
function adjustable(
  { bySample, cases, reference }: GroupsProposal,
  found: readonly CovariateProposal[],
  { covariates = [] }: SeriesAnswer,
) {
  return covariates.filter((name) => {
    const own = found.find(({ column }) => column === name);
    return own !== undefined && besideGroups(own.bySample, bySample, [cases ?? '', reference ?? '']).relation === 'mixed';
  });
}

/** What is not as a reader would answer, a line each. */
function wrong(answer: SeriesAnswer, proposals: readonly Proposal[]): string[] {
  const told = (what: string, found: unknown, expected: unknown) =>
    JSON.stringify(found) === JSON.stringify(expected) ? [] : [`${what}: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`];
  const groups = of(proposals, 'groups');
  const first = groups.find(({ score }) => score >= TAKEN);
  const size = (name: string | null | undefined) => first?.groups.find((group) => group.name === name)?.count;
  const { comparison } = answer;
  const pairs = first && of(proposals, 'pairs').find((one) => one.of === first.column);
  return [
    ...told('refused', of(proposals, 'none')[0]?.why, answer.refused),
    ...(comparison === null
      ? told('comparison', first?.column, undefined)
      : [
          ...told('column', comparison.columns.includes(first?.column ?? ''), true),
          ...told('sides', [size(first?.cases), size(first?.reference)], comparison.sides),
          ...told('reference', comparison.reference.test(first?.reference ?? ''), true),
          ...told('groups', first?.groups.length, comparison.groups ?? 2),
          ...told('left out', first?.bySample.filter((group) => group === '').length, answer.leftOut ?? 0),
          ...told('pairs', pairs?.pairs, answer.pairs),
        ]),
    ...told('repeated patients', first && of(proposals, 'repeats').find((one) => one.of === first.column)?.persons, answer.repeated),
    ...told('sexes that expression contradicts', of(proposals, 'sexes').length, 0),
    ...told('logged', of(proposals, 'log')[0]?.logged, answer.logged),
    ...told('samples to leave out', of(proposals, 'leave-out').length, 0),
    ...told(
      'batches',
      of(proposals, 'batch').map(({ column, removed }) => ({ column, removed })),
      answer.batches ?? [],
    ),
    ...told(
      'survival',
      of(proposals, 'survival').map(({ endpoint, time, status, unit, event, events, known }) => ({
        endpoint,
        time,
        status,
        unit,
        event,
        events,
        known,
      })),
      answer.survival ?? [],
    ),
    ...(answer.covariates ?? []).flatMap((name) =>
      told(
        `covariate ${name}`,
        of(proposals, 'covariate').some(({ column }) => column === name),
        true,
      ),
    ),
    ...(answer.adjustable === undefined || first === undefined
      ? []
      : told('covariates that stand apart from the groups', adjustable(first, of(proposals, 'covariate'), answer), answer.adjustable)),
    ...(answer.neverGroups ?? []).flatMap((name) =>
      told(
        `groups by ${name}`,
        groups.some(({ column }) => column === name),
        false,
      ),
    ),
  ];
}

describe.skipIf(present.length === 0)('series of GEO (skipped where the shared data are absent)', () => {
  let engine: Awaited<ReturnType<typeof engineAndFolder>>;
  let space: TestSpace;
  let user: TestUser;
  const series = new Map<string, { header: SeriesMetadata; matrix: MatrixFacts | undefined }>();

  beforeAll(async () => {
    engine = await engineAndFolder();
    space = await TestSpace.open(engine.engine, engine.folder);
    user = await space.user();
    for (const name of present) {
      const bytes = await readFile(join(GEO, name));
      const { facts } = await user.uploadRead(name, bytes);
      series.set(name.slice(0, -END.length), {
        header: readSeriesHeader(gunzipSync(bytes).toString('utf8').split(/\r?\n/)),
        matrix: facts?.matrix,
      });
    }
  }, 300_000);
  afterAll(async () => {
    await space?.close();
    await engine?.stop();
  });

  const proposalsOf = (name: string): Proposal[] => {
    const known = series.get(name);
    return known === undefined ? [] : proposeFromMetadata(known.header, known.matrix);
  };

  it('are all in the table', () => {
    expect([...series.keys()].sort()).toEqual(Object.keys(SERIES_ANSWERS).sort());
  });

  it('propose what a reader answers, in at least nine of ten', () => {
    const rows = Object.entries(SERIES_ANSWERS).map(([name, answer]) => ({ name, wrong: wrong(answer, proposalsOf(name)) }));
    for (const row of rows)
      console.log(`${row.wrong.length === 0 ? 'right' : 'WRONG'}  ${row.name}${row.wrong.map((line) => `\n       ${line}`).join('')}`);
    const right = rows.filter((row) => row.wrong.length === 0).length;
    console.log(`${right} of ${rows.length}`);
    expect(right / rows.length).toBeGreaterThanOrEqual(0.9);
  });

  it('propose nothing without the column and the words that say so', () => {
    for (const name of series.keys())
      for (const proposal of proposalsOf(name)) {
        expect(proposal.evidence.length, name).toBeGreaterThan(5);
        expect(proposal.score, name).toBeGreaterThan(0);
        if ('column' in proposal) expect(proposal.evidence).toContain(proposal.column);
      }
  });

  it('are read alike from the lines and by R', () => {
    const read = [...series].flatMap(([name, { header, matrix }]) => (matrix === undefined ? [] : [{ name, header, matrix }]));
    expect(read.length).toBeGreaterThan(10);
    for (const { name, header, matrix } of read) expect(metadataOf(matrix), name).toEqual(header);
  });

  it('of several platforms say how these stand to each other', () => {
    const parts = (accession: string) => [...series].filter(([name]) => name.startsWith(`${accession}-`)).map(([, { header }]) => header);
    expect(proposePlatforms(parts('GSE1299'))).toMatchObject({
      relation: expect.stringMatching(/same-samples|partly/),
      platforms: ['GPL875', 'GPL91', 'GPL96', 'GPL97'],
    });
    expect(proposePlatforms(parts('GSE1299').filter(({ platform }) => platform !== 'GPL875'))).toMatchObject({ relation: 'same-samples' });
    expect(proposePlatforms(parts('GSE26903'))).toMatchObject({ relation: 'other-samples', first: 'GPL96' });
    expect(proposePlatforms(parts('GSE8872'))).toMatchObject({ relation: 'other-samples', first: 'GPL91' });
    expect(proposePlatforms(parts('GSE4107'))).toBeUndefined();
  });
});
