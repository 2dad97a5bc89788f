import { useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { ApiFailure } from '../api/client.ts';
import { useNear } from '../base/hooks/use-near.ts';
import { FewAtOnce } from './few-at-once.ts';

/** The server draws one figure at a time. All of the browser's connections waiting for that would keep every other call of the page back. */
const drawings = new FewAtOnce(2);
/** A server that is busy or does not answer is asked again; one whose engine warms up for longer. */
const TRIES_MAX = 5;
const WARMING_TRIES_MAX = 20;
const PAUSE_MS = 3_000;

const mayPass = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && (error.status === 0 || error.status === 429 || error.status >= 500);

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

/**
 * A small picture that the server draws when it is asked for, loaded when its place comes near the window.
 *
 * @param load Answers null where there is no picture.
 * @returns Its address: undefined until it is there, null where there is none.
 */
export function useDrawnPicture(
  place: RefObject<Element | null>,
  {
    key,
    load,
    enabled = true,
  }: { key: readonly unknown[]; load: (options: { signal: AbortSignal; silent: true }) => Promise<Blob | null>; enabled?: boolean },
): string | undefined | null {
  const [near, setNear] = useState(false);
  useNear(
    place,
    useCallback(() => setNear(true), []),
  );
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => drawings.run(() => load({ signal, silent: true }), signal),
    enabled: near && enabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => mayPass(error) && count < (error.status === 503 ? WARMING_TRIES_MAX : TRIES_MAX),
    retryDelay: PAUSE_MS,
  });
  const address = useAddress(data);
  return data === null ? null : address;
}
