import { PROJECTS_MAX } from '@oncoloom/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getAnalysisValues } from '../../api/analyses.ts';
import { listProjects } from '../../api/projects.ts';
import { keys } from '../../api/query-keys.ts';

const OPEN = { archived: false, page_size: PROJECTS_MAX };

const identity = (text: string | null): number | undefined => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** The project that a new analysis is put into. */
interface FormProject {
  /** Null: into none. Undefined while it is not known yet. */
  chosen: number | null | undefined;
  choices: readonly { id: number; name: string }[];
  choose: (id: number | null) => void;
}

/**
 * The project that a form's analysis is put into: what was chosen; else the one that the address names; else that of the analysis that the form
 * continues or repeats.
 */
export function useFormProject(query: URLSearchParams): FormProject {
  const [own, setOwn] = useState<number | null | undefined>();
  const named = identity(query.get('project'));
  const earlier = identity(query.get('source') ?? query.get('from'));
  const { data: projects, isError: unlisted } = useQuery({
    queryKey: keys.projectList(OPEN),
    queryFn: ({ signal }) => listProjects(OPEN, { signal, silent: true }),
  });
  const { data: before, isError: gone } = useQuery({
    queryKey: keys.analysis(earlier ?? 0),
    queryFn: ({ signal }) => getAnalysisValues(earlier ?? 0, { signal, silent: true }),
    enabled: named === undefined && earlier !== undefined,
    retry: false,
  });
  const choices = projects?.results ?? [];
  const proposed = named ?? before?.project_id ?? null;
  const settled = (projects !== undefined || unlisted) && (named !== undefined || earlier === undefined || before !== undefined || gone);
  // One that is archived or gone takes nothing.
  const usable = proposed !== null && choices.some(({ id }) => id === proposed) ? proposed : null;
  return { chosen: own !== undefined ? own : settled ? usable : named, choices, choose: setOwn };
}
