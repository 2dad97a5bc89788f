import { SearchOutlined } from '@ant-design/icons';
import type { MatrixFacts } from '@oncoloom/contract';
import { CATEGORY_COLOURS } from '@oncoloom/contract';
import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import type { InputChoice } from '../form/form-state.ts';
import { assignGroup, countValues, renameGroup } from './groups.ts';

interface Props {
  matrix: MatrixFacts;
  current: InputChoice | undefined;
  onReady: (choice: InputChoice | undefined) => void;
}

/** Groups that the chosen table gives, to go on from. */
function startFrom(matrix: MatrixFacts, current: InputChoice | undefined): Map<string, string> {
  if (current?.from !== 'rows') return new Map();
  const known = new Set(matrix.samples);
  const sampleAt = current.columns.indexOf('sample');
  const groupAt = current.columns.indexOf('group');
  return new Map(
    current.rows.flatMap((row) => (known.has(row[sampleAt] ?? '') ? [[row[sampleAt] ?? '', row[groupAt] ?? ''] as const] : [])),
  );
}

function toChoice(matrix: MatrixFacts, assigned: ReadonlyMap<string, string>, current: InputChoice | undefined): InputChoice | undefined {
  if (assigned.size === 0) return undefined;
  const keep = current?.from === 'rows' ? current : undefined;
  const sampleAt = keep?.columns.indexOf('sample') ?? -1;
  const extra = (keep?.columns ?? []).map((name, i) => ({ name, i })).filter(({ name }) => name !== 'sample' && name !== 'group');
  const before = new Map((keep?.rows ?? []).map((row) => [row[sampleAt] ?? '', row]));
  const rows = matrix.samples.flatMap((sample) => {
    const group = assigned.get(sample);
    return group === undefined ? [] : [[sample, group, ...extra.map(({ i }) => before.get(sample)?.[i] ?? '')]];
  });
  return { from: 'rows', columns: ['sample', 'group', ...extra.map(({ name }) => name)], rows, origin: { kind: 'by-hand' } };
}

/** Samples are ticked and given a group; groups can be renamed. */
export function AssignByHand({ matrix, current, onReady }: Props) {
  const [assigned, setAssigned] = useState<ReadonlyMap<string, string>>(() => startFrom(matrix, current));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState('');
  const change = (next: ReadonlyMap<string, string>) => {
    setAssigned(next);
    onReady(toChoice(matrix, next, current));
  };
  const give = (name: string) => {
    change(assignGroup(assigned, ticked, name.trim()));
    setTicked(new Set());
    setGroup('');
  };
  const levels = countValues([...assigned.values()]);
  const wanted = search.trim().toLowerCase();
  const shown = matrix.samples.filter((sample) => `${sample} ${assigned.get(sample) ?? ''}`.toLowerCase().includes(wanted));
  const all = shown.length > 0 && shown.every((sample) => ticked.has(sample));
  return (
    <div className="drawer-part">
      {levels.length > 0 && (
        <ul className="group-names" aria-label="组">
          {levels.map(({ name, count }, i) => (
            <li key={name}>
              <i style={{ background: CATEGORY_COLOURS[i % CATEGORY_COLOURS.length] }} />
              <Input
                aria-label={`第 ${i + 1} 组的名称`}
                defaultValue={name}
                maxLength={80}
                onBlur={(event) =>
                  event.target.value.trim() !== '' &&
                  event.target.value !== name &&
                  change(renameGroup(assigned, name, event.target.value.trim()))
                }
                onPressEnter={(event) => event.currentTarget.blur()}
              />
              <span className="caption">{count} 个样本</span>
              <Button size="small" disabled={ticked.size === 0} onClick={() => give(name)}>
                归入
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="group-give"
        onSubmit={(event) => {
          event.preventDefault();
          if (group.trim() !== '' && ticked.size > 0) give(group);
        }}
      >
        <Input
          aria-label="新的组名"
          placeholder="新的组名，如 肿瘤"
          value={group}
          maxLength={80}
          onChange={(event) => setGroup(event.target.value)}
        />
        <Button htmlType="submit" disabled={group.trim() === '' || ticked.size === 0}>
          归入所选 {ticked.size} 个
        </Button>
      </form>
      <Input
        prefix={<SearchOutlined aria-hidden="true" />}
        allowClear
        aria-label="按名称搜索样本"
        placeholder="搜索样本"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="sample-head">
        <Checkbox checked={all} indeterminate={!all && ticked.size > 0} onChange={() => setTicked(all ? new Set() : new Set(shown))}>
          全选这 {shown.length} 个
        </Checkbox>
        <Button type="link" size="small" disabled={ticked.size === 0} onClick={() => give('')}>
          移出分组
        </Button>
      </div>
      <ul className="sample-list" aria-label="样本">
        {shown.map((sample) => (
          <li key={sample}>
            <Checkbox
              checked={ticked.has(sample)}
              onChange={(event) => {
                const next = new Set(ticked);
                if (event.target.checked) next.add(sample);
                else next.delete(sample);
                setTicked(next);
              }}
            >
              {sample}
            </Checkbox>
            <span className="caption">{assigned.get(sample) ?? '未分组'}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
