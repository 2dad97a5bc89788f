import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { failureText } from '../../api/client.ts';

interface Props {
  /** What is loaded, as it stands in 「…没有取到」. */
  what: string;
  query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>;
}

/** Says in a field that what it offers could not be loaded, and offers to try again; nothing while there is something to offer. */
export function NotLoaded({ what, query: { data, error, isFetching, refetch } }: Props) {
  if (error === null || data !== undefined) return null;
  return (
    <p className="field-error" role="alert">
      {what}没有取到：{failureText(error, '服务器没有回答。')}
      <Button type="link" size="small" loading={isFetching} onClick={() => void refetch()}>
        再取一次
      </Button>
    </p>
  );
}
