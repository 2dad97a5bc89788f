import type { BoardContent, FigureBoard } from '@oncoloom/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../api/client.ts';
import { saveBoard } from '../api/figure-boards.ts';
import { keys } from '../api/query-keys.ts';
import { type History, NO_HISTORY, remember, stepBack, stepForward } from '../base/history.ts';
import { LatestSave } from '../base/latest-save.ts';

const SAVE_AFTER_MS = 700;

/** What of a board can be changed, and taken back as one. */
interface Draft {
  name: string;
  content: BoardContent;
}

export type SaveState = 'saved' | 'waiting' | 'conflict' | 'failed';

interface BoardEditing extends Draft {
  /** What the panels show, as the server told it last. */
  sources: FigureBoard['sources'];
  state: SaveState;
  /** Why it is not saved, in a sentence. */
  failure: string;
  /** Changes of the same `key` in quick succession are one step back. */
  change: (key: string, next: Partial<BoardContent>) => void;
  rename: (name: string) => void;
  /** Null where there is nothing to take back, or to bring again. */
  undo: (() => void) | null;
  redo: (() => void) | null;
  /** Waits until the server has what is in view; false where it did not take it. */
  saved: () => Promise<boolean>;
}

/** A board that is shown at once as it is changed and kept when the hand rests. The server refuses a save over a change that was not seen here. */
export function useBoard(board: FigureBoard): BoardEditing {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft>({ name: board.name, content: board.content });
  const [history, setHistory] = useState<History<Draft>>(NO_HISTORY);
  const [state, setState] = useState<SaveState>('saved');
  const [failure, setFailure] = useState('');
  const [sources, setSources] = useState(board.sources);
  const revision = useRef(board.revision);
  // Nothing of this editor is written any more over what somebody else has saved.
  const isOvertaken = useRef(false);
  const edits = useRef(new LatestSave<Draft>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { id } = board;

  const saved = useCallback(() => {
    clearTimeout(timer.current);
    if (isOvertaken.current) return Promise.resolve(false);
    return edits.current.flush(async (next) => {
      try {
        const answer = await saveBoard(id, { revision: revision.current, ...next }, { silent: true });
        revision.current = answer.revision;
        queries.setQueryData(keys.board(id), answer);
        setSources(answer.sources);
        setState('saved');
        return true;
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        isOvertaken.current = error.status === 409;
        setState(isOvertaken.current ? 'conflict' : 'failed');
        setFailure(error.message);
        return false;
      }
    });
  }, [id, queries]);

  const put = useCallback(
    (next: Draft) => {
      setDraft(next);
      if (!isOvertaken.current) setState('waiting');
      edits.current.put(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void saved(), SAVE_AFTER_MS);
    },
    [saved],
  );

  // Whoever leaves the page right after an edit finds it again later.
  useEffect(() => () => void saved(), [saved]);
  useEffect(() => {
    const leave = () => void saved();
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [saved]);

  const to = (key: string, next: Draft) => {
    setHistory(remember(history, draft, key, Date.now()));
    put(next);
  };
  const go = (step: ReturnType<typeof stepBack<Draft>>) => {
    if (step === null) return null;
    return () => {
      setHistory(step.history);
      put(step.value);
    };
  };
  return {
    ...draft,
    sources,
    state,
    failure,
    change: (key, next) => to(key, { ...draft, content: { ...draft.content, ...next } }),
    rename: (name) => to('name', { ...draft, name }),
    undo: go(stepBack(history, draft)),
    redo: go(stepForward(history, draft)),
    saved,
  };
}
