import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import { PROJECT_NAME_MAX, PROJECT_NOTES_MAX, type Project } from '@oncoloom/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { changeProject } from '../api/projects.ts';
import { keys } from '../api/query-keys.ts';
import { countsText } from './project-words.ts';

/** Has a change of the project written; what is shown of it follows. */
function useChange(id: number, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { name?: string; notes?: string }) => changeProject(id, change),
    onSuccess: (project) => {
      queries.setQueryData(keys.project(id), project);
      void queries.invalidateQueries({ queryKey: keys.projects });
      onDone();
    },
  });
}

function Name({ project }: { project: Project }) {
  const [draft, setDraft] = useState<string | null>(null);
  const change = useChange(project.id, () => setDraft(null));
  const save = () => {
    const name = draft?.trim() ?? '';
    if (change.isPending) return;
    if (name === '' || name === project.name) setDraft(null);
    else change.mutate({ name });
  };
  if (draft === null)
    return (
      <h1 className="page-title project-name">
        {project.name}
        <Button type="text" icon={<EditOutlined />} aria-label="改名" title="改名" onClick={() => setDraft(project.name)} />
      </h1>
    );
  return (
    <div className="project-rename">
      <h1 className="visually-hidden">{project.name}</h1>
      <Input
        autoFocus
        aria-label="课题的名字"
        value={draft}
        maxLength={PROJECT_NAME_MAX}
        onChange={(event) => setDraft(event.target.value)}
        onPressEnter={save}
        onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
      />
      <Button type="primary" loading={change.isPending} onClick={save}>
        保存
      </Button>
      <Button onClick={() => setDraft(null)}>取消</Button>
    </div>
  );
}

function Notes({ project }: { project: Project }) {
  const [draft, setDraft] = useState<string | null>(null);
  const change = useChange(project.id, () => setDraft(null));
  if (draft !== null)
    return (
      <div className="project-notes-edit">
        <Input.TextArea
          autoFocus
          aria-label="备注"
          value={draft}
          maxLength={PROJECT_NOTES_MAX}
          autoSize={{ minRows: 3, maxRows: 16 }}
          placeholder="要回答的问题、样本从哪里来、投哪个期刊"
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
        />
        <span>
          <Button type="primary" loading={change.isPending} onClick={() => change.mutate({ notes: draft.trim() })}>
            保存备注
          </Button>
          <Button onClick={() => setDraft(null)}>取消</Button>
        </span>
      </div>
    );
  if (project.notes === '')
    return (
      <Button type="link" size="small" className="project-add-notes" onClick={() => setDraft('')}>
        写备注
      </Button>
    );
  return (
    <p className="project-notes">
      {project.notes}
      <Button type="text" size="small" icon={<EditOutlined />} aria-label="改备注" title="改备注" onClick={() => setDraft(project.notes)} />
    </p>
  );
}

interface Props {
  project: Project;
  onAdd: () => void;
  onNew: () => void;
  children: ReactNode;
}

/** Name, counts and notes of a project, and what can be done in it. */
export function ProjectHead({ project, onAdd, onNew, children }: Props) {
  return (
    <header className="project-head">
      <div className="project-title">
        <Name project={project} />
        <p className="caption">
          {countsText(project.counts)}
          {project.archived && ' · 已归档'}
        </p>
        <Notes project={project} />
      </div>
      <div className="project-buttons">
        {!project.archived && (
          <>
            <Button icon={<PlusOutlined />} onClick={onAdd}>
              放进已有的
            </Button>
            <Button type="primary" icon={<PlusOutlined />} onClick={onNew}>
              新建分析
            </Button>
          </>
        )}
        {children}
      </div>
    </header>
  );
}
