import type { RerunPlan } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { rerunPlan, startRerun } from '../api/projects.ts';
import { keys } from '../api/query-keys.ts';
import { showSuccess } from '../base/notices.ts';
import { Loaded } from '../base/parts/loaded.tsx';

/** What one step costs, in words. */
function priceOf({ points, at_most, problem }: RerunPlan['steps'][number]): string {
  if (problem !== null) return '不能重新运行';
  if (points === 0) return '不消耗点数';
  return at_most ? `最多 ${formatCount(points)} 点` : `${formatCount(points)} 点`;
}

/** Shows what would be run again and what it costs, then begins. */
export function RerunDialog({ project, onClose }: { project: number; onClose: () => void }) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: [...keys.rerun(project), 'plan'],
    queryFn: ({ signal }) => rerunPlan(project, { signal, silent: true }),
    // What it costs is asked for each time.
    gcTime: 0,
    staleTime: 0,
  });
  const start = useMutation({
    mutationFn: () => startRerun(project),
    onSuccess: async () => {
      onClose();
      showSuccess('已经开始。一步完成，下一步接着运行；可以关掉页面。');
      await Promise.all([keys.projects, keys.analysisLists].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  const plan = query.data;
  const able = plan?.steps.filter(({ problem }) => problem === null) ?? [];
  const lacking = plan === undefined ? 0 : Math.max(0, plan.points - plan.remaining_points);
  return (
    <Modal
      open
      title="重新运行过期的分析"
      width={600}
      okText={able.length === 0 ? '开始' : `开始（${able.length} 次分析）`}
      cancelText="取消"
      confirmLoading={start.isPending}
      okButtonProps={{ disabled: able.length === 0 || lacking > 0 }}
      onOk={() => start.mutate()}
      onCancel={onClose}
    >
      <Loaded query={query} name="要运行的步骤">
        {({ steps, points, remaining_points }) =>
          steps.length === 0 ? (
            <p>没有过期的分析了。</p>
          ) : (
            <div className="rerun-plan">
              <p>按下面的先后运行，后一步用前一步的新结果。参数不变，原来的结果都留着。</p>
              <ol>
                {steps.map((step) => (
                  <li key={step.analysis_id}>
                    <span className="box-name">{step.name}</span>
                    <span className="caption">
                      {step.tool_title} · {priceOf(step)}
                    </span>
                    {step.problem !== null && <span className="rerun-problem">{step.problem}</span>}
                  </li>
                ))}
              </ol>
              <p>
                <strong>{points === 0 ? '不消耗点数' : `一共最多 ${formatCount(points)} 点`}</strong>，余额 {formatCount(remaining_points)}{' '}
                点。 输入和参数与做过的完全相同的，不消耗点数。
              </p>
              {lacking > 0 && (
                <p role="alert" className="rerun-problem">
                  点数可能不够，最多还差 {formatCount(lacking)} 点。请先兑换卡密或邀请同行得点数，也可以在结果页逐个重新运行。
                </p>
              )}
            </div>
          )
        }
      </Loaded>
    </Modal>
  );
}
