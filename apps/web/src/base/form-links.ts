import type { MenuEntry } from '@oncoloom/tools/menu';

/** The tool's form filled as it was for an analysis, with some parameters set anew. */
export function formAgain(entry: MenuEntry, id: number, set: Readonly<Record<string, unknown>> = {}): string {
  const query = new URLSearchParams({ from: String(id) });
  if (Object.keys(set).length > 0) query.set('set', JSON.stringify(set));
  return `${entry.routes.analysis}?${query}`;
}

/** Another tool's form with this analysis as its data, or with the genes of one of its modules. */
export function formWithSource(next: MenuEntry, id: number, module?: string): string {
  const query = new URLSearchParams({ source: String(id), ...(module === undefined ? {} : { module }) });
  return `${next.routes.analysis}?${query}`;
}

/** A tool's form with some parameters set. */
export function formWith(entry: MenuEntry, set: Readonly<Record<string, unknown>>): string {
  return `${entry.routes.analysis}?${new URLSearchParams({ set: JSON.stringify(set) })}`;
}

/** A tool's form whose analysis belongs to a project. @param form The address of the form. */
export function formInProject(form: string, project: number): string {
  return `${form}?${new URLSearchParams({ project: String(project) })}`;
}
