import { statusGroup } from '@oncoloom/contract';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { resultPath } from '../../live/result-path.ts';
import { useTaskUpdates } from '../../live/task-store.ts';
import type { FormState } from './form-state.ts';

/** Who has waited longer has turned to something else. */
const SHORT_MS = 20_000;

interface Started {
  id: number;
  /** ms since 1970. */
  at: number;
  /** What was sent. */
  form: FormState;
}

/** Is the user at something that a new page would take away? */
const isBusy = (): boolean =>
  document.activeElement?.closest('textarea, input:not([type=radio], [type=checkbox]), [role=dialog], [role=menu]') != null;

/**
 * Opens the result of a run that ended soon after it was started from this page, unless its user has gone on: to another page, to the form, or into a
 * field or a dialog.
 * @returns to be told of each start
 */
export function useOpenedResult(entry: MenuEntry, form: FormState): (id: number) => void {
  const navigate = useNavigate();
  const [started, setStarted] = useState<Started>();
  const update = useTaskUpdates(({ updates }) => updates.find((cached) => cached.update.id === started?.id)?.update);
  const ended = update !== undefined && statusGroup(update.status) === 'done';
  useEffect(() => {
    if (started === undefined || !ended) return;
    setStarted(undefined);
    if (Date.now() - started.at <= SHORT_MS && started.form === form && !isBusy()) void navigate(resultPath(entry, started.id));
  }, [started, ended, form, entry, navigate]);
  return (id) => setStarted({ id, at: Date.now(), form });
}
