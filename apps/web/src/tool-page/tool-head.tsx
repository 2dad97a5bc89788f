import { PlayCircleOutlined, ReadOutlined } from '@ant-design/icons';
import { defaultValues, expectedSeconds, type ToolDefinition } from '@oncoloom/tool-kit';
import { type MenuEntry, toolPages } from '@oncoloom/tools/menu';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { insteadOf, isLacking, useSignatures } from '../live/not-installed.ts';
import { NEEDS_PLAN } from '../upgrade/needs-plan.ts';
import { OutcomePicture } from './preview/outcome-picture.tsx';
import { expectedTime } from './summary-card.tsx';

const HelpDrawer = lazy(() => import('./help-drawer.tsx'));

/** Size of a usual matrix, for the time that stands beside the title before a file is known. */
const USUAL = { rows: 20_000, columns: 50 };

/** Pages that draw from this tool's results, in its own menu. */
const partsOf = ({ taskType, family }: MenuEntry) => toolPages.filter((page) => page.partOf === taskType && page.family === family);

/** What the server lacks for the tool, before anything is filled in, and what can be used instead. */
function NotInstalled({ entry }: { entry: MenuEntry }) {
  const { data } = useSignatures(entry.signature !== null);
  if (!isLacking(entry, data)) return null;
  const others = insteadOf(entry, data);
  return (
    <p className="not-installed" role="note">
      这台服务器还没有装它要用的签名，现在不能运行，示例也不能。
      {others.length > 0 && '可以先用'}
      {others.map(({ routes, title }, i) => (
        <span key={routes.analysis}>
          {i > 0 && '、'}
          <Link to={routes.analysis}>{title}</Link>
        </span>
      ))}
      {others.length > 0 && '。'}
      需要它时请联系管理员：安装命令在服务器的运行状态页（/status）。
    </p>
  );
}

interface Props {
  entry: MenuEntry;
  tool: ToolDefinition;
  example: boolean;
  onExample: () => void;
}

/** What the tool does, what comes out, and the two ways to get to know it. */
export function ToolHead({ entry, tool, example, onExample }: Props) {
  const [help, setHelp] = useState<'closed' | 'open' | 'left'>('closed');
  const seconds = expectedSeconds(tool, defaultValues(tool), [USUAL]);
  return (
    <header className="tool-head">
      <div>
        <div className="tool-title">
          <h1 className="page-title">{tool.title}</h1>
          <span className="tool-tag">{tool.points} 点</span>
          {tool.premium && <span className="tool-tag">{NEEDS_PLAN}</span>}
          <span className="tool-tag">{expectedTime(seconds)}</span>
        </div>
        <p className="tool-summary">{tool.summary}</p>
        <NotInstalled entry={entry} />
        <div className="tool-actions">
          <Button className="soft-button" icon={<PlayCircleOutlined />} disabled={example} onClick={onExample}>
            使用示例数据 <span className="button-note">不消耗点数</span>
          </Button>
          <Button type="link" icon={<ReadOutlined />} onClick={() => setHelp('open')}>
            帮助
          </Button>
          {partsOf(entry).map(({ routes, title }) => (
            <Link key={routes.analysis} to={routes.analysis} className="tool-part">
              {title}：从结果画图
            </Link>
          ))}
        </div>
      </div>
      <figure className="card outcome">
        <div className="outcome-pictures on-white">
          <OutcomePicture tool={tool} />
        </div>
        <figcaption className="caption">得到：{tool.outcome}</figcaption>
      </figure>
      {help !== 'closed' && (
        <Suspense fallback={null}>
          <HelpDrawer tool={tool} open={help === 'open'} onClose={() => setHelp('left')} />
        </Suspense>
      )}
    </header>
  );
}
