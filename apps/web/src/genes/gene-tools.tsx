import type { GeneDetail } from '@oncoloom/contract';
import { menu } from '@oncoloom/tools/menu';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { cohorts as listCohorts } from '../api/cohorts.ts';
import { keys } from '../api/query-keys.ts';
import { oncePerTool } from '../base/families.ts';
import { LinkButton } from '../base/parts/link-button.tsx';
import { Loaded } from '../base/parts/loaded.tsx';
import { formsOfGene, type GeneForms } from './single-gene-forms.ts';

/** The declarations of the tools that look at one gene in a cohort. */
function loadTools() {
  return Promise.all(
    oncePerTool(
      menu.filter(({ ofGene }) => ofGene),
      'tcga',
    ).map(async (entry) => ({ entry, tool: await entry.load() })),
  );
}

const shortLabel = (label: string): string => label.replace(/^TCGA-/, '');

function Tool({ forms: { entry, best, each, without } }: { forms: GeneForms }) {
  return (
    <li className="card gene-tool">
      <div className="gene-tool-head">
        <h3>{entry.title}</h3>
        <span className="caption">{entry.points} 点</span>
      </div>
      <p>{entry.summary.match(/^[^。]+。/)?.[0] ?? entry.summary}</p>
      {best === undefined ? (
        <p className="caption">没有可以用的队列。</p>
      ) : (
        <>
          <LinkButton to={best.path} className="soft-button">
            {best.cohorts.length > 1 ? `在全部 ${best.cohorts.length} 个队列里做` : `在 ${best.cohorts[0]?.label} 里做`}
            <span className="visually-hidden">{entry.title}</span>
          </LinkButton>
          {each.length > 1 && (
            <ul className="gene-tool-cohorts" aria-label={`${entry.title}的队列`}>
              {each.map(({ cohort, path }) => (
                <li key={cohort.code}>
                  <Link to={path} title={`${cohort.label} ${cohort.name}`}>
                    {shortLabel(cohort.label)}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {without.length > 0 && (
        <details className="gene-tool-without">
          <summary>{without.length} 个队列不能用</summary>
          <ul>
            {without.map(({ cohort, problem }) => (
              <li key={cohort.code}>{problem}。</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** Every tool that looks at one gene, its form filled with this one: over all cohorts, or over each. */
export function GeneTools({ gene }: { gene: GeneDetail }) {
  const tools = useQuery({ queryKey: ['single-gene tools'], queryFn: loadTools, staleTime: Number.POSITIVE_INFINITY });
  const cohorts = useQuery({ queryKey: keys.cohorts, queryFn: ({ signal }) => listCohorts({ silent: true, signal }), staleTime: 60_000 });
  if (!gene.cohorts.some(({ symbol }) => symbol !== null)) return null;
  return (
    <section className="gene-part" aria-labelledby="gene-tools">
      <h2 id="gene-tools" className="card-title">
        用 {gene.symbol} 做分析
      </h2>
      <p className="gene-part-text">表单里已经填好基因和队列；点一个队列的代码，就只看这个队列。</p>
      <Loaded query={cohorts} name="队列列表" rows={6}>
        {({ results }) => (
          <Loaded query={tools} name="工具" rows={6}>
            {(entries) => (
              <ul className="gene-tools">
                {entries.map((entry) => (
                  <Tool key={entry.entry.taskType} forms={formsOfGene(entry, gene, gene.cohorts, results)} />
                ))}
              </ul>
            )}
          </Loaded>
        )}
      </Loaded>
    </section>
  );
}
