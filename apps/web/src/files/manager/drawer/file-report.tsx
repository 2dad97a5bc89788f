import type { FilePreview, FixFile } from '@oncoloom/contract';
import { Button } from 'antd';
import { FileStatus } from '../../file-status.tsx';
import { useManager } from '../manager-context.ts';
import { Report } from './report.tsx';
import { SampleTotals } from './sample-totals.tsx';

interface Props {
  preview: FilePreview;
  /** A new version is being made. */
  fixing: boolean;
  refused: Parameters<typeof Report>[0]['refused'];
  onFix: (fix: FixFile) => void;
  reading: boolean;
  onReadAgain: () => void;
}

/** Whether a file can be used and what it was read as; what was found in it, each with its remedy; how much was counted of each sample. */
export function FileReport({ preview, fixing, refused, onFix, reading, onReadAgain }: Props) {
  const { file, summary, findings, sample_totals: totals } = preview;
  const { askJoin } = useManager();
  return (
    <>
      <div className={`file-verdict is-${file.validation_status}`}>
        <FileStatus file={file} />
        <p>{summary}</p>
        {file.validation_status === 'invalid' && (
          <Button size="small" loading={reading} onClick={onReadAgain}>
            重新读取
          </Button>
        )}
      </div>
      <Report findings={findings} busy={fixing} refused={refused} onFix={onFix} onJoin={() => askJoin([file.id])} />
      {totals !== null && <SampleTotals totals={totals} />}
    </>
  );
}
