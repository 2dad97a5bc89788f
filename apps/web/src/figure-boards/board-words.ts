import type { BoardRow } from '@oncoloom/contract';

export const boardPath = (id: number): string => `/figure-boards/${id}`;

/** What a new board is called: 图 1, or the next number that no other one has. */
export function freeName(boards: readonly Pick<BoardRow, 'name'>[]): string {
  const taken = new Set(boards.map(({ name }) => name));
  for (let number = 1; ; number += 1) if (!taken.has(`图 ${number}`)) return `图 ${number}`;
}
