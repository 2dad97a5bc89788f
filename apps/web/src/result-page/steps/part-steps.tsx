import type { Analysis } from '@oncoloom/contract';
import { type AnyTool, comparisonParts, formatCount, resultParts } from '@oncoloom/tool-kit';
import { type MenuEntry, toolPages } from '@oncoloom/tools/menu';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { keys } from '../../api/query-keys.ts';
import { categoryOf, oncePerTool } from '../../base/families.ts';
import { formWithSource } from '../../base/form-links.ts';
import { LinkButton } from '../../base/parts/link-button.tsx';
import { partsOfResult } from '../../result-data/result-parts.ts';

/** What WGCNA calls the genes that are in no module. */
const NO_MODULE = 'grey';

const takesLists = ({ accepts }: MenuEntry): boolean => accepts.includes('module_labels') && accepts.includes('gene_list');

/** Tools that start from the genes of a part, of a comparison also those that rank all of its genes; those of the result's family first. */
function partTakers(tool: AnyTool, { task_type, family }: Pick<Analysis, 'task_type' | 'family'>): MenuEntry[] {
  const ranked = comparisonParts(tool) !== undefined;
  const takers = toolPages.filter(
    (entry) =>
      entry.partOf === null && entry.taskType !== task_type && (takesLists(entry) || (ranked && entry.accepts.includes('ranked_genes'))),
  );
  const once = oncePerTool(takers, family);
  return [...once.filter((entry) => entry.family === family), ...once.filter((entry) => entry.family !== family)];
}

/** Under their headings of the menu: tools of public cohorts and of own data may have one name. */
function optionsOf(takers: readonly MenuEntry[]) {
  return [...new Set(takers.map(categoryOf))].map((label) => ({
    label,
    options: takers.filter((entry) => categoryOf(entry) === label).map(({ taskType, title }) => ({ value: taskType, label: title })),
  }));
}

/** The genes of each module, cluster or comparison into another tool's form, by one click; the tested genes go with them. */
export function PartSteps({ tool, analysis }: { tool: AnyTool; analysis: Analysis }) {
  const takers = partTakers(tool, analysis);
  const [wanted, setWanted] = useState<string>();
  const word = resultParts(tool)?.word;
  const { data: parts = [] } = useQuery({
    queryKey: keys.entries(analysis.id, 'result', 'parts'),
    queryFn: ({ signal }) => partsOfResult(analysis, tool, signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: word !== undefined,
  });
  // A ranking has all genes, significant or not.
  const partsFor = (taker: MenuEntry) => parts.filter(({ name, genes }) => name !== NO_MODULE && (genes > 0 || !takesLists(taker)));
  const open = takers.filter((taker) => partsFor(taker).length > 0);
  const entry = open.find(({ taskType }) => taskType === wanted) ?? open[0];
  if (word === undefined || entry === undefined) return null;
  return (
    <nav className="next-steps" aria-label={`用一个${word}的基因接着做`}>
      <span>用一个{word}的基因做</span>
      <Select
        aria-label="接着做哪个分析"
        value={entry.taskType}
        options={optionsOf(open)}
        onChange={setWanted}
        popupMatchSelectWidth={false}
      />
      {partsFor(entry).map(({ name, genes }) => (
        <LinkButton key={name} size="small" to={formWithSource(entry, analysis.id, name)} aria-label={`用 ${name} 的基因做${entry.title}`}>
          {name} {takesLists(entry) && <small className="button-note">{formatCount(genes)} 个</small>}
        </LinkButton>
      ))}
    </nav>
  );
}
