import type { Analysis, AnalysisResult } from '@oncoloom/contract';
import { type AnyTool, formatCount } from '@oncoloom/tool-kit';
import type { ReactNode } from 'react';
import { Folded } from './folded.tsx';
import { inputRows, type NamedValue, parameterRows } from './parameter-rows.ts';

function Values({ rows }: { rows: readonly NamedValue[] }) {
  return rows.map(({ name, value }) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ));
}

/** Values that a reader looks up: folded behind their number. */
function FoldedValues({ name, rows }: { name: string; rows: readonly NamedValue[] }) {
  if (rows.length === 0) return null;
  return (
    <Folded name={name} count={`${formatCount(rows.length)} 个`}>
      <dl>
        <Values rows={rows} />
      </dl>
    </Folded>
  );
}

interface ParametersCardProps {
  title: string;
  tool: AnyTool;
  analysis: Analysis;
  result: AnalysisResult | null;
  children?: ReactNode;
}

/** What a run was given and what it ran on. */
export function ParametersCard({ title, tool, analysis, result, children }: ParametersCardProps) {
  const inputs = inputRows(tool, analysis);
  const { R, ...packages } = result?.versions ?? {};
  return (
    <section className="card parameters" aria-label={title}>
      <h2 className="card-title">{title}</h2>
      <dl>
        <Values rows={parameterRows(tool, analysis)} />
        {inputs.map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {note !== '' && <small>{note}</small>}
            </dd>
          </div>
        ))}
        {result !== null && (
          <>
            {!('seed' in tool.parameters) && <Values rows={[{ name: '随机种子', value: String(result.seed) }]} />}
            {R !== undefined && <Values rows={[{ name: 'R', value: R }]} />}
            <Values rows={[{ name: '工具版本', value: analysis.tool_version }]} />
          </>
        )}
      </dl>
      <FoldedValues name="输入的校验和（SHA-256）" rows={inputs.map(({ name, sha256 }) => ({ name, value: sha256 }))} />
      <FoldedValues name="软件包的版本" rows={Object.entries(packages).map(([name, value]) => ({ name, value }))} />
      {children}
    </section>
  );
}
