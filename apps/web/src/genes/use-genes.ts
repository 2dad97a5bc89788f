import type { GeneSuggestion } from '@oncoloom/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { suggestGenes } from '../api/genes.ts';
import { keys } from '../api/query-keys.ts';
import { useDebounced } from '../base/hooks/use-debounced.ts';
import { mayNameGene } from './gene-words.ts';

const TYPING_MS = 180;
const NONE: readonly GeneSuggestion[] = [];

export interface Genes {
  /** While the next ones are on their way, the last ones. */
  offered: readonly GeneSuggestion[];
  /** They belong to the text as it stands now. */
  current: boolean;
  /** Those for the text as it stands now are still to come. */
  pending: boolean;
  /** Asks again where the register could not be asked: that none is offered says nothing then. */
  askAgain: (() => void) | undefined;
}

/** Genes for a text as it is typed; none where it can name none. A register that cannot be asked offers none: any name can be typed. */
export function useGenes(text: string, enabled = true): Genes {
  const asked = text.trim();
  const settled = useDebounced(asked, TYPING_MS);
  const query = useQuery({
    queryKey: keys.genes(settled),
    queryFn: ({ signal }) => suggestGenes(settled, { silent: true, signal }),
    enabled: enabled && mayNameGene(settled),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!enabled || !mayNameGene(asked)) return { offered: NONE, current: true, pending: false, askAgain: undefined };
  const pending = settled !== asked || query.isFetching;
  return {
    offered: query.data?.results ?? NONE,
    current: !pending && query.isSuccess && !query.isPlaceholderData,
    pending,
    askAgain: !pending && query.isError ? () => void query.refetch() : undefined,
  };
}
