import { DownloadOutlined } from '@ant-design/icons';
import { COHORT_FILE_HOURS, COHORT_FILE_POINTS, type Cohort, type CohortFileFormat } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { downloadCohortFile } from '../api/download.ts';
import { showSuccess } from '../base/notices.ts';
import { type CohortTableFile, FORMAT_WORDS, tablesOf } from './cohort-files.ts';

/** A table with a button for each format. */
function TableRow({ cohort, table }: { cohort: Cohort; table: CohortTableFile }) {
  const [fetching, setFetching] = useState<CohortFileFormat>();
  const { kind, withGtex, title, text, formats } = table;
  const download = async (format: CohortFileFormat) => {
    setFetching(format);
    const begun = await downloadCohortFile({ dataset: cohort.code, kind, with_gtex: withGtex ? 1 : 0, format });
    setFetching(undefined);
    if (begun === undefined) return;
    const { points_consumed: points, remaining_points: left } = begun;
    showSuccess(
      points > 0 ? `开始下载，用去 ${points} 点，还有 ${formatCount(left)} 点` : `开始下载，${COHORT_FILE_HOURS} 小时内已付过，不收点`,
    );
  };
  return (
    <li className="cohort-file">
      <div>
        <strong>{title}</strong>
        <span className="cohort-file-about">{text}</span>
      </div>
      {formats.length > 0 && (
        <div className="cohort-file-formats">
          {formats.map(({ format, size }) => (
            <Button
              key={format}
              icon={<DownloadOutlined />}
              loading={fetching === format}
              disabled={fetching !== undefined && fetching !== format}
              aria-label={`下载${title}，${FORMAT_WORDS[format]}，${size}，${COHORT_FILE_POINTS} 点`}
              onClick={() => void download(format)}
            >
              {FORMAT_WORDS[format]} <span className="cohort-file-size">{size}</span>
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

/** What of an installed cohort can be taken along, what it costs, and what has to be known of it. */
export function DownloadDialog({ cohort, open, onClose }: { cohort: Cohort; open: boolean; onClose: () => void }) {
  const { label, name, source, release, notes, simulated } = cohort;
  return (
    <Modal open={open} onCancel={onClose} footer={null} width={720} title={`下载 ${label} ${name}`} destroyOnHidden>
      {simulated && <p className="cohort-simulated">模拟演示队列：由程序生成，不是患者的数据，不能用于科研结论。文件里也写明。</p>}
      <p>
        每个文件 {COHORT_FILE_POINTS} 点，{COHORT_FILE_HOURS} 小时内再下载同一个文件不收点。下载中断后可以从断开处继续。
      </p>
      <ul className="cohort-files">
        {tablesOf(cohort).map((table) => (
          <TableRow key={table.title} cohort={cohort} table={table} />
        ))}
      </ul>
      <details className="cohort-notes">
        <summary>来源和处理（{release} 版）</summary>
        <p>{source}</p>
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </details>
    </Modal>
  );
}
