import { SearchOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import { type AnalysisCounts, FAMILIES, FAMILY_TITLES, STATUS_GROUPS, type StatusGroup } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { Button, Input, type InputRef, Select } from 'antd';
import { type RefObject, useEffect, useState } from 'react';
import { useDebounced } from '../base/hooks/use-debounced.ts';
import { Segments } from '../base/parts/segments.tsx';
import { toolOf } from '../live/result-path.ts';
import { ALL_TASKS, isNarrowed, type TaskQuery } from './task-query.ts';

const STATUS_WORDS: Record<StatusGroup | 'all', string> = { all: '全部', 'in-progress': '进行中', done: '已完成', failed: '失败或取消' };
const ORDER_WORDS = { time: '按时间', data_set: '按数据集', tool: '按工具' } as const;
const TYPING_MS = 300;

/** What runs of no data set are listed under: their numbers were typed or pasted. */
export const NO_DATA_SET = '粘贴的数据';

interface Props {
  query: TaskQuery;
  counts: AnalysisCounts | undefined;
  search: RefObject<InputRef | null>;
  onChange: (change: Partial<TaskQuery>) => void;
}

const counted = (words: string, count: number | undefined) => (count === undefined ? words : `${words} ${formatCount(count)}`);

/** Tools that there are runs of, under the menu that they were started from. */
function toolOptions({ tools }: AnalysisCounts) {
  return FAMILIES.flatMap((family) => {
    const options = tools
      .filter((tool) => tool.family === family)
      .map(({ task_type, count }) => ({ value: task_type, label: counted(toolOf({ task_type, family })?.title ?? task_type, count) }));
    return options.length === 0 ? [] : [{ label: FAMILY_TITLES[family], options }];
  });
}

function Search({ query, search, onChange }: Omit<Props, 'counts'>) {
  const [typed, setTyped] = useState(query.text);
  const settled = useDebounced(typed.trim(), TYPING_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the typing stops; another choice does not search again
  useEffect(() => {
    if (settled !== query.text) onChange({ text: settled });
  }, [settled]);
  // Left out by another control.
  useEffect(() => {
    if (query.text === '') setTyped('');
  }, [query.text]);
  return (
    <Input
      ref={search}
      className="task-search"
      prefix={<SearchOutlined aria-hidden="true" />}
      suffix={typed === '' ? <kbd title="按 / 跳到这里">/</kbd> : undefined}
      allowClear
      aria-label="按名称搜索分析"
      aria-keyshortcuts="/"
      placeholder="按名称搜索"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

/** What the list is narrowed to and what stands together, each choice with how many runs it leads to. */
export function TaskFilters({ query, counts, search, onChange }: Props) {
  const total = counts && STATUS_GROUPS.reduce((sum, group) => sum + counts.statuses[group], 0);
  return (
    <div className="task-filters">
      <div className="task-filters-row">
        <Segments
          aria-label="按状态筛选"
          value={query.status ?? 'all'}
          options={(['all', ...STATUS_GROUPS] as const).map((value) => ({
            value,
            label: counted(STATUS_WORDS[value], value === 'all' ? total : counts?.statuses[value]),
          }))}
          onChange={(value) => onChange({ status: value === 'all' ? undefined : value })}
        />
        <Search query={query} search={search} onChange={onChange} />
      </div>
      <div className="task-filters-row">
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          aria-label="按数据集筛选"
          placeholder="全部数据集"
          value={query.dataSet ?? null}
          popupMatchSelectWidth={false}
          options={
            counts?.data_sets.map(({ data_set, count }) => ({ value: data_set ?? '', label: counted(data_set ?? NO_DATA_SET, count) })) ??
            []
          }
          onChange={(value) => onChange({ dataSet: value ?? undefined })}
        />
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          aria-label="按工具筛选"
          placeholder="全部工具"
          value={query.taskType ?? null}
          popupMatchSelectWidth={false}
          options={counts === undefined ? [] : toolOptions(counts)}
          onChange={(value) => onChange({ taskType: value ?? undefined })}
        />
        <Button
          className={query.starred ? 'star-button is-on' : 'star-button'}
          icon={query.starred ? <StarFilled aria-hidden="true" /> : <StarOutlined aria-hidden="true" />}
          aria-pressed={query.starred}
          onClick={() => onChange({ starred: !query.starred })}
        >
          {counted('星标', counts?.starred)}
        </Button>
        {isNarrowed(query) && (
          <Button type="link" onClick={() => onChange(ALL_TASKS)}>
            清除条件
          </Button>
        )}
        <Segments
          className="task-order"
          aria-label="排列"
          value={query.order ?? 'time'}
          options={(['time', 'data_set', 'tool'] as const).map((value) => ({ value, label: ORDER_WORDS[value] }))}
          onChange={(value) => onChange({ order: value === 'time' ? undefined : value })}
        />
      </div>
    </div>
  );
}
