import { DIRECTION_WORDS, type Direction, formatCount, productOf } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { getAnalysis } from '../../api/analyses.ts';
import { keys } from '../../api/query-keys.ts';
import { Segments } from '../../base/parts/segments.tsx';
import { toolOf } from '../../live/result-path.ts';
import { modulesOf, type ResultModule } from '../../result-data/result-modules.ts';
import type { AnalysisChoice } from '../data/input-choice.ts';
import { NotLoaded } from './not-loaded.tsx';

const DIRECTIONS = (['all', 'up', 'down'] as const satisfies Direction[]).map((value) => ({
  value,
  label: value === 'all' ? '全部' : DIRECTION_WORDS[value],
}));

/** What of a result can be chosen: a direction of a comparison, one of its modules, or nothing. */
async function partsOf(id: number, signal: AbortSignal): Promise<{ directed: boolean; modules: readonly ResultModule[] }> {
  const analysis = await getAnalysis(id, { signal, silent: true });
  const tool = await toolOf(analysis)?.load();
  if (tool === undefined || productOf(tool, 'differential_genes') !== undefined) return { directed: tool !== undefined, modules: [] };
  return { directed: false, modules: await modulesOf(analysis, tool, signal) };
}

/** The direction or the module of an earlier result. */
export function ResultPart({ title, of, onChange }: { title: string; of: AnalysisChoice; onChange: (of: AnalysisChoice) => void }) {
  const query = useQuery({
    queryKey: keys.entries(of.id, 'set', 'parts'),
    queryFn: ({ signal }) => partsOf(of.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // A page that opens on a result asks much at once: what is refused for that is asked again.
    retry: 3,
  });
  const { data } = query;
  if (data?.directed === true)
    return (
      <Segments
        aria-label={`${title}的方向`}
        value={of.direction ?? 'all'}
        options={DIRECTIONS}
        onChange={(direction) => onChange({ ...of, direction })}
      />
    );
  if (data === undefined) return <NotLoaded what="这个结果的内容" query={query} />;
  if (data.modules.length === 0) return null;
  return (
    <Select
      aria-label={`${title}的模块`}
      className="full-width"
      placeholder="选择一个模块"
      showSearch
      value={of.module || null}
      options={data.modules.map(({ name, genes }) => ({ value: name, label: `${name}（${formatCount(genes)} 个基因）` }))}
      onChange={(module: string) => onChange({ ...of, module })}
    />
  );
}
