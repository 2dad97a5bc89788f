import type { UserFile } from '@oncoloom/contract';
import { Button, type ButtonProps } from 'antd';
import { lazy, Suspense, useState } from 'react';

const AccessionDrawer = lazy(() => import('./accession-drawer.tsx'));

interface Props extends Pick<ButtonProps, 'type' | 'size' | 'icon'> {
  directoryId?: number | null;
  /** Takes a file where one is asked for; then the drawer closes. */
  onFile?: (file: UserFile) => void;
  /** It stays open: several files are asked for. */
  keepOpen?: boolean;
}

/** Opens the box in which series of GEO are fetched by their numbers. */
export function AccessionButton({ directoryId = null, onFile, keepOpen = false, ...button }: Props) {
  const [open, setOpen] = useState(false);
  const take = (file: UserFile) => {
    if (!keepOpen) setOpen(false);
    onFile?.(file);
  };
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        GEO 编号
      </Button>
      {open && (
        <Suspense>
          <AccessionDrawer directoryId={directoryId} onFile={onFile && take} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
