import { FileTextOutlined } from '@ant-design/icons';
import { GENE_REPORT_FOLLOWS, type GeneDetail, type GeneReportPart, type GeneReportPlan, geneReportPoints } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Select } from 'antd';
import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { geneReportPlan, geneReports, startGeneReport } from '../api/gene-reports.ts';
import { keys } from '../api/query-keys.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { When } from '../base/parts/when.tsx';
import { geneReportPath } from './gene-words.ts';
import './gene-report-card.css';

type PlannedPart = GeneReportPlan['parts'][number];

/** Why a part cannot be in the report as it is chosen now; undefined where it can. */
function problemOf({ part, problem }: PlannedPart, parts: readonly PlannedPart[], left: ReadonlySet<GeneReportPart>): string | undefined {
  if (problem !== null) return problem;
  const before = parts.find((one) => one.part === GENE_REPORT_FOLLOWS[part]);
  if (before === undefined || (before.problem === null && !left.has(before.part))) return undefined;
  return `要用「${before.title}」的结果`;
}

function Parts({ plan, pending, onStart }: { plan: GeneReportPlan; pending: boolean; onStart: (parts: GeneReportPart[]) => void }) {
  const [left, setLeft] = useState<ReadonlySet<GeneReportPart>>(new Set());
  const planned = plan.parts.map((one) => ({ ...one, why: problemOf(one, plan.parts, left) }));
  const chosen = planned.filter(({ part, why }) => why === undefined && !left.has(part));
  const sum = chosen.reduce((all, { points }) => all + points, 0);
  const points = geneReportPoints(chosen.map((one) => one.points)).reduce((all, one) => all + one, 0);
  const lacking = points - plan.remaining_points;
  return (
    <>
      <ul className="gene-report-parts">
        {planned.map(({ part, title, points: price, why }) => (
          <li key={part}>
            <Checkbox
              checked={why === undefined && !left.has(part)}
              disabled={why !== undefined}
              onChange={({ target }) => setLeft(new Set(target.checked ? [...left].filter((one) => one !== part) : [...left, part]))}
            >
              {title}
            </Checkbox>
            <span className="caption">{why ?? (price === 0 ? '做过，不消耗点数' : `${formatCount(price)} 点`)}</span>
          </li>
        ))}
      </ul>
      <div className="gene-report-foot">
        <Button
          type="primary"
          icon={<FileTextOutlined />}
          disabled={chosen.length === 0 || lacking > 0}
          loading={pending}
          onClick={() => onStart(chosen.map(({ part }) => part))}
        >
          生成报告（{formatCount(points)} 点）
        </Button>
        <span className="caption">
          {chosen.length === 0
            ? '请至少选一项。'
            : `${points < sum ? `逐项做要 ${formatCount(sum)} 点。` : ''}余额 ${formatCount(plan.remaining_points)} 点；做不成的一项，退回它的点数。`}
        </span>
      </div>
      {lacking > 0 && (
        <p role="alert" className="gene-report-lacking">
          还差 {formatCount(lacking)} 点。可以少选几项，或先兑换卡密、邀请同行得点数。
        </p>
      )}
    </>
  );
}

/** Reports that the user has on the gene. */
function Earlier({ symbol }: { symbol: string }) {
  const { data } = useQuery({
    queryKey: keys.geneReports(symbol),
    queryFn: ({ signal }) => geneReports(symbol, { silent: true, signal }),
  });
  if (data === undefined || data.results.length === 0) return null;
  return (
    <div className="gene-report-earlier">
      <h3>做过的报告</h3>
      <ul>
        {data.results.map(({ id, cohort, created_at, ended_at }) => (
          <li key={id}>
            <Link to={geneReportPath(id)}>{cohort.label}</Link>
            <span className="caption">
              <When time={created_at} />
              {ended_at === null && ' · 还在运行'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Begins a report: all that the tools say of one gene in one cohort, on one page. */
export function GeneReportCard({ gene: { symbol, cohorts } }: { gene: GeneDetail }) {
  const [cohort, setCohort] = useState<string | undefined>();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const label = useId();
  const query = useQuery({
    queryKey: [...keys.geneReports(symbol), 'plan', cohort ?? ''],
    queryFn: ({ signal }) => geneReportPlan(symbol, cohort, { silent: true, signal }),
    placeholderData: keepPreviousData,
    // What it costs is asked for each time.
    gcTime: 0,
    staleTime: 0,
  });
  const start = useMutation({
    mutationFn: (parts: GeneReportPart[]) => startGeneReport({ gene: symbol, cohort: query.data?.cohort ?? '', parts }),
    onSuccess: async ({ id }) => {
      navigate(geneReportPath(id));
      await Promise.all(
        [keys.projects, keys.analysisLists, keys.geneReports(symbol)].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
  });
  if (!cohorts.some((held) => held.symbol !== null)) return null;
  return (
    <section className="card gene-report" aria-labelledby="gene-report">
      <h2 id="gene-report" className="card-title">
        {symbol} 基因报告
      </h2>
      <p className="gene-part-text">一个队列里关于 {symbol} 的全部分析一次做完，放在一页上看；可以一起下载 Word、图和方法，也可以分享。</p>
      <Loaded query={query} name="报告的内容" rows={8}>
        {(plan) =>
          plan.cohort === null ? (
            <p>已安装的队列都没有测到 {symbol}。</p>
          ) : (
            <>
              <div className="gene-report-cohort">
                <span id={label}>队列</span>
                <Select
                  aria-labelledby={label}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={plan.cohort}
                  onChange={setCohort}
                  options={plan.cohorts.map(({ code, label: called, name, patients }) => ({
                    value: code,
                    label: `${called} ${name}${patients > 0 ? `（随访 ${formatCount(patients)} 例）` : ''}`,
                  }))}
                />
              </div>
              <Parts key={plan.cohort} plan={plan} pending={start.isPending || query.isPlaceholderData} onStart={start.mutate} />
            </>
          )
        }
      </Loaded>
      <Earlier symbol={symbol} />
    </section>
  );
}
