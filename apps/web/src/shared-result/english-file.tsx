import { Button } from 'antd';
import { type ReactNode, useContext } from 'react';
import { sharedFilePath } from '../api/shares.ts';
import { SharedLink } from '../result-data/result-access.ts';

/** A link to a file of the shared result in English; the browser fetches it itself, and no sentence of the page is needed. */
export function EnglishFile({ fileKey, name, children }: { fileKey: string; name: string; children: ReactNode }) {
  const token = useContext(SharedLink) ?? '';
  return (
    <Button size="small" href={`/api${sharedFilePath(token, fileKey, name)}?lang=en`} download>
      {children}
    </Button>
  );
}
