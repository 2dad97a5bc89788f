import type { Signatures } from '@oncoloom/contract';
import { type MenuEntry, menu } from '@oncoloom/tools/menu';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../api/query-keys.ts';
import { installedSignatures } from '../api/signatures.ts';

/** Short, for menu and search. */
export const NOT_INSTALLED = '未安装';

type Needing = Pick<MenuEntry, 'signature'>;

/** Lacks the server what a tool cannot run without? While that is not known it lacks nothing. */
export function isLacking({ signature }: Needing, known: Signatures | undefined): boolean {
  return signature !== null && known !== undefined && !known.signatures.some(({ family }) => family === signature);
}

/** Other tools of the same section that can run and give the same kind of result. */
export function insteadOf(entry: MenuEntry, known: Signatures | undefined, tools: readonly MenuEntry[] = menu): MenuEntry[] {
  return tools.filter(
    (one) =>
      one.family === entry.family &&
      one.section === entry.section &&
      one.taskType !== entry.taskType &&
      one.produces.some((what) => entry.produces.includes(what)) &&
      !isLacking(one, known),
  );
}

/** What is installed of signatures; asked once for all places that tell of it. @param needed Whether anything depends on it. */
export function useSignatures(needed: boolean) {
  return useQuery({
    enabled: needed,
    queryKey: keys.signatures,
    queryFn: ({ signal }) => installedSignatures({ signal, silent: true }),
    // An operator installs one while the server runs.
    staleTime: 10 * 60_000,
  });
}
