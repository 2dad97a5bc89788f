import type { Analysis } from '@oncoloom/contract';
import type { AnyTool, EmptyHint } from '@oncoloom/tool-kit';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { formAgain } from '../../base/form-links.ts';
import { LinkButton } from '../../base/parts/link-button.tsx';

/** Whether the tool says that nothing was found. */
export function isEmptyResult(tool: AnyTool, analysis: Pick<Analysis, 'result'>): boolean {
  const { empty } = tool.texts;
  return empty !== undefined && analysis.result?.facts[empty.when] === false;
}

/** Hints that would change something: a threshold that the run already had is no way on. */
export function usefulHints(hints: readonly EmptyHint[], parameters: Readonly<Record<string, unknown>>): EmptyHint[] {
  return hints.filter(
    (hint) => hint.parameters === undefined || Object.entries(hint.parameters).some(([name, value]) => parameters[name] !== value),
  );
}

/** Ordered ways on from an empty result, each back to the form with its change filled in. */
export function EmptyHints({ entry, tool, analysis }: { entry: MenuEntry; tool: AnyTool; analysis: Analysis }) {
  const hints = usefulHints(tool.texts.empty?.next ?? [], analysis.parameters);
  if (hints.length === 0) return null;
  return (
    <section className="card hints">
      <h2 className="card-title">可以这样接着看</h2>
      <ul>
        {hints.map(({ title, text, parameters, reading }, i) => (
          <li key={title}>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            {reading !== true && (
              <LinkButton to={formAgain(entry, analysis.id, parameters)} {...(i === 0 ? { className: 'soft-button' } : {})}>
                <span className="visually-hidden">{title}：</span>
                {parameters === undefined ? '回到表单' : '改好再运行'}
                {parameters !== undefined && !analysis.example && <small className="button-note">{entry.points} 点</small>}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
