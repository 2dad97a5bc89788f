import { onSessionEnd } from '../accounts/session.ts';
import { queryClient } from '../api/query-client.ts';
import { keys } from '../api/query-keys.ts';
import { giveUp, sendFile } from '../api/upload.ts';
import { isActive, UploadQueue } from './upload-queue.ts';
import { refusalOf, waitUntilRead } from './use-upload.ts';

/** A hundred small files that arrive together are one change of the list. */
const SETTLE_MS = 500;

let settling: ReturnType<typeof setTimeout> | undefined;

function changed(): void {
  if (settling !== undefined) return;
  settling = setTimeout(() => {
    settling = undefined;
    for (const queryKey of [keys.files, keys.directories, keys.profile]) void queryClient.invalidateQueries({ queryKey });
  }, SETTLE_MS);
}

/** Uploads of this tab, whatever page is in view. */
export const uploadQueue = new UploadQueue({ send: sendFile, read: waitUntilRead, giveUp, refusalOf, changed, now: () => Date.now() });

window.addEventListener('online', () => uploadQueue.retryStopped());
window.addEventListener('beforeunload', (event) => {
  // The browser asks in its own words.
  if (uploadQueue.uploads.some(isActive)) event.preventDefault();
});

onSessionEnd(() => uploadQueue.abandon());
