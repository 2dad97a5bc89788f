import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpointsIn, survivalColumns, unitInName, withRowNumbers } from '../src/index.ts';

/** Names of the columns that are read, by their role. */
function read(...columns: string[]) {
  const at = survivalColumns(columns);
  return [columns[at.sample], columns[at.time], columns[at.status]];
}

describe('a time goes with the status of its own endpoint', () => {
  it.each([
    [
      ['病案号', '随访（月）', '死亡'],
      [undefined, '随访（月）', '死亡'],
    ],
    [
      ['sample', 'OS', 'PFI', 'PFI.time'],
      ['sample', 'PFI.time', 'PFI'],
    ],
    [
      ['sample', 'vital_status', 'PFI.time'],
      ['sample', undefined, undefined],
    ],
    [
      ['sample', 'DSS.time', 'vital_status', 'OS.time'],
      ['sample', 'OS.time', 'vital_status'],
    ],
    [
      ['sample', 'vital_status', 'OS', 'OS.time', 'DSS', 'DSS.time'],
      ['sample', 'OS.time', 'OS'],
    ],
    [
      ['sample', 'time', 'status', 'OS', 'OS.time'],
      ['sample', 'time', 'status'],
    ],
    [
      ['PATIENT_ID', 'OS_STATUS', 'OS_MONTHS', 'DFS_STATUS', 'DFS_MONTHS'],
      ['PATIENT_ID', 'OS_MONTHS', 'OS_STATUS'],
    ],
    [
      ['sample', 'days_to_death', 'vital_status'],
      ['sample', 'days_to_death', 'vital_status'],
    ],
    [
      ['sample', 'time', 'event', 'Diam'],
      ['sample', 'time', 'event'],
    ],
    [
      ['样本', '生存时间（月）', '结局'],
      ['样本', '生存时间（月）', '结局'],
    ],
    [
      ['编号', 'OS（月）', '是否死亡'],
      ['编号', 'OS（月）', '是否死亡'],
    ],
    [
      ['住院号', '总生存期（月）', '结局（1=死亡）'],
      ['住院号', '总生存期（月）', '结局（1=死亡）'],
    ],
    [
      ['id', 'futime', 'OS'],
      ['id', 'futime', 'OS'],
    ],
  ])('%j', (columns, roles) => {
    expect(read(...columns)).toEqual(roles);
  });

  it('and what says one thing in one study and its opposite in the next is not guessed', () => {
    expect(read('sample', 'time', 'censor')).toEqual(['sample', 'time', undefined].map((name) => (name === 'time' ? undefined : name)));
  });

  it('and the days to death with those to the last visit of the living', () => {
    const columns = ['case', 'days_to_last_follow_up', 'days_to_death', 'vital_status'];
    expect(read(...columns).slice(1)).toEqual(['days_to_death', 'vital_status']);
    expect(survivalColumns(columns).last).toBe(1);
    expect(survivalColumns(['sample', 'OS.time', 'OS']).last).toBeUndefined();
  });

  it.each([
    [['PATIENT_ID', 'SAMPLE_ID', 'OS_MONTHS', 'OS_STATUS'], 'SAMPLE_ID'],
    [['_PATIENT', 'sampleID', 'OS', 'OS.time'], 'sampleID'],
    [['case_submitter_id', 'vital_status'], 'case_submitter_id'],
    [['住院号', '标本号', '结局'], '标本号'],
  ])('rows are called by samples, else by patients: %j', (columns, name) => {
    expect(columns[survivalColumns(columns).sample]).toBe(name);
  });

  it('of several endpoints names all, overall survival first', () => {
    const columns = ['sample', 'PFI', 'PFI.time', 'OS', 'OS.time', 'DFI', 'DFI.time', 'DSS'];
    expect(endpointsIn(columns).map(({ name }) => name)).toEqual(['OS', 'PFI', 'DFI']);
  });
});

it('reads what the engine takes for follow-up', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../engine/R/parse/detect.R'), 'utf8');
  const headers = (name: string) =>
    [...(new RegExp(`${name} <- c\\(([^)]*)\\)`).exec(source)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, one]) => one ?? '');
  const [times, states] = [headers('TIME_HEADERS'), headers('STATUS_HEADERS')];
  expect(times.length).toBeGreaterThan(10);
  expect(states.length).toBeGreaterThan(10);
  for (const time of times) {
    const own = /^(pfi|dss|rfs)/.exec(time)?.[1];
    expect(read('sample', time, own ?? 'status'), time).toEqual(['sample', time, own ?? 'status']);
  }
  // What `censor` says the user has to tell.
  for (const status of states.filter((one) => one !== 'censor'))
    expect(read('sample', 'time', status), status).toEqual(['sample', 'time', status]);
});

it.each([
  ['OS.time', undefined],
  ['OS_MONTHS', 'month'],
  ['overall survival (months)', 'month'],
  ['survival_days', 'day'],
  ['days_to_death', 'day'],
  ['生存年', 'year'],
  ['follow-up yrs', 'year'],
  ['week', 'week'],
  ['tumor', undefined],
  ['mo', 'month'],
])('the unit of %s is %s', (name, unit) => {
  expect(unitInName(name)).toBe(unit);
});

describe('rows without names', () => {
  const rows = [
    ['5', '1', 'A'],
    ['8', '0', 'B'],
  ];

  it('are called by their numbers', () => {
    expect(withRowNumbers({ columns: ['time', 'status', 'arm'], rows })).toEqual({
      columns: ['sample', 'time', 'status', 'arm'],
      rows: [
        ['1', '5', '1', 'A'],
        ['2', '8', '0', 'B'],
      ],
    });
  });

  it.each([[['time', 'status', 'patient']], [['age', 'status', 'arm']]])('stay as they are with %j', (columns) => {
    const table = { columns, rows };
    expect(withRowNumbers(table)).toBe(table);
  });
});
