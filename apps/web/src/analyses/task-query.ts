import {
  DEFAULT_PAGE_SIZE,
  FIRST_PAGE,
  LIST_ORDERS,
  type ListOrder,
  PAGE_SIZES,
  STATUS_GROUPS,
  type StatusGroup,
} from '@oncoloom/contract';
import { toolPages } from '@oncoloom/tools/menu';
import { useSearchParams } from 'react-router';
import type { ListNarrowing, ListRequest } from '../api/analyses.ts';
import { STAY } from '../base/stay.ts';

/** What the list of all runs shows. It stands in the address: the way back leads to the same list. */
export interface TaskQuery {
  text: string;
  status: StatusGroup | undefined;
  starred: boolean;
  /** Empty: runs of no data set. */
  dataSet: string | undefined;
  taskType: string | undefined;
  order: ListOrder | undefined;
  page: number;
  size: number;
}

/** Nothing is left out. */
export const ALL_TASKS = {
  text: '',
  status: undefined,
  starred: false,
  dataSet: undefined,
  taskType: undefined,
} satisfies Partial<TaskQuery>;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined => values.find((value) => value === text);

/** What an address asks for; what it cannot mean is left out. */
function readTaskQuery(query: URLSearchParams): TaskQuery {
  const page = Number(query.get('page'));
  return {
    text: query.get('q') ?? '',
    status: oneOf(STATUS_GROUPS, query.get('status')),
    starred: query.get('starred') === '1',
    dataSet: query.get('data') ?? undefined,
    taskType: toolPages.find(({ taskType }) => taskType === query.get('type'))?.taskType,
    order: oneOf(LIST_ORDERS, query.get('by')),
    page: Number.isInteger(page) && page > 0 ? page : FIRST_PAGE,
    size: PAGE_SIZES.find((size) => String(size) === query.get('size')) ?? DEFAULT_PAGE_SIZE,
  };
}

/** The address of a list; what is as usual is not said. */
function writeTaskQuery({ text, status, starred, dataSet, taskType, order, page, size }: TaskQuery): URLSearchParams {
  const said: [string, string | undefined][] = [
    ['q', text === '' ? undefined : text],
    ['status', status],
    ['starred', starred ? '1' : undefined],
    ['data', dataSet],
    ['type', taskType],
    ['by', order],
    ['size', size === DEFAULT_PAGE_SIZE ? undefined : String(size)],
    ['page', page === FIRST_PAGE ? undefined : String(page)],
  ];
  return new URLSearchParams(said.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** What the server is asked to narrow the list to. */
export function narrowingOf({ text, status, starred, dataSet, taskType }: TaskQuery): ListNarrowing {
  return {
    ...(taskType === undefined ? {} : { task_type: taskType }),
    ...(status === undefined ? {} : { status }),
    ...(dataSet === undefined ? {} : { data_set: dataSet }),
    ...(starred ? { starred } : {}),
    ...(text === '' ? {} : { search_name: text }),
  };
}

export function listRequestOf(query: TaskQuery): ListRequest {
  const { order, page, size } = query;
  return { ...narrowingOf(query), ...(order === undefined ? {} : { order }), page, page_size: size };
}

export const isNarrowed = (query: TaskQuery): boolean => Object.keys(narrowingOf(query)).length > 0;

/** The list that the address asks for, and the way to another one; it starts on its first page unless a page is named. */
export function useTaskQuery(): [TaskQuery, (change: Partial<TaskQuery>) => void] {
  const [address, setAddress] = useSearchParams();
  const query = readTaskQuery(address);
  const change = (next: Partial<TaskQuery>) =>
    setAddress(writeTaskQuery({ ...query, page: FIRST_PAGE, ...next }), { replace: true, state: STAY });
  return [query, change];
}
