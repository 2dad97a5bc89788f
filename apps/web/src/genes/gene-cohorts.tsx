import type { GeneDetail, GeneInCohort } from '@oncoloom/contract';
import { formatCount, formatDecimal, realOnes } from '@oncoloom/tool-kit';
import { Table, type TableColumnsType } from 'antd';
import { Link } from 'react-router';

/** 「6.42」 and under it how many samples. */
function Median({ of }: { of: GeneInCohort['tumour'] }) {
  if (of === null) return <span className="gene-absent">没有</span>;
  return (
    <>
      {formatDecimal(of.median, 2)}
      <span className="caption">{formatCount(of.samples)} 个</span>
    </>
  );
}

/** A cohort's gene as it is called there, and in what its expression is counted. */
function Held({ gene, symbol }: { gene: GeneInCohort; symbol: string }) {
  if (gene.symbol === null) return <span className="gene-absent">没有测到</span>;
  return (
    <>
      {gene.symbol === symbol ? '有' : `写作 ${gene.symbol}`}
      <span className="caption">{gene.unit}</span>
    </>
  );
}

const columnsFor = (symbol: string): TableColumnsType<GeneInCohort> => [
  {
    key: 'cohort',
    title: '队列',
    render: (_, { label, name, simulated }) => (
      <>
        <span className="gene-cohort">{label}</span>
        <span className="caption">{simulated ? '模拟演示队列' : name}</span>
      </>
    ),
  },
  { key: 'held', title: symbol, render: (_, gene) => <Held gene={gene} symbol={symbol} /> },
  { key: 'tumour', title: '肿瘤中位数', align: 'right', render: (_, { tumour }) => <Median of={tumour} /> },
  { key: 'normal', title: '癌旁中位数', align: 'right', render: (_, { normal }) => <Median of={normal} /> },
];

/** The installed cohorts: whether the gene is there, and how high it stands; first those that hold it, simulated ones after the others. */
export function GeneCohorts({ gene: { symbol, cohorts } }: { gene: GeneDetail }) {
  const counted = realOnes(cohorts, (cohort) => cohort);
  const held = counted.filter((cohort) => cohort.symbol !== null);
  const rank = (cohort: GeneInCohort) => (cohort.symbol === null ? 2 : 0) + (cohort.simulated ? 1 : 0);
  const shown = [...cohorts].sort((a, b) => rank(a) - rank(b));
  return (
    <section className="card gene-cohorts" aria-labelledby="gene-cohorts">
      <header>
        <h2 id="gene-cohorts" className="card-title">
          已安装的队列
        </h2>
        <p className="caption">
          {held.length === 0
            ? `这台服务器上的 ${counted.length} 个队列都没有测到 ${symbol}，所以没有可以做的单基因分析。`
            : `${counted.length} 个队列中有 ${held.length} 个测到 ${symbol}。中位数只供一眼看高低：单位写在「${symbol}」一列，单位或来源不同的队列不能互相比较，肿瘤与癌旁是否不同要做检验。`}
          其他队列可以请管理员安装，见<Link to="/data_download">数据下载</Link>。
        </p>
      </header>
      <Table<GeneInCohort> rowKey="code" size="small" columns={columnsFor(symbol)} dataSource={shown} pagination={false} />
    </section>
  );
}
