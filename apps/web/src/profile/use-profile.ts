import type { Profile, ProfileUpdate } from '@oncoloom/contract';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../accounts/session.ts';
import { profile, updateProfile } from '../api/accounts.ts';
import { keys } from '../api/query-keys.ts';

/** The account of who is signed in. The page shows a failure itself. */
export function useProfile(): UseQueryResult<Profile> {
  return useQuery({ queryKey: keys.profile, queryFn: ({ signal }) => profile({ signal, silent: true }) });
}

/** Changes the profile, here and wherever the page shows the user. Throws an ApiFailure without a toast. */
export function useUpdateProfile(): (update: ProfileUpdate) => Promise<void> {
  const queries = useQueryClient();
  return async (update) => {
    const changed = await updateProfile(update, { silent: true });
    queries.setQueryData(keys.profile, changed);
    useSession.setState({ user: changed });
  };
}
