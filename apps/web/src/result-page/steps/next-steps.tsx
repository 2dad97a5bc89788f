import { DownOutlined } from '@ant-design/icons';
import { type Analysis, FAMILIES } from '@oncoloom/contract';
import { type AnyTool, isOfScore, rowSubjectOf } from '@oncoloom/tool-kit';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { Button } from 'antd';
import { Link } from 'react-router';
import { categoryOf } from '../../base/families.ts';
import { formWithSource } from '../../base/form-links.ts';
import { ActionMenu } from '../../base/parts/action-menu.tsx';
import { LinkButton } from '../../base/parts/link-button.tsx';
import { emptyTables, matrixOf } from './follow-ups.ts';
import { nextSteps } from './usual-steps.ts';

/** The others under the headings of their menus: two menus have tools of one name. */
function grouped(others: readonly MenuEntry[], id: number) {
  const headings = [...new Set([...FAMILIES].flatMap((family) => others.filter((entry) => entry.family === family)).map(categoryOf))];
  return headings.map((heading) => ({
    key: heading,
    type: 'group' as const,
    label: heading,
    children: others
      .filter((entry) => categoryOf(entry) === heading)
      .map((entry) => ({
        key: entry.taskType,
        label: (
          <Link to={formWithSource(entry, id)}>
            {entry.title} <small className="button-note">{entry.points} 点</small>
          </Link>
        ),
      })),
  }));
}

/** Tools that go on from this result, each with its form filled from it: the usual ones with their reason, the others behind a button. */
export function NextSteps({ tool, analysis: { id, family, result, parameters } }: { tool: AnyTool; analysis: Analysis }) {
  const { steps, others } = nextSteps(tool, {
    family,
    matrix: matrixOf(tool, result),
    rows: rowSubjectOf(result?.words ?? {}),
    empty: emptyTables(result),
    scored: isOfScore(parameters),
  });
  if (steps.length + others.length === 0) return null;
  return (
    <nav className="next-steps" aria-label="接着做">
      <span aria-hidden>接着做</span>
      {steps.map(({ entry, why }, i) => (
        <span className="next-step" key={entry.taskType}>
          <LinkButton to={formWithSource(entry, id)} {...(i === 0 ? { className: 'soft-button' } : {})}>
            {entry.title} <small className="button-note">{entry.points} 点</small>
          </LinkButton>
          <span className="caption">{why}</span>
        </span>
      ))}
      {others.length > 0 && (
        <ActionMenu menu={{ items: grouped(others, id), className: 'other-steps' }}>
          <Button>
            其余 {others.length} 个 <DownOutlined />
          </Button>
        </ActionMenu>
      )}
    </nav>
  );
}
