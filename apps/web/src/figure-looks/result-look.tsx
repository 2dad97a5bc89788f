import { RedoOutlined, SettingOutlined, UndoOutlined } from '@ant-design/icons';
import type { Analysis, FigureLook } from '@oncoloom/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { setFigureLook } from '../api/analyses.ts';
import { keys } from '../api/query-keys.ts';
import { type History, NO_HISTORY, remember, stepBack, stepForward } from '../base/history.ts';
import { showSuccess } from '../base/notices.ts';
import { LookFields } from './look-fields.tsx';
import { useFigureThemes } from './use-figure-themes.ts';

/** Sets language, width, type and palette of all figures of a result at once, with steps back. */
export function ResultLook({ analysis, look }: { analysis: Analysis; look: FigureLook }) {
  const { id } = analysis;
  const queries = useQueryClient();
  const [history, setHistory] = useState<History<FigureLook>>(NO_HISTORY);
  const { mutate } = useMutation({
    scope: { id: `figure-look ${id}` },
    mutationFn: (next: FigureLook) => setFigureLook(id, next),
    onMutate: (own) =>
      queries.setQueryData<Analysis>(keys.analysis(id), (known) =>
        known?.result ? { ...known, result: { ...known.result, looks: { ...known.result.looks, own } } } : known,
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.analysis(id) }),
  });
  const go = (step: ReturnType<typeof stepBack<FigureLook>>) => {
    if (step === null) return;
    setHistory(step.history);
    mutate(step.value);
  };
  const [undo, redo] = [stepBack(history, look), stepForward(history, look)];
  const change = (next: FigureLook) => {
    setHistory(remember(history, look, JSON.stringify(Object.keys(next)), Date.now()));
    mutate(next);
  };
  const panel = (
    <div className="result-look">
      <LookFields look={look} unset="按我的默认" onChange={change} />
      <p className="caption">用于这个结果的所有图和下载的文件；单独编辑过的那几项不变。</p>
      <div className="result-look-foot">
        <Button size="small" icon={<UndoOutlined />} disabled={undo === null} onClick={() => go(undo)}>
          撤销
        </Button>
        <Button size="small" icon={<RedoOutlined />} disabled={redo === null} onClick={() => go(redo)}>
          重做
        </Button>
        <KeepAsMine look={look} />
      </div>
    </div>
  );
  return (
    <Popover content={panel} title="所有图" trigger="click" placement="bottomRight">
      <Button size="small" icon={<SettingOutlined />}>
        所有图
      </Button>
    </Popover>
  );
}

/** Makes a look that of all the user's figures. */
export function KeepAsMine({ look }: { look: FigureLook }) {
  const { query, write, isPending } = useFigureThemes();
  const themes = query.data;
  return (
    <Button
      size="small"
      title="以后的图和没有单独设过的图都用它；在「个人信息」里可以改"
      disabled={themes === undefined || Object.keys(look).length === 0}
      loading={isPending}
      onClick={() =>
        themes !== undefined &&
        write({ ...themes, look: { ...themes.look, ...look } }, { onSuccess: () => showSuccess('已存为所有图的默认样式。') })
      }
    >
      存为我的默认
    </Button>
  );
}
