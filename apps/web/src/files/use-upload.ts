import type { FileType, UserFile } from '@oncoloom/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../api/client.ts';
import { fileInfo, updateFile } from '../api/files.ts';
import { keys } from '../api/query-keys.ts';
import { sendFile } from '../api/upload.ts';

const POLL_MS = 1_000;

/** An upload under way or refused. */
export type UploadState =
  | { step: 'sending'; name: string; size: number; loaded: number }
  | { step: 'reading'; name: string; size: number }
  | { step: 'refused'; name: string; detail: string };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the platform has read a file. Throws what the signal or the server says. */
export async function waitUntilRead(file: UserFile, signal: AbortSignal): Promise<UserFile> {
  let current = file;
  while (current.validation_status === 'pending') {
    await pause(POLL_MS);
    signal.throwIfAborted();
    current = await fileInfo(file.id, { silent: true, signal });
  }
  return current;
}

/** Why a file that was read cannot be used. */
export function refusalOf(file: UserFile): string | undefined {
  if (file.validation_status !== 'invalid') return undefined;
  const finding = file.facts?.findings.find(({ level }) => level === 'must') ?? file.facts?.findings[0];
  return finding?.message ?? '这个文件没有通过检查。请检查内容，再上传一次。';
}

/** The same in a form, which offers no remedies of files: they stand in the file's report. */
export function formRefusalOf(file: UserFile): string | undefined {
  const refusal = refusalOf(file);
  const labels = file.facts?.findings.flatMap(({ level, fix }) => (level === 'must' && fix !== undefined ? `「${fix.label}」` : [])) ?? [];
  if (refusal === undefined || labels.length === 0) return refusal;
  return `${refusal}。文件已存到文件空间：在那里打开它，点${labels.join('或')}，再回来选用`;
}

/** A file that was taken for another kind is read as a table where that is what is asked for: a label and some markers look like a matrix. */
export async function asAsked(file: UserFile, types: readonly FileType[]): Promise<UserFile> {
  if (types.length === 0 || types.includes(file.file_type) || !types.includes('table')) return file;
  return updateFile(file.id, { file_type: 'table' }, { silent: true });
}

/**
 * Uploads one file and waits until it has been read.
 * @param types what is asked for: a single one is told, of several the content decides; none: any
 * @param onReady gets the file with its facts
 */
export function useUpload(types: readonly FileType[], onReady: (file: UserFile) => void) {
  const [state, setState] = useState<UploadState | undefined>();
  const running = useRef<AbortController | undefined>(undefined);
  const queries = useQueryClient();
  const ready = useRef(onReady);
  const asked = types.join(',');
  useEffect(() => {
    ready.current = onReady;
  }, [onReady]);
  useEffect(() => () => running.current?.abort(), []);

  const send = useCallback(
    async (file: File) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { name, size } = file;
      setState({ step: 'sending', name, size, loaded: 0 });
      try {
        const wanted = asked.split(',').filter((type) => type !== '') as FileType[];
        const [fileType, ...others] = wanted;
        const sent = await sendFile(
          {
            file,
            ...(fileType === undefined || others.length > 0 ? {} : { fileType }),
            onProgress: (loaded) => setState(loaded < size ? { step: 'sending', name, size, loaded } : { step: 'reading', name, size }),
          },
          controller.signal,
        );
        setState({ step: 'reading', name, size });
        const read = await asAsked(await waitUntilRead(sent, controller.signal), wanted);
        void queries.invalidateQueries({ queryKey: keys.files });
        const refusal = formRefusalOf(read);
        if (refusal === undefined) {
          setState(undefined);
          ready.current(read);
        } else setState({ step: 'refused', name, detail: refusal });
      } catch (error) {
        if (controller.signal.aborted) return;
        const detail = error instanceof ApiFailure ? error.message : '没有传完。请再传一次。';
        setState({ step: 'refused', name, detail });
      }
    },
    [asked, queries],
  );
  const cancel = useCallback(() => {
    running.current?.abort();
    setState(undefined);
  }, []);
  return { state, send, cancel };
}
