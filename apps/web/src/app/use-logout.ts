import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { endSession, signedIn } from '../accounts/session.ts';
import { endServerSession } from '../api/accounts.ts';
import { clearToken } from '../api/token.ts';
import { forgetEndedTasks } from '../live/ended-tasks.ts';
import { forgetUpdates } from '../live/task-store.ts';

/** Leaves the account, on the server too. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return () => {
    void endServerSession();
    // What is still under way would be refused, and a refusal reloads the page.
    void queries.cancelQueries();
    clearToken();
    navigate('/login');
  };
}

/**
 * Once the layout is gone because nobody is signed in any more, nothing of the account stays in this tab. Not earlier:
 * parts that still stand would ask for what is missing, without a token.
 */
export function useForgetAfterLogout(): void {
  const queries = useQueryClient();
  useEffect(
    () => () => {
      if (signedIn()) return;
      endSession();
      forgetUpdates();
      forgetEndedTasks();
      queries.clear();
    },
    [queries],
  );
}
