import type { Project } from '@oncoloom/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiFailure } from '../api/client.ts';
import { addToProject, getProject, type ProjectThings, takeFromProject } from '../api/projects.ts';
import { keys } from '../api/query-keys.ts';
import { showSuccess } from '../base/notices.ts';
import { usePageTitle } from '../base/page-title.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { AddThings } from './add-things.tsx';
import { NewAnalysis } from './new-analysis.tsx';
import { ProjectPaper } from './paper/project-paper.tsx';
import { ProjectHead } from './project-head.tsx';
import { ProjectSteps } from './project-steps.tsx';
import { ProjectBoards, ProjectFiles } from './project-things.tsx';
import { ShareProject } from './share-project.tsx';
import { useProjectActions } from './use-project-actions.tsx';
import './projects.css';

/** The page of one project. */
export default function ProjectPage() {
  const { id: text = '' } = useParams();
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  const query = useQuery({
    queryKey: keys.project(id),
    queryFn: ({ signal }) => getProject(id, { signal, silent: true }),
    enabled: id > 0,
  });
  if (id === 0 || (query.error instanceof ApiFailure && query.error.status === 404)) return <NoProject />;
  return (
    <Loaded query={query} name="课题" rows={8}>
      {(project) => <Whole key={id} project={project} />}
    </Loaded>
  );
}

function NoProject() {
  return (
    <section className="card project-nothing" role="alert">
      <h1 className="page-title">没有这个课题</h1>
      <p>它可能已经删除。</p>
      <Link to="/projects">回到课题列表</Link>
    </section>
  );
}

function Whole({ project }: { project: Project }) {
  const { id, archived } = project;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<'add' | 'new' | undefined>();
  const actions = useProjectActions(() => navigate('/projects'));
  usePageTitle(project.name);
  const refresh = (changed: Project) => {
    queries.setQueryData(keys.project(id), changed);
    return Promise.all(
      [keys.projects, keys.files, keys.boards, keys.analysisLists].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
  const add = useMutation({
    mutationFn: (things: ProjectThings) => addToProject(id, things),
    onSuccess: async (changed) => {
      setDialog(undefined);
      showSuccess('已放进课题。');
      await refresh(changed);
    },
  });
  const take = useMutation({
    mutationFn: (things: ProjectThings) => takeFromProject(id, things),
    onSuccess: async (changed) => {
      showSuccess('已移出课题，没有删除。');
      await refresh(changed);
    },
  });
  return (
    <div className="project">
      <ProjectHead project={project} onAdd={() => setDialog('add')} onNew={() => setDialog('new')}>
        <ShareProject project={project.id} />
        {actions(project)}
      </ProjectHead>
      <ProjectSteps project={id} archived={archived} onTake={take.mutate} />
      <div className="project-columns">
        <ProjectFiles project={id} archived={archived} onAdd={add.mutate} onTake={take.mutate} />
        <ProjectBoards project={id} archived={archived} onTake={take.mutate} />
      </div>
      <ProjectPaper project={id} />
      {dialog === 'add' && <AddThings project={id} adding={add.isPending} onAdd={add.mutate} onClose={() => setDialog(undefined)} />}
      {dialog === 'new' && <NewAnalysis project={id} onClose={() => setDialog(undefined)} />}
    </div>
  );
}
