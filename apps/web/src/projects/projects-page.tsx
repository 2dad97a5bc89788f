import { PlusOutlined } from '@ant-design/icons';
import { PROJECTS_MAX, type ProjectRow } from '@oncoloom/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { createProject, listProjects } from '../api/projects.ts';
import { keys } from '../api/query-keys.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { Segments } from '../base/parts/segments.tsx';
import { When } from '../base/parts/when.tsx';
import { pageTitle } from '../base/paths.ts';
import { countsText, freeName, projectPath } from './project-words.ts';
import { useProjectActions } from './use-project-actions.tsx';
import './projects.css';

/** More than a user may keep. */
const ALL = { page_size: PROJECTS_MAX };

/** The user's projects, the one changed last first. */
export default function ProjectsPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [archived, setArchived] = useState(false);
  const query = useQuery({ queryKey: keys.projectList(ALL), queryFn: ({ signal }) => listProjects(ALL, { signal, silent: true }) });
  const actions = useProjectActions();
  const create = useMutation({
    mutationFn: () => createProject(freeName(query.data?.results ?? [])),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: keys.projects });
      navigate(projectPath(id));
    },
  });
  const button = (
    <Button type="primary" icon={<PlusOutlined />} loading={create.isPending} onClick={() => create.mutate()}>
      新建课题
    </Button>
  );
  return (
    <>
      <header className="projects-head">
        <h1 className="page-title">{pageTitle('/projects')}</h1>
        {button}
        <p>把一个问题的分析、文件、拼图和备注放在一起，看清每个结果从哪里来；上游变了，哪些结果过期一眼看到。</p>
      </header>
      <section className="card projects-list">
        <Loaded query={query} name="课题列表">
          {({ results, count }) => {
            const old = results.filter((row) => row.archived);
            // Who takes the last one out of the archive is led back.
            const inArchive = archived && old.length > 0;
            const shown = inArchive ? old : results.filter((row) => !row.archived);
            return (
              <>
                {old.length > 0 && (
                  <div className="projects-filter">
                    <Segments
                      aria-label="显示哪些课题"
                      value={inArchive ? 'archived' : 'open'}
                      options={[
                        { value: 'open', label: `进行中 ${results.length - old.length}` },
                        { value: 'archived', label: `已归档 ${old.length}` },
                      ]}
                      onChange={(value) => setArchived(value === 'archived')}
                    />
                  </div>
                )}
                {shown.length === 0 ? (
                  <p className="projects-none">
                    {results.length === 0
                      ? '这里还没有课题。点「新建课题」，再从里面开始分析，或把已有的分析和文件放进来。'
                      : '没有进行中的课题。点「新建课题」，或在「已归档」里取消归档。'}
                  </p>
                ) : (
                  <ul>
                    {shown.map((row) => (
                      <Row key={row.id} row={row}>
                        {actions(row)}
                      </Row>
                    ))}
                  </ul>
                )}
                {count > 0 && (
                  <p className="caption">
                    共 {count} 个，最多 {PROJECTS_MAX} 个。
                  </p>
                )}
              </>
            );
          }}
        </Loaded>
      </section>
    </>
  );
}

function Row({ row, children }: { row: ProjectRow; children: React.ReactNode }) {
  return (
    <li className="projects-row">
      <Link to={projectPath(row.id)}>{row.name}</Link>
      <span className="caption">
        {countsText(row.counts)} · <When time={row.updated_at} />
      </span>
      {children}
    </li>
  );
}
