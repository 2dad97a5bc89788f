import { FAMILIES, FAMILY_TITLES, type Family, STATUS_GROUPS, type StatusGroup } from '@oncoloom/contract';
import { type MenuEntry, toolPages } from '@oncoloom/tools/menu';
import { Select } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { oncePerTool } from '../app/families.ts';
import { pageTitle } from '../app/paths.ts';
import { STAY } from '../app/root.tsx';
import { toolOf } from '../live/result-path.ts';
import { formAgain } from '../result-page/form-links.ts';
import { History } from '../tool-page/history.tsx';
import './tasks-page.css';

const STATUS_WORDS: Record<StatusGroup, string> = { 'in-progress': '进行中', done: '已完成', failed: '失败或取消' };

const isFamily = (text: string): text is Family => (FAMILIES as readonly string[]).includes(text);
const isStatus = (text: string): text is StatusGroup => (STATUS_GROUPS as readonly string[]).includes(text);

/** The tools whose runs the list may be narrowed to. */
const toolsOf = (family: Family | undefined): readonly MenuEntry[] =>
  oncePerTool(family === undefined ? toolPages : toolPages.filter((entry) => entry.family === family));

/** Runs of every tool; what they are narrowed to stands in the address. */
export default function TasksPage() {
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const family = [query.get('family') ?? ''].find(isFamily);
  const status = [query.get('status') ?? ''].find(isStatus);
  const type = toolPages.find(({ taskType }) => taskType === query.get('type'))?.taskType;
  const narrow = (change: Record<string, string | undefined>) => {
    const next: Record<string, string | undefined> = { family, status, type, ...change };
    const kept = Object.entries(next).filter((entry): entry is [string, string] => entry[1] !== undefined);
    setQuery(Object.fromEntries(kept), { replace: true, state: STAY });
  };
  return (
    <>
      <header className="tasks-head">
        <h1 className="page-title">{pageTitle('/tasks')}</h1>
        <p>所有工具运行过的分析，最新的在前。</p>
      </header>
      <History
        title="分析"
        none={
          query.size === 0
            ? '这里还没有分析。从左边的菜单选一个工具，用示例数据运行一次，不消耗点数。'
            : '没有符合条件的分析。请放宽上面的条件。'
        }
        withTool
        only={{
          ...(family === undefined ? {} : { family }),
          ...(status === undefined ? {} : { status }),
          ...(type === undefined ? {} : { task_type: type }),
        }}
        onReuse={(row) => {
          const entry = toolOf(row);
          if (entry !== undefined) navigate(formAgain(entry, row.id));
        }}
        filters={
          <div className="tasks-filters">
            <Select
              allowClear
              aria-label="按类别筛选"
              placeholder="全部类别"
              value={family ?? null}
              options={FAMILIES.map((value) => ({ value, label: FAMILY_TITLES[value] }))}
              onChange={(value) => narrow({ family: value ?? undefined, type: undefined })}
            />
            <Select
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              aria-label="按工具筛选"
              placeholder="全部工具"
              value={type ?? null}
              options={toolsOf(family).map(({ taskType, title }) => ({ value: taskType, label: title }))}
              onChange={(value) => narrow({ type: value ?? undefined })}
            />
            <Select
              allowClear
              aria-label="按状态筛选"
              placeholder="全部状态"
              value={status ?? null}
              options={STATUS_GROUPS.map((value) => ({ value, label: STATUS_WORDS[value] }))}
              onChange={(value) => narrow({ status: value ?? undefined })}
            />
          </div>
        }
      />
    </>
  );
}
