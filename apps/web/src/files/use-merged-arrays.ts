import type { UserFile } from '@oncoloom/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mergeArrays } from '../api/files.ts';
import { keys } from '../api/query-keys.ts';

/** Makes one matrix of genes of the same samples on several arrays. */
export function useMergedArrays(onMade: (file: UserFile) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly number[]) => mergeArrays({ file_ids: [...ids] }, { silent: true }),
    onSuccess: async (file) => {
      await Promise.all([keys.files, keys.directories, keys.profile].map((queryKey) => client.invalidateQueries({ queryKey })));
      onMade(file);
    },
  });
}
