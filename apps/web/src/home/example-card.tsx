import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createAnalysis } from '../api/analyses.ts';
import { createClickGate } from '../app/click-gate.ts';
import { resultPath, toolOf } from '../live/result-path.ts';

const limma = toolOf({ task_type: 'limma_differential_analysis', family: 'bulk' });

/** One click to a first result: limma on its built-in example, free of points. */
export function ExampleCard() {
  const navigate = useNavigate();
  const { data: tool } = useQuery({
    queryKey: ['declaration', limma?.taskType],
    queryFn: () => limma?.load(),
    enabled: limma !== undefined,
    staleTime: Infinity,
  });
  const [counts] = useState(() => createClickGate());
  const run = useMutation({
    mutationFn: (taskType: string) => createAnalysis({ task_type: taskType, example: true }),
    onSuccess: ({ id }) => limma && navigate(resultPath(limma, id)),
  });
  if (!limma) return null;
  return (
    <section className="card example-card">
      <div>
        <h2 className="card-title">第一次用？拿示例数据走一遍</h2>
        <p>{tool ? tool.example.description : ''}不消耗点数。</p>
      </div>
      <Button size="large" className="soft-button" loading={run.isPending} onClick={() => counts() && run.mutate(limma.taskType)}>
        用示例数据运行 limma
      </Button>
    </section>
  );
}
