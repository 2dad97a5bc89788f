import { EllipsisOutlined } from '@ant-design/icons';
import { type Lineage, type LineageStep, statusGroup } from '@oncoloom/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { lastRerun, type ProjectThings, projectLineage } from '../api/projects.ts';
import { keys } from '../api/query-keys.ts';
import { ActionMenu } from '../base/parts/action-menu.tsx';
import { Loaded } from '../base/parts/loaded.tsx';
import { ComparisonDialog } from './comparison-dialog.tsx';
import { reasonText, staleSteps } from './project-words.ts';
import { LastRerunChanges } from './rerun-changes.tsx';
import { RerunDialog } from './rerun-dialog.tsx';
import { RerunState } from './rerun-state.tsx';
import { StepsGraph } from './steps-graph.tsx';

/** While something runs, what it comes to is asked for so often, ms. */
const POLL_MS = 3_000;

const runs = ({ steps }: Lineage): boolean =>
  steps.some(
    ({ status, again }) => statusGroup(status) === 'in-progress' || (again !== null && statusGroup(again.status) === 'in-progress'),
  );

/** The graph of a project; asked for again while one of its steps, or a re-run of them, goes on. */
export function useLineage(project: number, rerun = false) {
  return useQuery({
    queryKey: keys.lineage(project),
    queryFn: ({ signal }) => projectLineage(project, { signal, silent: true }),
    refetchInterval: ({ state }) => (rerun || (state.data !== undefined && runs(state.data)) ? POLL_MS : false),
  });
}

/** How far the last re-run of what was out of date is. */
function useLastRerun(project: number) {
  return useQuery({
    queryKey: keys.rerun(project),
    queryFn: ({ signal }) => lastRerun(project, { signal, silent: true }),
    refetchInterval: ({ state }) => (state.data != null && state.data.ended_at === null ? POLL_MS : false),
  });
}

interface Props {
  project: number;
  archived: boolean;
  onTake: (things: ProjectThings) => void;
}

/** The steps of a project: what is out of date and why, and how one came from another. */
export function ProjectSteps({ project, archived, onTake }: Props) {
  const { data: rerun } = useLastRerun(project);
  const goesOn = rerun != null && rerun.ended_at === null;
  const query = useLineage(project, goesOn);
  const [planning, setPlanning] = useState(false);
  const [compared, setCompared] = useState<LineageStep | undefined>();
  return (
    <section className="card project-steps" aria-labelledby="project-steps">
      <h2 className="card-title" id="project-steps">
        分析
      </h2>
      <Loaded query={query} name="分析" rows={6}>
        {(lineage) => {
          const stale = staleSteps(lineage.steps);
          if (lineage.steps.length + lineage.files.length === 0)
            return <p className="projects-none">课题里还没有分析。点「新建分析」从这里开始；以前做过的，点「放进已有的」放进来。</p>;
          return (
            <>
              {rerun != null && <RerunState rerun={rerun} />}
              {rerun != null && <LastRerunChanges project={project} rerun={rerun} />}
              {stale.length > 0 && !goesOn && (
                <Alert
                  type="warning"
                  showIcon
                  action={
                    !archived && (
                      <Button size="small" onClick={() => setPlanning(true)}>
                        重新运行过期的分析
                      </Button>
                    )
                  }
                  title={`${stale.length} 次分析过期了：现在再做，结果可能不同`}
                  description={
                    <ul className="stale-list">
                      {stale.map((step) => (
                        <li key={step.id}>
                          {step.name}：{step.stale.map(reasonText).join('；')}
                        </li>
                      ))}
                    </ul>
                  }
                />
              )}
              <StepsGraph
                lineage={lineage}
                menuOf={(step) => (
                  <ActionMenu
                    placement="bottomRight"
                    autoFocus
                    menu={{
                      items: [
                        ...(step.replaced.length > 0 ? [{ key: 'compare', label: '和上一次比较', onClick: () => setCompared(step) }] : []),
                        {
                          key: 'take',
                          label: '移出课题',
                          // Earlier runs in whose place it stands go along: alone they would count again.
                          onClick: () => onTake({ analysis_ids: [step.id, ...step.replaced] }),
                        },
                      ],
                    }}
                  >
                    <Button type="text" size="small" icon={<EllipsisOutlined />} aria-label={`${step.name}的更多操作`} />
                  </ActionMenu>
                )}
              />
            </>
          );
        }}
      </Loaded>
      {planning && <RerunDialog project={project} onClose={() => setPlanning(false)} />}
      {compared !== undefined && <ComparisonDialog step={compared} onClose={() => setCompared(undefined)} />}
    </section>
  );
}
