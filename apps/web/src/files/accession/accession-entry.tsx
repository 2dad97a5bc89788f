import type { UserFile } from '@oncoloom/contract';
import { Button, Input } from 'antd';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import './accession.css';

const AccessionDrawer = lazy(() => import('./accession-drawer.tsx'));

/** A line for the number of a series of GEO; what there is of it opens beside. */
export function AccessionEntry({ onFile }: { onFile: (file: UserFile) => void }) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') setAsked(typed.trim());
  };
  const take = (file: UserFile) => {
    setAsked(undefined);
    onFile(file);
  };
  return (
    <>
      <form className="accession-line" onSubmit={submit}>
        <Input aria-label="GEO 编号" placeholder="GEO 编号，如 GSE4107" value={typed} onChange={({ target }) => setTyped(target.value)} />
        <Button htmlType="submit" disabled={typed.trim() === ''}>
          查找
        </Button>
      </form>
      {asked !== undefined && (
        <Suspense>
          <AccessionDrawer asked={asked} onFile={take} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  );
}
