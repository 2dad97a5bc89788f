import type { FigureStyle } from '@oncoloom/figures';
import { type KeyboardEvent, useState } from 'react';
import { type History, historyKey, NO_HISTORY, remember, stepBack, stepForward } from '../../base/history.ts';
import type { Value } from '../types.ts';

export interface StyleEditing {
  style: FigureStyle;
  /** Sets fields; changes of the same `key` in quick succession are one step back. */
  apply: (key: string, patch: Readonly<Record<string, Value>>) => void;
  /** Null where there is nothing to take back, or to bring again. */
  undo: (() => void) | null;
  redo: (() => void) | null;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Steps of an editor back and forth: Ctrl+Z, Ctrl+Shift+Z, Ctrl+Y. */
export function useStyleHistory(style: FigureStyle, onChange: ((style: FigureStyle) => void) | undefined): StyleEditing {
  const [history, setHistory] = useState<History<FigureStyle>>(NO_HISTORY);
  const go = (step: ReturnType<typeof stepBack<FigureStyle>>) => {
    if (step === null) return null;
    return () => {
      setHistory(step.history);
      onChange?.(step.value);
    };
  };
  const undo = go(stepBack(history, style));
  const redo = go(stepForward(history, style));
  return {
    style,
    apply: (key, patch) => {
      setHistory(remember(history, style, key, Date.now()));
      onChange?.({ ...style, ...patch });
    },
    undo,
    redo,
    onKeyDown: (event) => {
      const asked = historyKey(event);
      if (asked === null) return;
      // Fields have steps of their own, which would stand beside those of the figure.
      event.preventDefault();
      (asked === 'redo' ? redo : undo)?.();
    },
  };
}
