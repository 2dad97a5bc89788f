import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listProjects } from '../api/projects.ts';
import { keys } from '../api/query-keys.ts';
import { When } from '../base/parts/when.tsx';
import { countsText, projectPath } from './project-words.ts';
import './projects.css';

const LAST = { archived: false, page_size: 1 };

/** The open project that was changed last; nothing where there is none. */
export function LastProject() {
  const { data } = useQuery({ queryKey: keys.projectList(LAST), queryFn: ({ signal }) => listProjects(LAST, { signal, silent: true }) });
  const [project] = data?.results ?? [];
  if (project === undefined) return null;
  return (
    <section className="card last-project" aria-labelledby="last-project">
      <h2 className="small-title" id="last-project">
        最近的课题
      </h2>
      <Link to={projectPath(project.id)}>{project.name}</Link>
      <span className="caption">
        {countsText(project.counts)} · <When time={project.updated_at} />
      </span>
      <Link to="/projects">全部课题</Link>
    </section>
  );
}
