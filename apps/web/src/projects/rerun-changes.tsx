import type { Rerun, RerunChanges } from '@oncoloom/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { rerunChanges } from '../api/projects.ts';
import { keys } from '../api/query-keys.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { exactTime } from '../base/time.ts';
import { ChangedSentences } from './changed-sentences.tsx';

type ChangedStep = RerunChanges['steps'][number];

const isChanged = ({ sentences, tables, figures }: ChangedStep) =>
  sentences.old.length + sentences.new.length + tables.length + figures.length > 0;

const listed = (what: string, titles: readonly string[], may = '') =>
  titles.length === 0 ? [] : [`${may}变了的${what}：${titles.join('、')}`];

function Step({ step }: { step: ChangedStep }) {
  const { name, sentences, tables, figures } = step;
  const parts = [...listed('表', tables), ...listed('图', figures, '可能')];
  return (
    <section>
      <h3 className="small-title">{name}</h3>
      {sentences.old.length + sentences.new.length === 0 ? <p>结果的句子和上一次一样。</p> : <ChangedSentences {...sentences} />}
      {parts.length > 0 && <p className="caption">{parts.join('；')}</p>}
    </section>
  );
}

function ChangesDialog({ project, rerun, onClose }: { project: number; rerun: Rerun; onClose: () => void }) {
  const query = useQuery({
    queryKey: [...keys.rerun(project), 'changes', rerun.id],
    queryFn: ({ signal }) => rerunChanges(project, { signal, silent: true }),
  });
  return (
    <Modal open title="上一次重新运行改变了什么" width={720} footer={null} onCancel={onClose}>
      <Loaded query={query} name="改变了的句子" rows={6}>
        {({ steps }) => {
          const changed = steps.filter(isChanged);
          const same = steps.length - changed.length;
          return (
            <div className="comparison">
              {steps.length === 0 && <p>没有能比较的分析：没有一次完成了，或者原来的已经删除。</p>}
              {changed.map((step) => (
                <Step key={step.new} step={step} />
              ))}
              {same > 0 && (
                <p role="status">
                  {changed.length === 0 ? `${same} 次分析的句子、表和图都和上一次完全相同。` : `其余 ${same} 次分析和上一次完全相同。`}
                </p>
              )}
            </div>
          );
        }}
      </Loaded>
    </Modal>
  );
}

/** When the last re-run of a project ended, and what it has changed. */
export function LastRerunChanges({ project, rerun }: { project: number; rerun: Rerun }) {
  const [open, setOpen] = useState(false);
  if (rerun.ended_at === null || rerun.steps.every(({ status }) => status !== 'completed')) return null;
  return (
    <p className="caption">
      上一次重新运行：{exactTime(new Date(rerun.ended_at)).slice(0, 16)}
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        改变了什么
      </Button>
      {open && <ChangesDialog project={project} rerun={rerun} onClose={() => setOpen(false)} />}
    </p>
  );
}
