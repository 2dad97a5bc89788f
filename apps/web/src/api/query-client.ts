import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './client.ts';

/** One cache for the whole page; the live channel writes into it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Only a call without an answer is worth repeating: an error that the server states will not change, and each try toasts.
      retry: (count, error) => error instanceof ApiFailure && error.status === 0 && count < 1,
      refetchOnWindowFocus: false,
    },
  },
});
