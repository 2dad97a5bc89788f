import type { MenuEntry } from '@oncoloom/tools/menu';
import { Button, Drawer, Skeleton } from 'antd';
import { useState } from 'react';
import { When } from '../../base/parts/when.tsx';
import { toolOf } from '../../live/result-path.ts';
import { useCompleted } from '../data/completed-results.ts';
import type { InputChoice } from '../form/form-state.ts';
import { analysisChoice } from '../kinds/load.ts';
import { NotLoaded } from './not-loaded.tsx';

interface Props {
  open: boolean;
  title: string;
  /** Tools whose results hold such a matrix. */
  makers: readonly MenuEntry[];
  onPick: (choice: InputChoice) => void;
  onClose: () => void;
}

/** Completed analyses that made a matrix, newest first; a click takes its matrix as the input. */
export function ResultPicker({ open, title, makers, onPick, onClose }: Props) {
  const [picking, setPicking] = useState<number>();
  const { rows, query } = useCompleted(makers, { enabled: open });
  const pick = async (id: number) => {
    setPicking(id);
    const choice = await analysisChoice(id);
    setPicking(undefined);
    if (choice !== undefined) onPick(choice);
  };
  return (
    <Drawer open={open} onClose={onClose} title={title} size={500} destroyOnHidden>
      {query.isLoading && <Skeleton active title={false} paragraph={{ rows: 6 }} className="picker-note" />}
      <NotLoaded what="已完成的分析的列表" query={query} />
      {!query.isLoading && !query.isError && rows.length === 0 && (
        <p className="picker-note">还没有可用的结果。{makers.map(({ title }) => `「${title}」`).join('')}的结果完成后会列在这里。</p>
      )}
      <ul className="picker-list">
        {rows.map((row) => (
          <li key={row.id}>
            <Button type="text" block loading={picking === row.id} onClick={() => void pick(row.id)}>
              <span className="chosen-text">
                <span className="chosen-title">{row.task_name}</span>
                <span className="caption">
                  {toolOf(row)?.title} · <When time={row.finished} />
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
