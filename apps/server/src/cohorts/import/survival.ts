import { ENDPOINTS, type Endpoint } from '@oncoloom/contract';
import type { Table } from '../release-tables.ts';
import { knownNumber, knownText } from './cells.ts';
import type { Row } from './sheet.ts';

interface Event {
  /** `0`, `1`, or empty: not known. */
  status: string;
  /** Days; empty: not known. */
  time: string;
}
const NOT_KNOWN: Event = { status: '', time: '' };

/** A place that tells of the endpoints of a patient. */
export interface SurvivalSource {
  /** In Chinese, behind a number of patients. */
  told: string;
  /** Rows of a patient. */
  rows: (patient: string) => readonly Row[];
  /** Name of an endpoint's column; undefined: it does not tell. */
  column: (endpoint: Endpoint) => string | undefined;
}

const isStatus = (text: string): boolean => text === '0' || text === '1';

/** Status and time from the first row that has both, else from what there is. */
function eventOf(rows: readonly Row[], column: string): Event {
  const events = rows.map((row): Event => {
    const status = String(knownNumber(row[column]) ?? '');
    return { status: isStatus(status) ? status : '', time: String(knownNumber(row[`${column}.time`]) ?? '') };
  });
  return events.find(({ status, time }) => status !== '' && time !== '') ?? events[0] ?? NOT_KNOWN;
}

/** Patients whose data their centre took back: TCGA-CDR keeps their rows and says that they must not be used. */
const isRedacted = (rows: readonly Row[]): boolean => rows.some((row) => knownText(row.Redaction) !== '');

/**
 * One row per patient. A patient's endpoint comes from the first source that knows the patient's status, whole: status and time of two follow-ups do
 * not belong together.
 */
export function survivalTable(patients: readonly string[], sources: readonly SurvivalSource[]): { table: Table; notes: string[] } {
  const redacted = new Set(patients.filter((patient) => sources.some((source) => isRedacted(source.rows(patient)))));
  const used = new Map<string, number>();
  const cells = (patient: string, endpoint: Endpoint): Event => {
    if (redacted.has(patient)) return NOT_KNOWN;
    for (const source of sources) {
      const column = source.column(endpoint);
      const event = column === undefined ? NOT_KNOWN : eventOf(source.rows(patient), column);
      if (event.status === '') continue;
      if (endpoint === 'OS') used.set(source.told, (used.get(source.told) ?? 0) + 1);
      return event;
    }
    return NOT_KNOWN;
  };
  const events = patients.map((patient) => ENDPOINTS.map((endpoint) => cells(patient, endpoint)));
  const told = ENDPOINTS.map((_, i) => events.some((row) => row[i]?.status !== ''));
  const columns = ['patient', ...ENDPOINTS.flatMap((endpoint, i) => (told[i] ? [endpoint, `${endpoint}.time`] : []))];
  const rows = patients.map((patient, p) => [
    patient,
    ...ENDPOINTS.flatMap((_, i) => {
      const { status, time } = events[p]?.[i] ?? NOT_KNOWN;
      return told[i] ? [status, time] : [];
    }),
  ]);
  return { table: { columns, rows }, notes: notesOf(patients.length, used, redacted.size, told) };
}

function notesOf(patients: number, used: ReadonlyMap<string, number>, redacted: number, present: readonly boolean[]): string[] {
  const from = [...used].map(([told, n]) => ` ${n} 位${told}`);
  const without = patients - [...used.values()].reduce((sum, n) => sum + n, 0);
  const lacking = ENDPOINTS.filter((_, i) => !present[i]);
  return [
    `总生存：${patients} 位患者中${[...from, ` ${without} 位没有状态`].join('，')}`,
    ...(redacted > 0 ? [`${redacted} 位患者的数据已被提供单位撤回（TCGA-CDR 的 Redaction），生存不用`] : []),
    ...(lacking.length > 0 ? [`来源没有 ${lacking.join('、')}`] : []),
  ];
}
