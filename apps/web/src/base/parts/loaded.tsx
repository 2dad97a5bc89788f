import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import './loaded.css';

interface Props<Data> {
  query: UseQueryResult<Data>;
  /** What is loaded, as it stands in 「…没有取到」. */
  name: string;
  /** Lines of the skeleton, about as tall as what comes. */
  rows?: number;
  children: (data: Data) => ReactNode;
}

/** What a call brings, with a skeleton after 300 ms before it and a way on when it fails. */
export function Loaded<Data>({ query, name, rows = 4, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError && !query.isFetching) {
    return (
      <p className="not-loaded" role="alert">
        {name}没有取到：{query.error.message}
        <Button type="link" size="small" onClick={() => void query.refetch()}>
          再取一次
        </Button>
      </p>
    );
  }
  return (
    <div className="loading-late" aria-busy="true">
      <Skeleton active title={false} paragraph={{ rows }} />
    </div>
  );
}
