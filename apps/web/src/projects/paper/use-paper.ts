import type { PaperFile, PaperRequest } from '@oncoloom/contract';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../api/client.ts';
import { downloadFrom } from '../../api/download.ts';
import { preparePaper } from '../../api/project-paper.ts';

/** What is being made, and how far it is. */
interface PaperProgress {
  file: PaperFile;
  percent: number;
  now: string;
}

/** Has documents of a project made and downloads them; who leaves the page or stops it waits no more. */
export function usePaper(project: number) {
  const [progress, setProgress] = useState<PaperProgress | undefined>();
  const left = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => left.current?.abort(), []);
  const download = async (request: PaperRequest) => {
    const { file } = request;
    const controller = new AbortController();
    left.current = controller;
    setProgress({ file, percent: 0, now: '读取结果' });
    try {
      const { download_url: url, filename } = await preparePaper(
        project,
        request,
        ({ done, total, now }) => setProgress({ file, percent: Math.floor((done / total) * 100), now }),
        { signal: controller.signal },
      );
      await downloadFrom(url, filename);
    } catch (error) {
      // The call has told why; who has stopped it knows.
      if (!(error instanceof ApiFailure) && !controller.signal.aborted) throw error;
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, download, stop: () => left.current?.abort() };
}
