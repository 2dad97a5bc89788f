import type { Analysis, AnalysisResult } from '@oncoloom/contract';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import type { ReactNode } from 'react';
import { inputRows, type NamedValue, parameterRows } from './parameter-rows.ts';

/** R and the engine's own packages first, then the others as they come. */
function versionRows(result: AnalysisResult): NamedValue[] {
  return Object.entries(result.versions)
    .map(([name, value]) => ({ name, value }))
    .sort((a, b) => Number(b.name === 'R') - Number(a.name === 'R'));
}

function Values({ rows }: { rows: readonly NamedValue[] }) {
  return rows.map(({ name, value }) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ));
}

interface ParametersCardProps {
  title: string;
  tool: ToolDefinition;
  analysis: Analysis;
  result: AnalysisResult | null;
  children?: ReactNode;
}

/** What a run was given and what it ran on. */
export function ParametersCard({ title, tool, analysis, result, children }: ParametersCardProps) {
  return (
    <section className="card parameters" aria-label={title}>
      <h2 className="card-title">{title}</h2>
      <dl>
        <Values rows={parameterRows(tool, analysis.parameters)} />
        {inputRows(tool, analysis).map(({ name, value, note, sha256 }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              <small title={`sha256 ${sha256}`}>
                {note} <span className="checksum">{`sha256 ${sha256.slice(0, 4)}…${sha256.slice(-4)}`}</span>
              </small>
            </dd>
          </div>
        ))}
        {result !== null && (
          <>
            <Values rows={[{ name: '随机种子', value: String(result.seed) }]} />
            <Values rows={versionRows(result)} />
            <Values rows={[{ name: '工具版本', value: analysis.tool_version }]} />
          </>
        )}
      </dl>
      {children}
    </section>
  );
}
