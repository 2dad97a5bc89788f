import { FileTextOutlined, WarningOutlined } from '@ant-design/icons';
import { FAMILY_TITLES, type Lineage, type LineageFile, type LineageStep } from '@oncoloom/contract';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { ResultThumbnail } from '../analyses/result-thumbnail.tsx';
import { resultPath, toolOf } from '../live/result-path.ts';
import { TaskStatus } from '../live/task-status.tsx';
import { FILE, layOut, STEP } from './graph-layout.ts';
import { reasonText } from './project-words.ts';

/** How one step came from another: sources on the left. Every box is a link to what it shows, in the order of the steps. */
export function StepsGraph({ lineage, menuOf }: { lineage: Lineage; menuOf: (step: LineageStep) => ReactNode }) {
  const places = useMemo(() => layOut(lineage), [lineage]);
  const { steps, files } = lineage;
  const stale = new Set(steps.filter((step) => step.stale.length > 0).map(({ id }) => id));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what overflows is scrolled by the arrow keys
    <section className="steps-graph" aria-label="分析的先后" tabIndex={0}>
      <div className="steps-canvas" style={{ width: places.width, height: places.height }}>
        <svg width={places.width} height={places.height} aria-hidden="true" focusable="false">
          {places.edges.map(({ key, path, to }) => (
            <path key={key} d={path} className={stale.has(to) ? 'is-stale' : undefined} />
          ))}
        </svg>
        <ul>
          {files.map((file) => (
            <li key={file.id} style={{ ...boxAt(places.files.get(file.id)), ...FILE }}>
              <FileBox file={file} />
            </li>
          ))}
        </ul>
        <ol>
          {steps.map((step) => (
            <li key={step.id} style={{ ...boxAt(places.steps.get(step.id)), ...STEP }}>
              <StepBox step={step} />
              {!step.outside && <span className="step-menu">{menuOf(step)}</span>}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const boxAt = (place: { x: number; y: number } | undefined) => ({ left: place?.x ?? 0, top: place?.y ?? 0 });

function FileBox({ file: { id, name, version, outside } }: { file: LineageFile }) {
  return (
    <Link className={outside ? 'file-box is-outside' : 'file-box'} to={`/file-manager?file=${id}`} title={name}>
      <FileTextOutlined />
      <span>
        <span className="box-name">{name}</span>
        <span className="caption">
          第 {version} 版{outside ? '，不在课题里' : ''}
        </span>
      </span>
    </Link>
  );
}

function StepBox({ step }: { step: LineageStep }) {
  const { id, name, headline, stale, status, outside, again, created_at } = step;
  const entry = toolOf(step);
  const className = `step-box${stale.length > 0 ? ' is-stale' : ''}${outside ? ' is-outside' : ''}`;
  const reasons = stale.map(reasonText).join('；');
  const inside = (
    <>
      <span className="caption step-tool">
        {entry?.title ?? step.tool_title}
        {outside && <span> · {entry === undefined ? '' : FAMILY_TITLES[entry.family]} 不在课题里</span>}
      </span>
      <span className="step-main">
        <span className="box-name">{name}</span>
        <ResultThumbnail row={{ id, status, updated_at: created_at }} />
      </span>
      <span className="step-headline">{headline ?? ''}</span>
      <span className="step-state">
        <TaskStatus row={{ status, progress: 0, queue_position: null, error_msg: null }} />
        {stale.length > 0 && (
          <span className="stale-badge" title={reasons}>
            <WarningOutlined /> 过期
            <span className="visually-hidden">：{reasons}</span>
          </span>
        )}
        {again !== null && <span className="again-note">{again.status === 'failed' ? '重新运行失败' : '正在重新运行'}</span>}
      </span>
    </>
  );
  if (entry === undefined) return <span className={className}>{inside}</span>;
  return (
    <Link className={className} to={resultPath(entry, id)}>
      {inside}
    </Link>
  );
}
