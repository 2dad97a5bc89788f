import type { Analysis, AnalysisResult } from '@oncoloom/contract';
import { FIGURE_FORMATS, type FigureFormat } from '@oncoloom/figures/formats';
import { completeStyle, fillTemplate, looksFor, type ToldFigure, type ToldTool, type Value } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { lazy, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { showError, showSuccess } from '../../base/notices.ts';
import { FigureCard } from '../../charts/figure-card.tsx';
import { type ResultAccess, useResultAccess } from '../../result-data/result-access.ts';
import { useFigureTables } from '../../result-data/use-tables.ts';
import { ContinueWith } from './continue-with.tsx';
import { leftOver } from './left-over.ts';
import { LegendNote } from './legend-note.tsx';
import { otherThresholds } from './other-thresholds.ts';
import { OwnStyles } from './own-styles.tsx';
import { type SharedLook, sharedLook, withSharedLook } from './shared-look.ts';
import { ThresholdsNote } from './thresholds-note.tsx';
import { useFigureStyle } from './use-figure-style.ts';

const PutOnBoard = lazy(() => import('../../figure-boards/put-on-board.tsx'));

interface FigureProps {
  analysis: Analysis;
  result: AnalysisResult;
  tool: ToldTool;
  id: string;
  figure: ToldFigure;
  onOnlyThese: ((genes: string[]) => void) | undefined;
  /** Takes a row of its own without being wide. */
  alone: boolean;
  /** By figure: gives it the look of another one's groups. */
  takers: RefObject<Map<string, (look: SharedLook) => void>>;
}

async function download(access: ResultAccess, result: AnalysisResult, fileKey: string): Promise<void> {
  const file = result.files.find(({ file_key }) => file_key === fileKey);
  if (file !== undefined) await access.download(file.file_key, file.filename);
}

/** A figure's file. The list has the everyday formats; any other is called like its PDF, with its own ending. */
async function downloadFigure(access: ResultAccess, result: AnalysisResult, id: string, format: FigureFormat): Promise<void> {
  const pdf = result.files.find(({ file_key }) => file_key === `${id}_pdf`);
  if (pdf === undefined) return;
  const name = pdf.filename.slice(0, -FIGURE_FORMATS.pdf.suffix.length);
  await access.download(`${id}_${format}`, `${name}${FIGURE_FORMATS[format].suffix}`);
}

/** Puts a figure's picture into the clipboard; false where the browser does not let it. */
async function copy(access: ResultAccess, result: AnalysisResult, fileKey: string, saved: () => Promise<boolean>): Promise<boolean> {
  const file = result.files.find(({ file_key }) => file_key === fileKey);
  if (file === undefined) return false;
  const picture = async () => {
    if (!(await saved())) throw new Error('the style was not saved');
    return access.file(file.file_key, file.filename);
  };
  try {
    // Given as a promise: some browsers take nothing that comes after the press.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture() })]);
    return true;
  } catch {
    return false;
  }
}

/** Does this browser take pictures into the clipboard? Not on pages without encryption. */
const COPIES = typeof ClipboardItem !== 'undefined' && navigator.clipboard?.write !== undefined;

/** One figure of a result with its numbers, its editor and its files. */
function Figure({ analysis, result, tool, id, figure, onOnlyThese, alone, takers }: FigureProps) {
  const [near, setNear] = useState(false);
  const [putting, setPutting] = useState(false);
  const { tables, failure } = useFigureTables(analysis, tool, figure.tables, near);
  const { own, user } = result.looks;
  const { plain, defaults } = useMemo(() => {
    // A request's values are what the declaration's parameters take; fields of other kinds have no style of their name.
    const values = analysis.parameters as Record<string, Value>;
    const styleWith = (looks: Record<string, Value>) => completeStyle(tool, id, values, looks);
    return { plain: styleWith({}), defaults: styleWith(looksFor(figure.style, { own, user })) };
  }, [tool, id, figure.style, analysis.parameters, own, user]);
  const access = useResultAccess(analysis.id);
  const { style, change, saved } = useFigureStyle(analysis, id, defaults);
  useEffect(() => {
    const { current } = takers;
    current.set(id, (look) => change({ ...style, ...withSharedLook(figure.style, style, look) }));
    return () => void current.delete(id);
  }, [takers, id, figure.style, style, change]);
  const share = (look: SharedLook) => {
    const others = [...takers.current].filter(([other]) => other !== id);
    for (const [, take] of others) take(look);
    showSuccess(`已用到另外 ${others.length} 张图。`);
  };
  const words = useMemo(
    () => ({ ...result.words, alternative: result.alternatives[id] ?? '', caption: result.captions[id] ?? '' }),
    [result, id],
  );
  const notices = useMemo(() => result.notices[id] ?? [], [result, id]);
  const titled = useMemo(() => ({ ...figure, title: fillTemplate(figure.title, result.words) }), [figure, result.words]);
  return (
    <>
      <FigureCard
        figure={titled}
        tables={tables}
        failure={failure}
        style={style}
        plain={plain}
        defaults={defaults}
        words={words}
        notices={notices}
        {...(!access.readOnly && { onStyleChange: change })}
        onDownload={async (format) => {
          if (await saved()) await downloadFigure(access, result, id, format);
        }}
        {...(COPIES && {
          onCopy: async () => {
            if (await copy(access, result, `${id}_png`, saved)) showSuccess('图已复制，可以直接粘贴到文档或幻灯片里。');
            else showError('没有复制成。请下载 PNG，再插入到文档里。');
          },
        })}
        onShowData={async () => {
          for (const table of new Set(Object.values(figure.tables))) await download(access, result, `${table}_tsv`);
        }}
        {...(!access.readOnly && { onBoard: () => setPutting(true) })}
        onOnlyThese={onOnlyThese}
        {...(!access.readOnly && { furtherWith: (genes) => <ContinueWith genes={genes} analysis={analysis} tool={tool} /> })}
        onNear={useCallback(() => setNear(true), [])}
        alone={alone}
        editorEnd={(editing, entries) => (
          <>
            {entries.length > 0 && (
              <section>
                <h4>同一次结果的其他图</h4>
                <Button size="small" block onClick={() => share(sharedLook(figure.style, style, entries))}>
                  都用这些组名、次序和颜色
                </Button>
              </section>
            )}
            <OwnStyles figure={figure} editing={editing} plain={plain} />
          </>
        )}
        note={<ThresholdsNote analysis={analysis} thresholds={otherThresholds(tool, figure, style, analysis.parameters)} />}
        legend={<LegendNote analysisId={analysis.id} result={result} id={id} title={titled.title} />}
      />
      {putting && (
        <Suspense fallback={null}>
          <PutOnBoard analysisId={analysis.id} figure={id} title={titled.title} saved={saved} onClose={() => setPutting(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Figures in a grid of two columns, one left over on a row of its own; on a phone one below the other. */
export function Figures(
  props: Omit<FigureProps, 'id' | 'figure' | 'alone' | 'takers'> & { figures: readonly (readonly [string, ToldFigure])[] },
) {
  const { figures, ...rest } = props;
  const takers = useRef(new Map<string, (look: SharedLook) => void>());
  if (figures.length === 0) return null;
  const alone = leftOver(figures.map(([, figure]) => figure.wide === true));
  return (
    <div className="figures">
      {figures.map(([id, figure], i) => (
        <Figure key={id} {...rest} id={id} figure={figure} alone={alone.has(i)} takers={takers} />
      ))}
    </div>
  );
}
