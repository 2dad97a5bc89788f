import type { ToolDefinition } from '@oncoloom/tool-kit';
import { followUps } from './follow-ups.ts';
import { formWithSource } from './form-links.ts';
import { LinkButton } from './link-button.tsx';

/** Tools that go on from this result; the first one is the recommended. */
export function NextSteps({ tool, id }: { tool: ToolDefinition; id: number }) {
  const steps = followUps(tool);
  if (steps.length === 0) return null;
  return (
    <nav className="next-steps" aria-label="接着做">
      <span aria-hidden>接着做</span>
      {steps.map(({ label, entry }, i) => (
        <LinkButton key={entry.taskType} to={formWithSource(entry, id)} {...(i === 0 ? { className: 'soft-button' } : {})}>
          {label} <small className="button-note">{entry.points} 点</small>
        </LinkButton>
      ))}
    </nav>
  );
}
