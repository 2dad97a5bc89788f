import { MISSING_CELLS } from '@oncoloom/contract';
import { lastVisitBeside, readStatus, type SurvivalProposal, survivalColumns, type TimeUnit, timeOf, unitInName } from '@oncoloom/tool-kit';
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { countValues } from './groups.ts';
import type { PastedTable } from './paste.ts';

interface Props {
  table: PastedTable;
  /** The column of samples where it is known. */
  samples?: string;
  /** Rows may go without names: nothing else has to be found by them. */
  unnamed?: boolean;
  onTake: (table: PastedTable) => void;
  onCancel?: () => void;
  /** The unit that the name of the chosen column tells. */
  onUnit: (unit: TimeUnit) => void;
}

const LEVELS_MAX = 12;
const isMissing = (cell: string): boolean => MISSING_CELLS.has(cell.trim());
/** Stands for no column of samples. */
const NUMBERED = '';
/** A request takes 200 columns. */
const OTHERS_MAX = 197;

/**
 * A table of follow-up out of columns that the user has named, the others behind them; without a column of samples (-1) rows are called
 * by their numbers. @param event Values of the status that are an event; none: by the usual words.
 */
export function followUpFrom(
  table: PastedTable,
  at: { sample: number; time: number; status: number },
  event: readonly string[],
): PastedTable {
  const written = table.rows.map((row) => row[at.status] ?? '');
  const known = readStatus(written);
  const statusOf = (i: number): string => {
    const value = written[i] ?? '';
    if (isMissing(value)) return '';
    return event.length === 0 ? String(known[i] ?? value) : event.includes(value) ? '1' : '0';
  };
  // GEO writes numbers behind their name: 「overall survival (months): 23」.
  const plainTime = (cell: string) => cell.replace(/^[^:]*:\s*/, '').trim();
  const last = lastVisitBeside(table.columns, at.time);
  const times = { time: at.time, ...(last === undefined ? {} : { last }) };
  const status = table.rows.map((_, i) => statusOf(i));
  return withOthers(table, at, (row, i) => [plainTime(timeOf(row, times, status[i] === '1' ? 1 : 0)), status[i] ?? '']);
}

/** Time and status of each row before the columns that are neither. */
function withOthers(
  table: PastedTable,
  at: { sample: number; time: number; status: number },
  followUp: (row: readonly string[], i: number) => [time: string, status: string],
): PastedTable {
  const roles = ['sample', 'time', 'status'];
  const taken = new Set(Object.values(at));
  const others = table.columns.flatMap((name, i) => (taken.has(i) || roles.includes(name) ? [] : [i])).slice(0, OTHERS_MAX);
  return {
    columns: [...roles, ...others.map((i) => table.columns[i] ?? '')],
    rows: table.rows.map((row, i) => [
      at.sample < 0 ? String(i + 1) : (row[at.sample] ?? ''),
      ...followUp(row, i),
      ...others.map((other) => row[other] ?? ''),
    ]),
  };
}

/**
 * A table of follow-up as the rules have read it; codes that are neither event nor none leave a row without a status.
 * @param sample The column of samples, -1: rows are called by their numbers. @param event The codes that are the event.
 */
export function followUpProposed(table: PastedTable, sample: number, proposal: SurvivalProposal, event: readonly string[]): PastedTable {
  const { time, status, times, codes, censored } = proposal;
  const none = [...proposal.event, ...censored].filter((code) => !event.includes(code));
  const statusOf = (code: string) => (event.includes(code) ? '1' : none.includes(code) ? '0' : '');
  const at = { sample, time: table.columns.indexOf(time), status: table.columns.indexOf(status) };
  return withOthers(table, at, (_, i) => [times[i] ?? '', statusOf(codes[i] ?? '')]);
}

/** Which columns of a table hold sample, time and status, and what in the status is an event. */
export function SurvivalColumns({ table, samples, unnamed = false, onTake, onCancel, onUnit }: Props) {
  const id = useId();
  const guess = survivalColumns(table.columns);
  const [chosen, setChosen] = useState({
    sample: samples ?? table.columns[unnamed ? guess.sample : Math.max(0, guess.sample)] ?? NUMBERED,
    time: table.columns[guess.time],
    status: table.columns[guess.status],
  });
  const [event, setEvent] = useState<readonly string[]>([]);
  const options = table.columns.map((column) => ({ value: column, label: column }));
  const at = {
    sample: table.columns.indexOf(chosen.sample),
    time: table.columns.indexOf(chosen.time ?? ''),
    status: table.columns.indexOf(chosen.status ?? ''),
  };
  const levels = at.status < 0 ? [] : countValues(table.rows.map((row) => row[at.status] ?? ''));
  const unknown = readStatus(levels.flatMap(({ name }) => (isMissing(name) ? [] : [name]))).includes(undefined);
  const last = lastVisitBeside(table.columns, at.time);
  const told = !unknown || event.length > 0;
  const numbered = unnamed && chosen.sample === NUMBERED;
  const ready =
    Object.entries(at).every(([role, place]) => place >= 0 || (role === 'sample' && numbered)) &&
    new Set(Object.values(at)).size === 3 &&
    told;
  const roles = [...(samples === undefined ? [['sample', '样本名'] as const] : []), ['time', '时间'] as const, ['status', '状态'] as const];
  return (
    <div className="source-parts">
      <p>请选出{samples === undefined ? '样本名、时间和状态' : '时间和状态'}各是哪一列。</p>
      <div className="column-choice">
        {roles.map(([role, label]) => (
          <div key={role}>
            <label htmlFor={`${id}-${role}`}>{label}</label>
            <Select
              id={`${id}-${role}`}
              className="full-width"
              showSearch
              placeholder="选一列"
              value={chosen[role] ?? null}
              options={role === 'sample' && unnamed ? [{ value: NUMBERED, label: '没有，按行编号' }, ...options] : options}
              onChange={(column) => {
                setChosen({ ...chosen, [role]: column });
                if (role === 'status') setEvent([]);
              }}
            />
          </div>
        ))}
        {levels.length > 0 && levels.length <= LEVELS_MAX && (
          <div>
            <label htmlFor={`${id}-event`}>发生事件的写法</label>
            <Select
              id={`${id}-event`}
              className="full-width"
              mode="multiple"
              placeholder={unknown ? '选出代表发生事件的' : '已认出，也可以另选'}
              value={[...event]}
              options={levels.map(({ name, count }) => ({ value: name, label: `${name}（${count}）` }))}
              onChange={(next: string[]) => setEvent(next)}
            />
          </div>
        )}
      </div>
      {last !== undefined && (
        <p className="caption">
          「{chosen.time}」只有去世的才有：其余的取「{table.columns[last]}」。
        </p>
      )}
      {levels.length > LEVELS_MAX && <p className="field-error">状态这一列有 {levels.length} 种写法，不像是状态。请换一列。</p>}
      <div className="source-actions">
        <Button
          type="primary"
          disabled={!ready || levels.length > LEVELS_MAX}
          onClick={() => {
            const unit = unitInName(chosen.time ?? '');
            if (unit !== undefined && unit !== 'week') onUnit(unit);
            onTake(followUpFrom(table, at, event));
          }}
        >
          用这几列
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>取消</Button>}
      </div>
    </div>
  );
}
