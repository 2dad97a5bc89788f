import type { GeneDetail } from '@oncoloom/contract';
import type { ReactNode } from 'react';
import { geneLinks } from './gene-links.ts';

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'is-wide' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A number that leads to the pages about it elsewhere. */
function Elsewhere({ name, label }: { name: string; label?: string }) {
  return geneLinks(name)
    .filter((link) => label === undefined || link.label === label)
    .map(({ label: place, href }) => (
      <a key={place} href={href} target="_blank" rel="noreferrer">
        {label ?? name}
      </a>
    ));
}

/** What a gene is called, its numbers, and where to read about it. */
export function GeneFacts({ gene }: { gene: GeneDetail }) {
  const { symbol, aliases, entrez, ensembl, location } = gene;
  const [first, ...others] = ensembl;
  return (
    <section className="card gene-facts" aria-label={`${symbol} 的名字和编号`}>
      <dl>
        <Fact label="染色体位置">{location.length === 0 ? '没有记录' : location.join('、')}</Fact>
        <Fact label="Entrez 号">
          <Elsewhere name={entrez} />
        </Fact>
        <Fact label="Ensembl 号">
          {first === undefined ? '没有记录' : <Elsewhere name={first} />}
          {others.length > 0 && <span className="caption"> 另有 {others.length} 个（替代单倍型等）</span>}
        </Fact>
        <Fact label="更多资料">
          <Elsewhere name={symbol} label="GeneCards" />
        </Fact>
        <Fact label="别名和旧名" wide>
          {aliases.length === 0 ? '没有记录' : aliases.join('、')}
        </Fact>
      </dl>
      <p className="caption">来源：NCBI Entrez Gene 和 Ensembl，经 Bioconductor 的 org.Hs.eg.db。它把别名和旧名记在一起，不分开。</p>
    </section>
  );
}
