import { FILE_PAGE_SIZE, FILE_TYPES, type FileType, PAGE_SIZES, VALIDATION_STATUSES } from '@oncoloom/contract';
import type { FileListRequest } from '../../api/files.ts';

export const SORTS = ['name', 'created_at', 'file_size', 'file_type'] as const;
export type SortBy = (typeof SORTS)[number];
export const SORT_WORDS: Record<SortBy, string> = { name: '名称', created_at: '上传时间', file_size: '大小', file_type: '类型' };
type Status = (typeof VALIDATION_STATUSES)[number];

/** What of the space is in view, and how: the whole of it stands in the page's address. */
export interface View {
  /** Null: the root. */
  folder: number | null;
  mode: 'list' | 'grid';
  sortBy: SortBy;
  order: 'asc' | 'desc';
  search: string;
  types: readonly FileType[];
  status: Status | undefined;
  /** First and last day, `2026-01-31`. */
  from: string | undefined;
  to: string | undefined;
  /** Looks for matches in the folder in view only. */
  here: boolean;
  page: number;
  pageSize: number;
  /** The file whose preview is open. */
  file: number | undefined;
}

/** As the specification has it: a list by name, ascending, 20 on a page. */
export const START_VIEW: View = {
  folder: null,
  mode: 'list',
  sortBy: 'name',
  order: 'asc',
  search: '',
  types: [],
  status: undefined,
  from: undefined,
  to: undefined,
  here: false,
  page: 1,
  pageSize: FILE_PAGE_SIZE,
  file: undefined,
};

const positive = (text: string | null): number | undefined => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);
const day = (text: string | null): string | undefined => (text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);

/** What takes all filters away. */
export const NO_FILTERS: Pick<View, 'types' | 'status' | 'from' | 'to'> = { types: [], status: undefined, from: undefined, to: undefined };

/** A folder is opened: what was looked for is left behind. */
export function openedAt(folder: number | null): Partial<View> {
  return { folder, search: '', here: false, ...NO_FILTERS };
}

/** Reads an address; what makes no sense is left out. */
export function readView(query: URLSearchParams): View {
  const types = (query.get('type') ?? '').split(',');
  return {
    folder: positive(query.get('folder')) ?? null,
    mode: query.get('view') === 'grid' ? 'grid' : 'list',
    sortBy: SORTS.find((sort) => sort === query.get('sort')) ?? START_VIEW.sortBy,
    order: query.get('order') === 'desc' ? 'desc' : 'asc',
    search: query.get('q') ?? '',
    types: FILE_TYPES.filter((type) => types.includes(type)),
    status: VALIDATION_STATUSES.find((status) => status === query.get('status')),
    from: day(query.get('from')),
    to: day(query.get('to')),
    here: query.get('in') === 'folder',
    page: positive(query.get('page')) ?? START_VIEW.page,
    pageSize: PAGE_SIZES.find((size) => String(size) === query.get('size')) ?? START_VIEW.pageSize,
    file: positive(query.get('file')),
  };
}

/** The address of a view; what is as it starts is left out. */
export function writeView(view: View): URLSearchParams {
  const fields: [string, string | number | null | undefined, string | number | null | undefined][] = [
    ['folder', view.folder, START_VIEW.folder],
    ['view', view.mode, START_VIEW.mode],
    ['sort', view.sortBy, START_VIEW.sortBy],
    ['order', view.order, START_VIEW.order],
    ['q', view.search, START_VIEW.search],
    ['type', view.types.join(','), ''],
    ['status', view.status, START_VIEW.status],
    ['from', view.from, START_VIEW.from],
    ['to', view.to, START_VIEW.to],
    ['in', view.here ? 'folder' : undefined, undefined],
    ['page', view.page, START_VIEW.page],
    ['size', view.pageSize, START_VIEW.pageSize],
    ['file', view.file, START_VIEW.file],
  ];
  const query = new URLSearchParams();
  for (const [name, value, start] of fields) if (value !== start && value !== null && value !== undefined) query.set(name, String(value));
  return query;
}

/** Changes of these keep the page that is in view; with any other one the list starts on page 1. */
const KEEPS_PAGE: readonly (keyof View)[] = ['page', 'file', 'mode'];

export function changeView(view: View, change: Partial<View>): View {
  const keeps = Object.keys(change).every((name) => KEEPS_PAGE.some((kept) => kept === name));
  return { ...view, ...(keeps ? {} : { page: 1 }), ...change };
}

export function filterCount(view: View): number {
  return [view.types.length > 0, view.status !== undefined, view.from !== undefined || view.to !== undefined].filter(Boolean).length;
}

/** Are files looked for, rather than a folder opened? */
export function isSearch(view: View): boolean {
  return view.search.trim() !== '' || filterCount(view) > 0;
}

/** What the server is asked for. */
export function requestOf(view: View): FileListRequest {
  const search = view.search.trim();
  return {
    page: view.page,
    page_size: view.pageSize,
    sort: view.sortBy,
    order: view.order,
    ...(search === '' ? {} : { name: search }),
    ...(view.types.length === 0 ? {} : { file_type: view.types.join(',') }),
    ...(view.status === undefined ? {} : { validation_status: view.status }),
    ...(view.from === undefined ? {} : { date_from: view.from }),
    ...(view.to === undefined ? {} : { date_to: view.to }),
  };
}
