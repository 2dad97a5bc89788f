import type { FigureThemes } from '@oncoloom/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getFigureThemes, putFigureThemes } from '../api/figure-themes.ts';
import { keys } from '../api/query-keys.ts';

/** The looks that the user keeps, and what puts others in their place: results drawn with the earlier ones are fetched anew. */
export function useFigureThemes() {
  const queries = useQueryClient();
  const query = useQuery({ queryKey: keys.figureThemes, queryFn: ({ signal }) => getFigureThemes({ signal }) });
  const { mutate, isPending } = useMutation({
    // In the order in which they were made: the last one stays.
    scope: { id: 'figure-themes' },
    mutationFn: (next: FigureThemes) => putFigureThemes(next),
    onMutate: (next) => queries.setQueryData(keys.figureThemes, next),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.analysisPages }),
    onError: () => queries.invalidateQueries({ queryKey: keys.figureThemes }),
  });
  return { query, write: mutate, isPending };
}
