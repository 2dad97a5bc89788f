import type { Analysis } from '@oncoloom/contract';
import { type AnyTool, formatCount, productOf } from '@oncoloom/tool-kit';
import { type MenuEntry, toolPages } from '@oncoloom/tools/menu';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { keys } from '../../api/query-keys.ts';
import { oncePerTool } from '../../base/families.ts';
import { formWithSource } from '../../base/form-links.ts';
import { LinkButton } from '../../base/parts/link-button.tsx';
import { modulesOf } from '../../result-data/result-modules.ts';

/** What WGCNA calls the genes that are in no module. */
const NO_MODULE = 'grey';

/** Tools that start from the genes of a module, those of the result's family first. */
function moduleTakers({ task_type, family }: Pick<Analysis, 'task_type' | 'family'>): MenuEntry[] {
  const takers = toolPages.filter(
    ({ taskType, partOf, accepts }) =>
      partOf === null && taskType !== task_type && accepts.includes('module_labels') && accepts.includes('gene_list'),
  );
  const once = oncePerTool(takers, family);
  return [...once.filter((entry) => entry.family === family), ...once.filter((entry) => entry.family !== family)];
}

/** The genes of each module into another tool's form, by one click; the tested genes go with them. */
export function ModuleSteps({ tool, analysis }: { tool: AnyTool; analysis: Analysis }) {
  const takers = moduleTakers(analysis);
  const [wanted, setWanted] = useState(takers[0]?.taskType);
  const { data: modules = [] } = useQuery({
    queryKey: keys.entries(analysis.id, 'result', 'modules'),
    queryFn: ({ signal }) => modulesOf(analysis, tool, signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: productOf(tool, 'module_labels') !== undefined,
  });
  const entry = takers.find(({ taskType }) => taskType === wanted);
  const named = modules.filter(({ name }) => name !== NO_MODULE);
  if (entry === undefined || named.length === 0) return null;
  return (
    <nav className="next-steps" aria-label="用一个模块的基因接着做">
      <span>用一个模块的基因做</span>
      <Select
        aria-label="接着做哪个分析"
        value={wanted ?? null}
        options={takers.map(({ taskType, title }) => ({ value: taskType, label: title }))}
        onChange={setWanted}
        popupMatchSelectWidth={false}
      />
      {named.map(({ name, genes }) => (
        <LinkButton key={name} size="small" to={formWithSource(entry, analysis.id, name)} aria-label={`用 ${name} 的基因做${entry.title}`}>
          {name} <small className="button-note">{formatCount(genes)} 个</small>
        </LinkButton>
      ))}
    </nav>
  );
}
