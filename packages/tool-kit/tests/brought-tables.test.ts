import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkColumns, checkFollowUp, survivalTable, type TimeUnit } from '../src/index.ts';

const CASES = join(process.env.ONCOLOOM_SHARED ?? join(import.meta.dirname, '../../../../shared/data'), 'cases');

/** Cells of a line of csv; quoted ones may hold commas. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

describe.skipIf(!existsSync(CASES))('follow-up that people bring (skipped without the folder of public data)', () => {
  it.each<[string, TimeUnit, number, number, string[]]>([
    ['41b_few_events.csv', 'day', 120, 4, ['few_events']],
    ['44_years.csv', 'year', 120, 80, []],
    ['44_years.csv', 'day', 120, 80, ['unit_doubtful']],
    ['19_odd_times.csv', 'month', 57, 22, ['time_negative', 'follow_up_blank', 'time_zero', 'unit_doubtful', 'columns_read']],
    ['18_km_markers.csv', 'month', 60, 23, ['columns_read']],
    ['18_km_markers.csv', 'day', 60, 23, ['unit_doubtful', 'columns_read', 'unit_differs']],
  ])('%s in units of a %s', (name, unit, patients, events, codes) => {
    const [columns = [], ...rows] = readFileSync(join(CASES, name), 'utf8').trim().split(/\r?\n/).map(cellsOf);
    const known = survivalTable({ columns, rows }) ?? { columns: [], rows: [] };
    const asked = { field: 'time_unit', value: unit };
    const read = checkFollowUp('f', known, asked);
    expect([read.patients, read.events]).toEqual([patients, events]);
    expect([...read.findings, ...checkColumns('f', columns, asked)].map(({ code }) => code)).toEqual(codes);
    if (name.startsWith('19')) expect(known.rows[6]).toEqual(['P06', '1234.5', '0', '-1.6598']);
  });
});
