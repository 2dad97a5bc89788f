import { TableOutlined } from '@ant-design/icons';
import { type AnalysisRow, statusGroup } from '@oncoloom/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { resultThumbnail } from '../api/analyses.ts';
import { ApiFailure } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { FewAtOnce } from '../app/few-at-once.ts';
import { useNear } from '../app/use-near.ts';

/** The server draws one figure at a time; the page has other calls to make meanwhile. */
const drawings = new FewAtOnce(2);
/** A server that is busy, or warms up, is asked again. */
const TRIES_MAX = 5;
const PAUSE_MS = 3_000;

/** An address for what was loaded, as long as it is shown. */
function useAddress(blob: Blob | null | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}

/** The first figure of a run's result, small; loaded when it comes near the window. */
export function ResultThumbnail({ row }: { row: Pick<AnalysisRow, 'id' | 'status' | 'updated_at'> }) {
  const place = useRef<HTMLSpanElement>(null);
  const [near, setNear] = useState(false);
  useNear(
    place,
    useCallback(() => setNear(true), []),
  );
  const done = statusGroup(row.status) === 'done';
  const { data } = useQuery({
    queryKey: keys.thumbnail(row.id, row.updated_at),
    queryFn: ({ signal }) => drawings.run(() => resultThumbnail(row.id, { signal, silent: true }), signal),
    enabled: near && done,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => count < TRIES_MAX && error instanceof ApiFailure && (error.status === 429 || error.status >= 500),
    retryDelay: PAUSE_MS,
  });
  const address = useAddress(data);
  return (
    <span className="result-thumbnail" ref={place} aria-hidden="true">
      {address === undefined ? data === null && <TableOutlined /> : <img className="on-white" src={address} alt="" />}
    </span>
  );
}
