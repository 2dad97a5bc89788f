import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { endSession } from '../accounts/session.ts';
import { endServerSession } from '../api/accounts.ts';
import { forgetEndedTasks } from '../live/ended-tasks.ts';
import { forgetUpdates } from '../live/task-store.ts';

/** Leaves the account, here and on the server; nothing of it stays in this tab. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return () => {
    // An answer of the dead session that is still under way must not count as one.
    void queries.cancelQueries();
    void endServerSession();
    endSession();
    forgetUpdates();
    forgetEndedTasks();
    navigate('/login');
    queries.clear();
  };
}
