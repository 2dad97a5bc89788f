import { Button, Switch } from 'antd';

import './row-groups.css';
import type { Folding } from './use-groups.ts';

/** Whether similar rows stand under one, and unfolding all of them. @param what The word for a row, such as 条目. */
export function FoldTools({ folding, what }: { folding: Folding; what: string }) {
  const { merged, setMerged, foldable, allOpen, foldAll } = folding;
  return (
    <div className="fold-tools">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is a button, which a label names */}
      <label className="fold-switch">
        <Switch size="small" checked={merged} onChange={setMerged} />
        合并相似{what}
      </label>
      {foldable && (
        <Button size="small" onClick={() => foldAll(!allOpen)}>
          {allOpen ? '全部收起' : '全部展开'}
        </Button>
      )}
    </div>
  );
}
