import { TableOutlined } from '@ant-design/icons';
import { type AnalysisRow, statusGroup } from '@oncoloom/contract';
import { useRef } from 'react';
import { resultThumbnail } from '../api/analyses.ts';
import { keys } from '../api/query-keys.ts';
import { useDrawnPicture } from '../pictures/use-drawn-picture.ts';
import './result-thumbnail.css';

/** The first figure of a run's result, small; loaded when it comes near the window. */
export function ResultThumbnail({ row }: { row: Pick<AnalysisRow, 'id' | 'status' | 'updated_at'> }) {
  const place = useRef<HTMLSpanElement>(null);
  const address = useDrawnPicture(place, {
    key: keys.thumbnail(row.id, row.updated_at),
    load: (options) => resultThumbnail(row.id, options),
    enabled: statusGroup(row.status) === 'done',
  });
  return (
    <span className="result-thumbnail" ref={place} aria-hidden="true">
      {address === null && <TableOutlined />}
      {address && <img className="on-white" src={address} alt="" />}
    </span>
  );
}
