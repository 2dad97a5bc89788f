import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { onUpgradeNeeded } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { closeUpgrade, openUpgrade, upgraded, useUpgrade } from './open-upgrade.ts';

const UpgradeDialog = lazy(() => import('./upgrade-dialog.tsx'));

/** The one upgrade dialog of the page: opened by hand or by a 406, its code loaded when it is wanted for the first time. */
export function UpgradeHost() {
  const { open, reason } = useUpgrade();
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  const queries = useQueryClient();
  useEffect(() => onUpgradeNeeded((text) => openUpgrade({ reason: text })), []);
  const succeed = () => {
    void queries.invalidateQueries({ queryKey: keys.subscription });
    void queries.invalidateQueries({ queryKey: keys.ledger });
    void upgraded();
  };
  return (
    wanted && (
      <Suspense fallback={null}>
        <UpgradeDialog open={open} reason={reason} onSuccess={succeed} onClose={closeUpgrade} />
      </Suspense>
    )
  );
}
