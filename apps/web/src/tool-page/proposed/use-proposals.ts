import type { MatrixFacts } from '@oncoloom/contract';
import { metadataOf, type Proposal, proposeFromMetadata } from '@oncoloom/tool-kit';
import { useMemo } from 'react';
import { type InputChoice, matrixOf } from '../form/form-state.ts';

/** What a chosen matrix's own sample information proposes; nothing while it tells nothing of its samples. */
export function useProposals(choice: InputChoice | undefined): { matrix: MatrixFacts | undefined; proposals: readonly Proposal[] } {
  return useMemo(() => {
    const matrix = matrixOf(choice);
    const proposals = matrix?.annotations == null ? [] : proposeFromMetadata(metadataOf(matrix), matrix);
    return { matrix, proposals };
  }, [choice]);
}

/** The proposals of one kind, in their order. */
export function proposalsOf<K extends Proposal['kind']>(proposals: readonly Proposal[], kind: K): Extract<Proposal, { kind: K }>[] {
  return proposals.filter((one): one is Extract<Proposal, { kind: K }> => one.kind === kind);
}
