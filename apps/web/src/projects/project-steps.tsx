import { EllipsisOutlined } from '@ant-design/icons';
import { type Lineage, statusGroup } from '@oncoloom/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { type ProjectThings, projectLineage } from '../api/projects.ts';
import { keys } from '../api/query-keys.ts';
import { ActionMenu } from '../base/parts/action-menu.tsx';
import { Loaded } from '../base/parts/loaded.tsx';
import { reasonText, staleSteps } from './project-words.ts';
import { StepsGraph } from './steps-graph.tsx';

/** While something runs, what it comes to is asked for so often, ms. */
const POLL_MS = 3_000;

const runs = ({ steps }: Lineage): boolean =>
  steps.some(
    ({ status, again }) => statusGroup(status) === 'in-progress' || (again !== null && statusGroup(again.status) === 'in-progress'),
  );

export function useLineage(project: number) {
  return useQuery({
    queryKey: keys.lineage(project),
    queryFn: ({ signal }) => projectLineage(project, { signal, silent: true }),
    refetchInterval: ({ state }) => (state.data !== undefined && runs(state.data) ? POLL_MS : false),
  });
}

interface Props {
  project: number;
  onTake: (things: ProjectThings) => void;
}

/** The steps of a project: what is out of date and why, and how one came from another. */
export function ProjectSteps({ project, onTake }: Props) {
  const query = useLineage(project);
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
              {stale.length > 0 && (
                <Alert
                  type="warning"
                  showIcon
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
    </section>
  );
}
