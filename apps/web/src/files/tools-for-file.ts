import type { UserFile } from '@oncoloom/contract';
import { fitsMatrix } from '@oncoloom/tool-kit';
import { type MenuEntry, menu } from '@oncoloom/tools/menu';
import { oncePerTool } from '../base/families.ts';

/**
 * The tools that a file is meant for, popular ones first: by its type, and those that start from a matrix by what its numbers and
 * row names are. @param file with its facts
 */
export function toolsFor(
  file: Pick<UserFile, 'file_type' | 'validation_status' | 'facts'>,
  tools: readonly MenuEntry[] = menu,
): MenuEntry[] {
  if (file.validation_status !== 'valid') return [];
  const matrix = file.facts?.matrix;
  const place = ({ popular }: MenuEntry) => popular ?? Number.POSITIVE_INFINITY;
  const meant = tools.filter(
    ({ takes, matrixRefusals }) =>
      takes.includes(file.file_type) && (file.file_type !== 'expression' || (matrix !== undefined && fitsMatrix(matrixRefusals, matrix))),
  );
  // A file of one's own belongs to the tools for files.
  return oncePerTool(meant, 'bulk').toSorted((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
}
