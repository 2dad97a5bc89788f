import { DownOutlined } from '@ant-design/icons';
import type { Analysis } from '@oncoloom/contract';
import { type AnyTool, universeOf } from '@oncoloom/tool-kit';
import { type MenuEntry, toolPages } from '@oncoloom/tools/menu';
import { Button } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Asked } from '../../base/asked.ts';
import { oncePerTool } from '../../base/families.ts';
import { ActionMenu } from '../../base/parts/action-menu.tsx';
import { useTable } from '../../result-data/use-tables.ts';

/** Tools that start from a list of genes, those of the result's family first. */
export function listTakers(
  { task_type, family }: Pick<Analysis, 'task_type' | 'family'>,
  pages: readonly MenuEntry[] = toolPages,
): MenuEntry[] {
  const takers = pages.filter(
    ({ taskType, partOf, accepts }) => partOf === null && taskType !== task_type && accepts.includes('gene_list'),
  );
  const once = oncePerTool(takers, family);
  return [...once.filter((entry) => entry.family === family), ...once.filter((entry) => entry.family !== family)];
}

/** What the chosen genes were chosen from, once it is known; a result that does not tell it has none. */
function useUniverse(analysis: Analysis, tool: AnyTool): { universe: string[] | undefined; waiting: boolean } {
  const place = universeOf(tool);
  const told = analysis.result?.tables.some(({ id, rows }) => id === place?.table && rows > 0) === true;
  const { data, isLoading } = useTable(analysis, tool, place?.table ?? '', told);
  const universe = useMemo(() => {
    const [names, tested] = [data?.columns[place?.gene ?? ''], data?.columns[place?.tested ?? '']];
    if (names === undefined || names instanceof Float64Array) return undefined;
    const among = names.filter((name, row) => name !== '' && !Number.isNaN(tested?.[row]));
    return [...new Set(among)];
  }, [data, place?.gene, place?.tested]);
  return { universe, waiting: told && isLoading };
}

/** Chosen genes into the form of another tool, with those that they were chosen from. They go with the browser's history: an address cannot hold thousands of them. */
export function ContinueWith({ genes, analysis, tool }: { genes: readonly string[]; analysis: Analysis; tool: AnyTool }) {
  const takers = listTakers(analysis);
  const { universe, waiting } = useUniverse(analysis, tool);
  if (takers.length === 0) return null;
  return (
    <ActionMenu
      menu={{
        items: takers.map((entry) => ({
          key: entry.taskType,
          label: (
            <Link
              to={entry.routes.analysis}
              state={{ asked: Date.now(), genes, ...(universe === undefined ? {} : { universe }) } satisfies Asked}
            >
              {entry.title} <small className="button-note">{entry.points} 点</small>
            </Link>
          ),
        })),
      }}
    >
      <Button size="small" type="primary" loading={waiting} disabled={waiting}>
        用这些基因继续 <DownOutlined />
      </Button>
    </ActionMenu>
  );
}
