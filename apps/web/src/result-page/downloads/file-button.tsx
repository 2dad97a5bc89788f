import type { ResultFile } from '@oncoloom/contract';
import { Button, type ButtonProps } from 'antd';
import { useState } from 'react';
import { useResultAccess } from '../../result-data/result-access.ts';

/** Downloads a file of a result; busy while the server makes it. */
export function FileButton({
  analysisId,
  file,
  ...button
}: Omit<ButtonProps, 'onClick' | 'loading'> & { analysisId: number; file: ResultFile }) {
  const [busy, setBusy] = useState(false);
  const access = useResultAccess(analysisId);
  const download = async () => {
    setBusy(true);
    try {
      await access.download(file.file_key, file.filename);
    } finally {
      setBusy(false);
    }
  };
  return <Button size="small" {...button} loading={busy} onClick={() => void download()} />;
}
