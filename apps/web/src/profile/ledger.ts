import { DEFAULT_PAGE_SIZE, FIRST_PAGE, PAGE_SIZES } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';

/** A change of points with its sign: +60, −10. */
export function signedPoints(change: number): string {
  return change > 0 ? `+${formatCount(change)}` : formatCount(change);
}

interface LedgerView {
  page: number;
  pageSize: number;
}

/** Which page of the ledger an address asks for; what makes no sense is the first page of usual length. */
export function readLedgerView(search: URLSearchParams): LedgerView {
  const page = Number(search.get('page') ?? FIRST_PAGE);
  const size = Number(search.get('page_size') ?? DEFAULT_PAGE_SIZE);
  return {
    page: Number.isSafeInteger(page) && page >= FIRST_PAGE ? page : FIRST_PAGE,
    pageSize: PAGE_SIZES.find((known) => known === size) ?? DEFAULT_PAGE_SIZE,
  };
}
