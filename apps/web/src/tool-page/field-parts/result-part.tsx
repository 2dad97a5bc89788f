import { comparisonParts, DIRECTION_WORDS, type Direction, formatCount, productOf, resultParts } from '@oncoloom/tool-kit';
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
  /** Its parts are comparisons, of which one is the main one. */
  compared: boolean;
  word: string;
  parts: readonly NamedPart[];
}

/** What of a result can be chosen: a direction of a comparison, and which of several; one of its modules or clusters; or nothing. */
async function choicesOf(id: number, signal: AbortSignal): Promise<Choices> {
  const analysis = await getAnalysis(id, { signal, silent: true });
  const tool = await toolOf(analysis)?.load();
  if (tool === undefined) return { directed: false, compared: false, word: '', parts: [] };
  const parts = await partsOfResult(analysis, tool, signal);
  const directed = productOf(tool, 'differential_genes') !== undefined;
  return { directed, compared: comparisonParts(tool) !== undefined, word: resultParts(tool)?.word ?? '', parts };
}

const useChoices = (id: number) =>
  useQuery({
    queryKey: keys.entries(id, 'set', 'parts'),
    queryFn: ({ signal }) => choicesOf(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // A page that opens on a result asks much at once: what is refused for that is asked again.
    retry: 3,
  });

interface PartProps {
  title: string;
  of: AnalysisChoice;
  onChange: (of: AnalysisChoice) => void;
}

interface PartSelectProps extends Omit<PartProps, 'title'> {
  label: string;
  placeholder: string;
  allowClear: boolean;
  options: { value: string; label: string }[];
}

function PartSelect({ label, placeholder, allowClear, of, options, onChange }: PartSelectProps) {
  return (
    <Select
      aria-label={label}
      className="full-width"
      placeholder={placeholder}
      allowClear={allowClear}
      showSearch
      value={of.module || null}
      options={options}
      onChange={(module: string | undefined) => onChange({ ...of, module: module ?? '' })}
    />
  );
}

/** The direction, and the module, cluster or comparison, of an earlier result. */
export function ResultPart({ title, of, onChange }: PartProps) {
  const query = useChoices(of.id);
  const { data } = query;
  if (data === undefined) return <NotLoaded what="这个结果的内容" query={query} />;
  const { directed, word, parts } = data;
  return (
    <>
      {parts.length > 0 && (
        <PartSelect
          label={`${title}的${word}`}
          placeholder={directed ? '主要对比' : `选择一个${word}`}
          allowClear={directed}
          of={of}
          options={parts.map(({ name, genes }) => ({ value: name, label: `${name}（${formatCount(genes)} 个基因）` }))}
          onChange={onChange}
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

/** The comparison of an earlier result whose genes are ranked; nothing where it has no several. */
export function ComparisonPart({ title, of, onChange }: PartProps) {
  const query = useChoices(of.id);
  if (query.data === undefined) return <NotLoaded what="这个结果的内容" query={query} />;
  const { compared, word, parts } = query.data;
  if (!compared || parts.length === 0) return null;
  return (
    <PartSelect
      label={`${title}的${word}`}
      placeholder="主要对比"
      allowClear
      of={of}
      options={parts.map(({ name }) => ({ value: name, label: name }))}
      onChange={onChange}
    />
  );
}
