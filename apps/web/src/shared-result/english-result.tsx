import type { SharedAnalysis, SharedEnglish } from '@oncoloom/contract';
import { formatCount, shownFigures, type ToldTool } from '@oncoloom/tool-kit';
import { ConfigProvider } from 'antd';
import english from 'antd/locale/en_US';
import { exactTime } from '../base/time.ts';
import { Marked } from '../result-page/about/marked.tsx';
import { EnglishFigure } from './english-figure.tsx';
import { EnglishFile } from './english-file.tsx';
import { EnglishTable } from './english-table.tsx';
import { wordsIn } from './words.ts';

const say = wordsIn('en');

interface Props {
  tool: ToldTool;
  shared: SharedAnalysis;
  names: SharedEnglish;
}

/** A shared result for readers of English: what was found, figures with legends, tables, methods and references. */
export function EnglishResult({ tool, shared: { share, analysis }, names }: Props) {
  const { result } = analysis;
  const { R, ...packages } = result.versions;
  const robust = result.robustness.filter(({ finding }) => finding !== null);
  return (
    <ConfigProvider locale={english}>
      <div className="result">
        <header className="result-head">
          <div>
            <h1 className="page-title result-name">{names.tool}</h1>
            <p className="result-facts">
              {analysis.finished !== null && (
                <span>
                  {say('finished')} {exactTime(new Date(analysis.finished)).slice(0, 16)}
                </span>
              )}
              <span>
                {say('number')} {analysis.id}
              </span>
            </p>
          </div>
          {share.bundle && (
            <div className="result-buttons">
              <EnglishFile fileKey="bundle" name="bundle.zip">
                {say('bundle')}
              </EnglishFile>
            </div>
          )}
        </header>
        <p className="shared-note">{say('readOnly')}</p>
        <section className="card summary" aria-label={say('summary')}>
          <p className="summary-sentence">
            <Marked text={result.summary} />
          </p>
          {result.detail !== '' && <p className="summary-rest">{result.detail}</p>}
          {result.findings.length > 0 && (
            <ul className="quality">
              {result.findings.map(({ code, message, detail }) => (
                <li key={`${code} ${message}`}>
                  {message}. {detail !== undefined && `${detail}.`}
                </li>
              ))}
            </ul>
          )}
        </section>
        {robust.length > 0 && (
          <section className="card summary" aria-label={say('robustness')}>
            <h2 className="card-title">{say('robustness')}</h2>
            <ul className="quality">
              {robust.map(({ check, title, finding }) => (
                <li key={check}>
                  {title}: {finding?.message}.
                </li>
              ))}
            </ul>
          </section>
        )}
        <div className="figures">
          {shownFigures(tool, result.tables).map(([id, figure]) => (
            <EnglishFigure key={id} {...{ analysis, result, tool, id, figure }} title={names.figures[id] ?? id} />
          ))}
        </div>
        <div className="result-tables">
          {names.tables.map((table) => {
            const declaration = tool.tables[table.id];
            return declaration && <EnglishTable key={table.id} result={result} declaration={declaration} english={table} />;
          })}
        </div>
        <section className="card methods">
          <header className="block-head">
            <h2 className="card-title">{say('methods')}</h2>
          </header>
          {result.methods.en.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph} className="methods-text">
              {paragraph}
            </p>
          ))}
          {result.citations.length > 0 && (
            <>
              <h3 className="small-title">{say('references')}</h3>
              <ol className="citations">
                {result.citations.map((citation) => (
                  <li key={citation}>{citation}</li>
                ))}
              </ol>
            </>
          )}
        </section>
        <section className="card parameters" aria-label={say('versions')}>
          <h2 className="card-title">{say('versions')}</h2>
          <dl>
            {[
              ...(R === undefined ? [] : [['R', R] as const]),
              ...Object.entries(packages),
              [say('toolVersion'), analysis.tool_version] as const,
              [say('seed'), String(result.seed)] as const,
              ...analysis.inputs.map(
                ({ sha256, rows, columns }, i) =>
                  [
                    `${say('input')} ${i + 1}`,
                    `${rows === null || columns === null ? '' : `${formatCount(rows)} ${say('rows')} × ${formatCount(columns)} ${say('columns')}, `}SHA-256 ${sha256}`,
                  ] as const,
              ),
            ].map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </ConfigProvider>
  );
}
