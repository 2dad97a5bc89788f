import { CheckOutlined, DownloadOutlined, SearchOutlined } from '@ant-design/icons';
import type { Cohort } from '@oncoloom/contract';
import { cohortExtent, formatCount } from '@oncoloom/tool-kit';
import { Button, Input, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useNarrow } from '../base/hooks/use-narrow.ts';
import { Segments } from '../base/parts/segments.tsx';
import { COHORT_FILTERS, type CohortFilter, chooseCohorts } from './choose-cohorts.ts';
import { DownloadDialog } from './download-dialog.tsx';

/** Whether a source has normal samples; a word beside the mark, never the mark alone. */
function Normals({ has, without }: { has: boolean; without: string }) {
  if (!has) return <span className="cohort-without">{without}</span>;
  return (
    <span className="cohort-with">
      <CheckOutlined /> 有
    </span>
  );
}

/** Opens the list of an installed cohort's files. */
function Download({ cohort }: { cohort: Cohort }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<DownloadOutlined />} aria-label={`下载 ${cohort.label}`} onClick={() => setOpen(true)}>
        下载
      </Button>
      <DownloadDialog cohort={cohort} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** Whether a cohort is on this server, and how large it is. */
function Installed({ cohort }: { cohort: Cohort }) {
  const { kind, word } = cohortExtent(cohort);
  if (kind === 'absent') return <span className="cohort-without">{word}</span>;
  const sizes = [
    ['例肿瘤', cohort.samples],
    ['例正常', cohort.normals],
    ['例死亡', cohort.events],
    ['个基因', cohort.matrices.expression?.genes ?? null],
  ] as const;
  return (
    <>
      {kind === 'whole' ? (
        <span className="cohort-with">
          <CheckOutlined /> {word}
        </span>
      ) : (
        <span className="cohort-part">{word}</span>
      )}
      <span className="caption">{sizes.flatMap(([unit, n]) => (n === null ? [] : [`${formatCount(n)} ${unit}`])).join(' · ')}</span>
      <Download cohort={cohort} />
    </>
  );
}

const byName = (a: Cohort, b: Cohort) => a.name.localeCompare(b.name, 'zh-CN');

const SOURCES: TableColumnsType<Cohort> = [
  {
    key: 'tcga',
    title: 'TCGA 癌旁',
    sorter: (a, b) => a.only_tcga - b.only_tcga,
    render: (_, cohort) => <Normals has={cohort.only_tcga === 1} without="不足 3 个" />,
  },
  {
    key: 'gtex',
    title: 'GTEx 正常组织',
    sorter: (a, b) => a.tcga_gtex - b.tcga_gtex,
    render: (_, cohort) => <Normals has={cohort.tcga_gtex === 1} without="没有" />,
  },
  {
    key: 'installed',
    title: '这台服务器',
    sorter: (a, b) => Number(a.installed) - Number(b.installed),
    render: (_, cohort) => <Installed cohort={cohort} />,
  },
];

const WIDE: TableColumnsType<Cohort> = [
  { key: 'code', title: '代码', sorter: (a, b) => a.code.localeCompare(b.code), render: (_, { label }) => label },
  {
    key: 'name',
    title: '肿瘤',
    sorter: byName,
    render: (_, { name, english }) => (
      <>
        <span className="cohort-name">{name}</span>
        <span className="caption" lang="en">
          {english}
        </span>
      </>
    ),
  },
  ...SOURCES,
];

const NARROW: TableColumnsType<Cohort> = [
  {
    key: 'name',
    title: '队列',
    sorter: (a, b) => a.code.localeCompare(b.code),
    render: (_, { name, label }) => (
      <>
        <span className="cohort-name">{name}</span>
        <span className="caption">{label}</span>
      </>
    ),
  },
  ...SOURCES,
];

/** The cohorts with search, filter and sorting. */
export function CohortTable({ cohorts }: { cohorts: readonly Cohort[] }) {
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<CohortFilter>('all');
  const narrow = useNarrow();
  const shown = chooseCohorts(cohorts, filter, query);
  const options = (Object.keys(COHORT_FILTERS) as CohortFilter[]).map((value) => ({
    value,
    label: `${COHORT_FILTERS[value].label} ${cohorts.filter(COHORT_FILTERS[value].fits).length}`,
  }));
  const nothing =
    query.trim() === ''
      ? '没有这样的队列。可以换一个筛选条件。'
      : `没有找到与「${query.trim()}」相关的队列。可以试试代码（如 LUAD）或部位（如「肺」）。`;
  return (
    <section className="card cohorts" aria-labelledby="cohorts-title">
      <header className="cohorts-head">
        <h2 id="cohorts-title" className="card-title">
          队列 <span className="caption">{shown.length} 个</span>
        </h2>
        <Segments size="small" aria-label="筛选队列" value={filter} options={options} onChange={setFilter} />
        <Input
          className="cohorts-search"
          aria-label="搜索队列"
          placeholder="搜索代码或癌种"
          prefix={<SearchOutlined />}
          allowClear
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </header>
      <Table<Cohort>
        rowKey="code"
        size="small"
        columns={narrow ? NARROW : WIDE}
        dataSource={shown}
        pagination={false}
        showSorterTooltip={false}
        locale={{ emptyText: nothing }}
      />
    </section>
  );
}
