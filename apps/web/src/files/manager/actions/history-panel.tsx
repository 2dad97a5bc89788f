import { HistoryOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { When } from '../../../base/parts/when.tsx';
import { describeAction, nextUndo, undoLabel, useOperations } from './operations.ts';
import type { FileActions } from './use-file-actions.tsx';

const STATE_WORDS = { done: '', undone: '已撤销', passed: '不能撤销' } as const;

/** What was done to files and folders in this visit, the newest first; the newest that can be taken back is. */
export function HistoryPanel({ fileActions }: { fileActions: FileActions }) {
  const entries = useOperations((operations) => operations.entries);
  if (entries.length === 0) return null;
  const next = nextUndo(entries);
  const list = (
    <ul className="operations">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span>{describeAction(entry.action)}</span>
          <span className="caption">
            <When time={entry.at} /> {STATE_WORDS[entry.state]}
          </span>
          {entry === next && (
            <Button type="link" size="small" onClick={() => void fileActions.undoLast()}>
              {undoLabel(entry)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
  return (
    <Popover trigger="click" placement="bottomRight" title="操作记录" content={list}>
      <Button icon={<HistoryOutlined />}>操作记录</Button>
    </Popover>
  );
}
