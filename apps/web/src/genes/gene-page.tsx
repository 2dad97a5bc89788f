import type { GeneDetail } from '@oncoloom/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link, useParams } from 'react-router';
import { ApiFailure } from '../api/client.ts';
import { findGene } from '../api/genes.ts';
import { keys } from '../api/query-keys.ts';
import { usePageTitle } from '../base/page-title.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { openSearch } from '../base/search-state.ts';
import { GeneCohorts } from './gene-cohorts.tsx';
import { GeneFacts } from './gene-facts.tsx';
import { GeneFigures } from './gene-figures.tsx';
import { GeneReportCard } from './gene-report-card.tsx';
import { GeneTools } from './gene-tools.tsx';
import { genePath, sayName, typeWord } from './gene-words.ts';
import './gene-page.css';

/** That the address names the gene otherwise, and whom else it may mean. */
function NameNote({ gene }: { gene: GeneDetail }) {
  const text = sayName(gene, gene.namesakes);
  if (text === undefined) return null;
  return (
    <p className="gene-page-note">
      {text}。
      {gene.namesakes.map((symbol) => (
        <Link key={symbol} to={genePath(symbol)}>
          打开 {symbol}
        </Link>
      ))}
    </p>
  );
}

function UnknownGene({ name }: { name: string }) {
  return (
    <section className="card gene-unknown" role="alert">
      <h1 className="page-title">没有找到「{name}」</h1>
      <p>
        名录来自 NCBI，收有符号、别名、Ensembl 号和 Entrez
        号。请核对写法，或按全名搜索；队列里有、名录里没有的名字，可以直接填在工具的表单里。
      </p>
      <Button type="primary" onClick={openSearch}>
        搜索基因
      </Button>
    </section>
  );
}

/** A gene: what it is, what can be done with it, and which cohorts have measured it. */
export default function GenePage() {
  const { name = '' } = useParams();
  const query = useQuery({
    queryKey: keys.gene(name),
    queryFn: ({ signal }) => findGene(name, { silent: true, signal }),
    staleTime: 60_000,
    retry: false,
  });
  usePageTitle(query.data?.symbol ?? name);
  if (query.error instanceof ApiFailure && query.error.status === 404) return <UnknownGene name={name} />;
  return (
    <>
      <header className="page-head gene-head">
        <h1 className="page-title">{query.data?.symbol ?? name}</h1>
        {query.data && (
          <p>
            <span lang="en">{query.data.name}</span> · {typeWord(query.data.type)}
          </p>
        )}
      </header>
      <Loaded query={query} name="这个基因" rows={10}>
        {(gene) => (
          <>
            <NameNote gene={gene} />
            <GeneFigures gene={gene}>
              <GeneFacts gene={gene} />
            </GeneFigures>
            <GeneReportCard key={gene.symbol} gene={gene} />
            <GeneTools gene={gene} />
            <GeneCohorts gene={gene} />
          </>
        )}
      </Loaded>
    </>
  );
}
