import { menu } from '@oncoloom/tools/menu';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createAnalysis } from '../api/analyses.ts';
import { createClickGate } from '../base/click-gate.ts';
import { resultPath } from '../live/result-path.ts';

const first = menu.find(({ introduces }) => introduces);

/** One click to a first result: a tool on its built-in example, free of points. */
export function ExampleCard() {
  const navigate = useNavigate();
  const { data: tool } = useQuery({
    queryKey: ['declaration', first?.taskType],
    queryFn: () => first?.load(),
    enabled: first !== undefined,
    staleTime: Infinity,
  });
  const [counts] = useState(() => createClickGate());
  const run = useMutation({
    mutationFn: (taskType: string) => createAnalysis({ task_type: taskType, example: true }),
    onSuccess: ({ id }) => first && navigate(resultPath(first, id)),
  });
  if (!first) return null;
  return (
    <section className="card example-card">
      <div>
        <h2 className="card-title">第一次用？拿示例数据走一遍</h2>
        <p>{tool ? tool.example.description : ''}不消耗点数。</p>
      </div>
      <Button size="large" className="soft-button" loading={run.isPending} onClick={() => counts() && run.mutate(first.taskType)}>
        用示例数据运行「{first.title}」
      </Button>
    </section>
  );
}
