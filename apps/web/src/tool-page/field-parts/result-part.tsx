import { DIRECTION_WORDS, type Direction, formatCount, productOf, resultParts } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { getAnalysis } from '../../api/analyses.ts';
import { keys } from '../../api/query-keys.ts';
import { Segments } from '../../base/parts/segments.tsx';
import { toolOf } from '../../live/result-path.ts';
import { type NamedPart, partsOfResult } from '../../result-data/result-parts.ts';
import type { AnalysisChoice } from '../data/input-choice.ts';
import { NotLoaded } from './not-loaded.tsx';

const DIRECTIONS = (['all', 'up', 'down'] as const satisfies Direction[]).map((value) => ({
  value,
  label: value === 'all' ? '全部' : DIRECTION_WORDS[value],
}));

interface Choices {
  directed: boolean;
  word: string;
  parts: readonly NamedPart[];
}

/** What of a result can be chosen: a direction of a comparison, and which of several; one of its modules or clusters; or nothing. */
async function choicesOf(id: number, signal: AbortSignal): Promise<Choices> {
  const analysis = await getAnalysis(id, { signal, silent: true });
  const tool = await toolOf(analysis)?.load();
  if (tool === undefined) return { directed: false, word: '', parts: [] };
  const parts = await partsOfResult(analysis, tool, signal);
  return { directed: productOf(tool, 'differential_genes') !== undefined, word: resultParts(tool)?.word ?? '', parts };
}

/** The direction, and the module, cluster or comparison, of an earlier result. */
export function ResultPart({ title, of, onChange }: { title: string; of: AnalysisChoice; onChange: (of: AnalysisChoice) => void }) {
  const query = useQuery({
    queryKey: keys.entries(of.id, 'set', 'parts'),
    queryFn: ({ signal }) => choicesOf(of.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // A page that opens on a result asks much at once: what is refused for that is asked again.
    retry: 3,
  });
  const { data } = query;
  if (data === undefined) return <NotLoaded what="这个结果的内容" query={query} />;
  const { directed, word, parts } = data;
  return (
    <>
      {parts.length > 0 && (
        <Select
          aria-label={`${title}的${word}`}
          className="full-width"
          placeholder={directed ? '主要对比' : `选择一个${word}`}
          allowClear={directed}
          showSearch
          value={of.module || null}
          options={parts.map(({ name, genes }) => ({ value: name, label: `${name}（${formatCount(genes)} 个基因）` }))}
          onChange={(module: string | undefined) => onChange({ ...of, module: module ?? '' })}
        />
      )}
      {directed && (
        <Segments
          aria-label={`${title}的方向`}
          value={of.direction ?? 'all'}
          options={DIRECTIONS}
          onChange={(direction) => onChange({ ...of, direction })}
        />
      )}
    </>
  );
}
