import type { Analysis } from '@oncoloom/contract';
import type { FigureStyle } from '@oncoloom/figures';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { replotAnalysis } from '../../api/analyses.ts';
import { ApiFailure } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';

import { LatestSave } from '../../base/latest-save.ts';
import { editsOf } from './style-edits.ts';

const SAVE_AFTER_MS = 600;

/**
 * The style of one figure: shown at once, kept with the result when the hand rests.
 * `saved` waits until the server has the style in view; it answers false when the server did not
 * take it (the call has told why), and the next press tries again.
 */
export function useFigureStyle(analysis: Analysis, figure: string, defaults: FigureStyle) {
  const queries = useQueryClient();
  // Complete on the wire: the server fills every declared field.
  const [style, setStyle] = useState(() => (analysis.result?.styles[figure] ?? defaults) as FigureStyle);
  // Another look of all figures: what was set for this one stays above it.
  const [before, setBefore] = useState(defaults);
  if (before !== defaults) {
    setBefore(defaults);
    setStyle({ ...defaults, ...editsOf(style, before) });
  }
  const edits = useRef(new LatestSave<FigureStyle>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { id } = analysis;

  const save = useMemo(
    () => async (next: FigureStyle) => {
      try {
        await replotAnalysis({ analysis_id: id, plot: figure, style: editsOf(next, defaults), save: true });
      } catch (error) {
        if (error instanceof ApiFailure) return false;
        throw error;
      }
      queries.setQueryData<Analysis>(keys.analysis(id), (known) => {
        if (!known?.result) return known;
        return { ...known, result: { ...known.result, styles: { ...known.result.styles, [figure]: { ...next } } } };
      });
      return true;
    },
    [queries, id, figure, defaults],
  );

  const saved = useCallback(() => {
    clearTimeout(timer.current);
    return edits.current.flush(save);
  }, [save]);

  const change = useCallback(
    (next: FigureStyle) => {
      setStyle(next);
      edits.current.put(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void saved(), SAVE_AFTER_MS);
    },
    [saved],
  );

  // Whoever leaves the page right after an edit finds it again later.
  useEffect(() => () => void saved(), [saved]);
  return { style, change, saved };
}
