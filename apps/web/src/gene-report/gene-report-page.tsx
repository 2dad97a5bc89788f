import { FolderOpenOutlined } from '@ant-design/icons';
import type { GeneReport } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { ApiFailure } from '../api/client.ts';
import { geneReport } from '../api/gene-reports.ts';
import { keys } from '../api/query-keys.ts';
import { usePageTitle } from '../base/page-title.ts';
import { LinkButton } from '../base/parts/link-button.tsx';
import { Loaded } from '../base/parts/loaded.tsx';
import { When } from '../base/parts/when.tsx';
import { genePath } from '../genes/gene-words.ts';
import { ProjectPaper } from '../projects/paper/project-paper.tsx';
import { ShareProject } from '../projects/share-project.tsx';
import { ReportContents } from './report-contents.tsx';
import { ReportPart } from './report-part.tsx';
import '../projects/projects.css';
import './gene-report.css';

/** How often a report is asked for while parts of it wait for others, ms. */
const ASK_MS = 3_000;

/** All that the tools found about one gene in one cohort. */
export default function GeneReportPage() {
  const { id: text = '' } = useParams();
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  const query = useQuery({
    queryKey: keys.geneReport(id),
    queryFn: ({ signal }) => geneReport(id, { silent: true, signal }),
    enabled: id > 0,
    refetchInterval: ({ state }) => (state.data?.ended_at === null ? ASK_MS : false),
  });
  usePageTitle(query.data && titleOf(query.data));
  if (id === 0 || (query.error instanceof ApiFailure && query.error.status === 404)) return <NoReport />;
  return (
    <Loaded query={query} name="报告" rows={10}>
      {(report) => <Whole report={report} />}
    </Loaded>
  );
}

const titleOf = ({ gene, cohort }: GeneReport): string => `${gene} 基因报告 · ${cohort.label}`;

function NoReport() {
  return (
    <section className="card not-there" role="alert">
      <h1 className="page-title">没有这份报告</h1>
      <p>它或它的课题可能已经删除。可以在基因的页面上重新生成。</p>
      <Link to="/home">回到首页</Link>
    </section>
  );
}

function Whole({ report }: { report: GeneReport }) {
  const { gene, cohort, parts, project_id, created_at, ended_at } = report;
  const points = parts.reduce((sum, one) => sum + one.points, 0);
  const done = parts.filter(({ status }) => status === 'completed').length;
  const queries = useQueryClient();
  useEffect(() => {
    // Each part that is completed is one more step for the documents.
    if (done > 0) void queries.invalidateQueries({ queryKey: keys.lineage(project_id) });
  }, [queries, project_id, done]);
  return (
    <div className="gene-report-page">
      <header className="project-head">
        <div className="project-title">
          <h1 className="page-title">
            <Link to={genePath(gene)}>{gene}</Link> 基因报告
          </h1>
          <p className="caption">
            {cohort.label} · <When time={created_at} /> · {formatCount(points)} 点 ·{' '}
            <span role="status">
              {ended_at === null ? `完成 ${done} / ${parts.length} 项，可以关掉页面，稍后再看` : `完成 ${done} / ${parts.length} 项`}
            </span>
          </p>
        </div>
        <div className="project-buttons">
          <ShareProject project={project_id} />
          <LinkButton to={`/projects/${project_id}`} icon={<FolderOpenOutlined />}>
            打开课题
          </LinkButton>
        </div>
      </header>
      <ReportContents parts={parts} />
      {parts.map((part) => (
        <ReportPart key={part.part} part={part} />
      ))}
      <ProjectPaper project={project_id} />
    </div>
  );
}
