import { BorderOuterOutlined, DragOutlined, MinusOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { DragMode } from './use-gestures.ts';

const ZOOM_STEP = 1.6;
/** Pixels of the tools side by side. */
export const TOOLS_WIDTH = 132;

/** Zoom, move, box and reset for those who have no wheel, or do not know of it. */
export function ChartTools(props: {
  /** Below the axis's title, not beside it. */
  ownRow: boolean;
  mode: DragMode;
  /** Does a drag do what `mode` says? Not before it was chosen on a touch screen. */
  pressed: boolean;
  zoomed: boolean;
  onMode: (mode: DragMode) => void;
  onZoom: (factor: number) => void;
  onReset: () => void;
}) {
  const tool = (label: string, icon: ReactNode, onClick: () => void, state: { pressed?: boolean; disabled?: boolean } = {}) => (
    <button
      type="button"
      className="chart-tool"
      aria-label={label}
      title={label}
      aria-pressed={state.pressed}
      disabled={state.disabled}
      onClick={onClick}
    >
      {icon}
    </button>
  );
  return (
    <div className={props.ownRow ? 'chart-tools has-own-row' : 'chart-tools'} role="toolbar" aria-label="看图">
      {tool('框选：拖出一个方框', <BorderOuterOutlined />, () => props.onMode('select'), {
        pressed: props.pressed && props.mode === 'select',
      })}
      {tool('移动：拖动图面', <DragOutlined />, () => props.onMode('pan'), { pressed: props.pressed && props.mode === 'pan' })}
      {tool('放大（Ctrl + 滚轮）', <PlusOutlined />, () => props.onZoom(ZOOM_STEP))}
      {tool('缩小', <MinusOutlined />, () => props.onZoom(1 / ZOOM_STEP), { disabled: !props.zoomed })}
      {tool('还原（双击图面）', <UndoOutlined />, props.onReset, { disabled: !props.zoomed })}
    </div>
  );
}
