import { DownOutlined } from '@ant-design/icons';
import type { Analysis } from '@oncoloom/contract';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import { Button, Dropdown } from 'antd';
import { Link } from 'react-router';
import { followUps, matrixOf } from './follow-ups.ts';
import { formWithSource } from './form-links.ts';
import { LinkButton } from './link-button.tsx';

/** More stand behind a button: a row of them is read, two rows are not. */
const SHOWN = 4;

/** Tools that go on from this result, each with its form filled from it; the first one is the recommended. */
export function NextSteps({ tool, analysis: { id, family, result } }: { tool: ToolDefinition; analysis: Analysis }) {
  const steps = followUps(tool, { family, matrix: matrixOf(tool, result) });
  if (steps.length === 0) return null;
  // A single one behind a button would take the place that the button takes.
  const shown = steps.length === SHOWN + 1 ? steps : steps.slice(0, SHOWN);
  const others = steps.slice(shown.length);
  return (
    <nav className="next-steps" aria-label="接着做">
      <span aria-hidden>接着做</span>
      {shown.map((entry, i) => (
        <LinkButton key={entry.taskType} to={formWithSource(entry, id)} {...(i === 0 ? { className: 'soft-button' } : {})}>
          {entry.title} <small className="button-note">{entry.points} 点</small>
        </LinkButton>
      ))}
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: others.map((entry) => ({
              key: entry.taskType,
              label: (
                <Link to={formWithSource(entry, id)}>
                  {entry.title} <small className="button-note">{entry.points} 点</small>
                </Link>
              ),
            })),
          }}
        >
          <Button>
            其余 {others.length} 个 <DownOutlined />
          </Button>
        </Dropdown>
      )}
    </nav>
  );
}
