import { DownOutlined } from '@ant-design/icons';
import type { Analysis } from '@oncoloom/contract';
import { type MenuEntry, toolPages } from '@oncoloom/tools/menu';
import { Button, Dropdown } from 'antd';
import { Link } from 'react-router';
import { oncePerTool } from '../app/families.ts';
import type { Asked } from '../tool-page/asked.ts';

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

/** Chosen genes into the form of another tool. They go with the browser's history: an address cannot hold thousands of them. */
export function ContinueWith({ genes, analysis }: { genes: readonly string[]; analysis: Pick<Analysis, 'task_type' | 'family'> }) {
  const takers = listTakers(analysis);
  if (takers.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: takers.map((entry) => ({
          key: entry.taskType,
          label: (
            <Link to={entry.routes.analysis} state={{ asked: Date.now(), genes } satisfies Asked}>
              {entry.title} <small className="button-note">{entry.points} 点</small>
            </Link>
          ),
        })),
      }}
    >
      <Button size="small" type="primary">
        用这些基因继续 <DownOutlined />
      </Button>
    </Dropdown>
  );
}
