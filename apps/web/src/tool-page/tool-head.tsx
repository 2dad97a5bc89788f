import { PlayCircleOutlined, ReadOutlined } from '@ant-design/icons';
import { expectedSeconds, type ToolDefinition } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { OutcomePicture } from './outcome-picture.tsx';
import { expectedTime } from './summary-card.tsx';

const HelpDrawer = lazy(() => import('./help-drawer.tsx'));

/** Size of a usual matrix, for the time that stands beside the title before a file is known. */
const USUAL = { rows: 20_000, columns: 50 };

interface Props {
  tool: ToolDefinition;
  example: boolean;
  onExample: () => void;
}

/** What the tool does, what comes out, and the two ways to get to know it. */
export function ToolHead({ tool, example, onExample }: Props) {
  const [help, setHelp] = useState<'closed' | 'open' | 'left'>('closed');
  const seconds = expectedSeconds(tool, {}, [USUAL]);
  return (
    <header className="tool-head">
      <div>
        <div className="tool-title">
          <h1 className="page-title">{tool.title}</h1>
          <span className="tool-tag">{tool.points} 点</span>
          <span className="tool-tag">{expectedTime(seconds)}</span>
        </div>
        <p className="tool-summary">{tool.summary}</p>
        <div className="tool-actions">
          <Button className="soft-button" icon={<PlayCircleOutlined />} disabled={example} onClick={onExample}>
            使用示例数据 <span className="button-note">不消耗点数</span>
          </Button>
          <Button type="link" icon={<ReadOutlined />} onClick={() => setHelp('open')}>
            帮助
          </Button>
        </div>
      </div>
      <figure className="card outcome">
        <div className="outcome-pictures">
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
