import type { InputFacts, InputParameter } from '@oncoloom/tool-kit';
import { expect, it } from 'vitest';
import { groupsTable } from '../../src/analyses/inputs/groups-table.ts';
import type { Described, ResolvedKind, Sources } from '../../src/analyses/inputs/kind.ts';
import { sampleTable } from '../../src/analyses/inputs/sample-table.ts';
import { survivalData } from '../../src/analyses/inputs/survival-data.ts';

const samples = ['TCGA.A3.3300.01A', 'TCGA.A3.3301.01A', 'TCGA.A3.3302.11A'];
const facts: Record<string, InputFacts> = { file_id: { name: 'm', matrix: { samples } as InputFacts['matrix'] & object } };

/** What R reads of rows that go by patients, and what the checks read of them. */
async function resolved<P extends InputParameter>(kind: ResolvedKind<P>, parameter: P, columns: string[], rows: string[][]) {
  const asked = { field: 'table', parameter, value: { from: 'rows', columns, rows }, facts, values: {}, before: [], userId: 1 };
  const { pasted, facts: known, used }: Described = await kind.resolve({} as Sources, asked as never);
  return { read: JSON.parse(pasted ?? ''), written: known.table, request: used[0]?.request };
}

const base = { label: '表', input: 'table', fileField: 'table_file_id', of: 'file_id' } as const;

it('gives R follow-up by patients with the samples of the matrix, and leaves the facts as they were written', async () => {
  const columns = ['PATIENT_ID', 'OS_STATUS', 'OS_MONTHS'];
  const rows = [
    ['TCGA-A3-3300', '1:DECEASED', '5'],
    ['TCGA-A3-3301', '0:LIVING', '9'],
    ['TCGA-A3-3302', '0:LIVING', '7'],
  ];
  const { read, written, request } = await resolved(
    survivalData,
    { kind: 'survival-data', unit: 'time_unit', coded: 'status_event', ...base },
    columns,
    rows,
  );
  expect(read).toEqual({
    columns: ['sample', 'time', 'status'],
    rows: [
      ['TCGA.A3.3300.01A', '5', '1'],
      ['TCGA.A3.3301.01A', '9', '0'],
      // Of this patient the matrix has normal tissue alone.
      ['TCGA-A3-3302', '7', '0'],
    ],
  });
  expect(written?.cells).toEqual(rows);
  expect(request).toMatchObject({ rows });
});

it('gives R annotations and groups by patients alike', async () => {
  const annotated = await resolved(
    sampleTable,
    { kind: 'sample-table', ...base },
    ['bcr_patient_barcode', 'stage'],
    [['TCGA-A3-3300', 'I']],
  );
  expect(annotated.read).toEqual({ columns: ['sample', 'stage'], rows: [['TCGA.A3.3300.01A', 'I']] });
  expect(annotated.written?.columns).toEqual(['bcr_patient_barcode', 'stage']);
  const grouped = await resolved(groupsTable, { kind: 'groups-table', ...base }, ['sample', 'group'], [['TCGA-A3-3301', 'high']]);
  expect(grouped.read.rows).toEqual([['TCGA.A3.3301.01A', 'high']]);
});

it('leaves a table alone whose names are those of the matrix', async () => {
  const rows = samples.map((sample) => [sample, 'a']);
  const { read } = await resolved(groupsTable, { kind: 'groups-table', ...base }, ['sample', 'group'], rows);
  expect(read).toEqual({ columns: ['sample', 'group'], rows });
});
