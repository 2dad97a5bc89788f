import type { MatrixFacts } from '@oncoloom/contract';
import { metadataOf, type Proposal, proposeFromMetadata } from '@oncoloom/tool-kit';
import { useMemo } from 'react';
import { type InputChoice, keyOfMatrix, matrixOf, titleOf } from './data/input-choice.ts';
import { studyNames } from './data/study-groups.ts';

/** One of several chosen matrices as a study, with what its own sample information proposes. */
interface KnownStudy {
  key: string;
  name: string;
  matrix: MatrixFacts;
  proposals: readonly Proposal[];
}

/** The chosen matrices that are known, in their order. */
export function useStudies(choice: InputChoice | undefined): KnownStudy[] {
  return useMemo(() => {
    const items = choice?.from === 'files' ? choice.items : [];
    const names = studyNames(items.map(titleOf));
    return items.flatMap((item, i) => {
      const matrix = matrixOf(item);
      if (matrix === undefined) return [];
      const proposals = matrix.annotations == null ? [] : proposeFromMetadata(metadataOf(matrix), matrix);
      return [{ key: keyOfMatrix(item), name: names[i] ?? titleOf(item), matrix, proposals }];
    });
  }, [choice]);
}
