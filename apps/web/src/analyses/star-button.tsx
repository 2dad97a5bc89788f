import { StarFilled, StarOutlined } from '@ant-design/icons';
import type { AnalysisList, AnalysisRow } from '@oncoloom/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { starAnalysis } from '../api/analyses.ts';
import { keys } from '../api/query-keys.ts';

/** Marks a run, to find it again; the mark is kept with the account. */
export function StarButton({ row }: { row: Pick<AnalysisRow, 'id' | 'task_name' | 'starred'> }) {
  const queries = useQueryClient();
  const star = useMutation({
    mutationFn: (starred: boolean) => starAnalysis(row.id, starred),
    onSuccess: ({ starred }) => {
      // At once in every list; those that are narrowed to marked runs are asked for anew.
      queries.setQueriesData<AnalysisList>({ queryKey: keys.analysisLists }, (list) =>
        list === undefined ? list : { ...list, results: list.results.map((one) => (one.id === row.id ? { ...one, starred } : one)) },
      );
    },
    onSettled: () => Promise.all([keys.analysisLists, keys.analysisCounts].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const starred = star.isPending ? star.variables : row.starred;
  return (
    <Button
      type="text"
      size="small"
      className={starred ? 'star-button is-on' : 'star-button'}
      icon={starred ? <StarFilled /> : <StarOutlined />}
      aria-pressed={starred}
      aria-label={`星标：${row.task_name}`}
      title={starred ? '取消星标' : '加星标'}
      onClick={() => star.mutate(!starred)}
    />
  );
}
