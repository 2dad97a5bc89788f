import type { SeriesFetch, UserFile } from '@oncoloom/contract';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../api/client.ts';
import { fileInfo } from '../../api/files.ts';
import { useMergedArrays } from '../use-merged-arrays.ts';
import { formRefusalOf, waitUntilRead } from '../use-upload.ts';

interface Wanted {
  accession: string;
  names: readonly string[];
}

/** How far it is: the matrices are still on their way, they are being put together, it is there, or why it is not. */
export type Merging =
  | { state: 'fetching' | 'merging'; accession: string }
  | { state: 'done'; accession: string; file: UserFile }
  | { state: 'refused'; accession: string; why: string };

/** The newest file that a fetch of this name has become, or is becoming. */
const newest = (fetches: readonly SeriesFetch[], accession: string, name: string): SeriesFetch | undefined =>
  fetches.find((one) => one.accession === accession && one.name === name && (one.state !== 'done' || one.file !== null));

/** Names of matrices that are neither there nor on their way. */
export const missing = (fetches: readonly SeriesFetch[], { accession, names }: Wanted): string[] =>
  names.filter((name) => {
    const found = newest(fetches, accession, name);
    return found === undefined || found.state === 'refused';
  });

/**
 * Puts matrices of the same samples together as soon as they are all there and read.
 * @param onMade takes the matrix where one is asked for.
 */
export function useMerging(fetches: readonly SeriesFetch[], onMade: ((file: UserFile) => void) | undefined) {
  const [now, setNow] = useState<Merging>();
  const wanted = useRef<Wanted | undefined>(undefined);
  const made = useMergedArrays((file) => {
    setNow((before) => before && { state: 'done', accession: before.accession, file });
    onMade?.(file);
  });
  const merge = async ({ accession }: Wanted, files: readonly UserFile[]) => {
    const refuse = (why: string) => setNow({ state: 'refused', accession, why });
    setNow({ state: 'merging', accession });
    try {
      const read = await Promise.all(
        files.map(async ({ id }) => waitUntilRead(await fileInfo(id, { silent: true }), new AbortController().signal)),
      );
      const why = read.map(formRefusalOf).find((one) => one !== undefined);
      if (why === undefined) await made.mutateAsync(files.map(({ id }) => id));
      else refuse(why);
    } catch (error) {
      refuse(failureText(error, '没有合并成，请重试。'));
    }
  };
  const begin = useRef(merge);
  useEffect(() => {
    begin.current = merge;
  });
  useEffect(() => {
    const asked = wanted.current;
    if (asked === undefined) return;
    const found = asked.names.map((name) => newest(fetches, asked.accession, name));
    const refused = found.find((one) => one?.state === 'refused');
    const files = found.flatMap((one) => (one?.state === 'done' && one.file !== null ? [one.file] : []));
    if (refused !== undefined || files.length === asked.names.length) wanted.current = undefined;
    if (refused !== undefined)
      setNow({ state: 'refused', accession: asked.accession, why: `${refused.name} 没有取到，不能合并。请重试，取到后再合并。` });
    else if (files.length === asked.names.length) void begin.current(asked, files);
  }, [fetches]);
  return {
    now,
    /** Of matrices that are there already they are put together at once. */
    ask: (asked: Wanted) => {
      const found = asked.names.map((name) => newest(fetches, asked.accession, name));
      const files = found.flatMap((one) => (one?.state === 'done' && one.file !== null ? [one.file] : []));
      if (files.length === asked.names.length) return void merge(asked, files);
      wanted.current = asked;
      setNow({ state: 'fetching', accession: asked.accession });
    },
    /** The fetches could not begin. */
    giveUp: () => {
      wanted.current = undefined;
      setNow(undefined);
    },
  };
}
