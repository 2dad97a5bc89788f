import { BorderOuterOutlined, DragOutlined, MinusOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { ZOOM_STEP } from './keys.ts';
import type { Zoom } from './use-zoom.ts';

/** Pixels of the tools side by side. */
const TOOLS_WIDTH = 132;

/** Zoom, move, box and reset for those who have no wheel, or do not know of it. */
export function ChartTools({ zoom, width }: { zoom: Zoom; width: number }) {
  const { mode, pressed, zoomed } = zoom;
  const { plot, titles } = zoom.frame;
  // Beside the axis's title there is no room for them.
  const ownRow = plot.x + (plot.width + titles.x.width) / 2 > width - TOOLS_WIDTH;
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
    <div className={ownRow ? 'chart-tools has-own-row' : 'chart-tools'} role="toolbar" aria-label="看图">
      {zoom.canBox &&
        tool('框选：拖出一个方框', <BorderOuterOutlined />, () => zoom.choose('select'), { pressed: pressed && mode === 'select' })}
      {tool('移动：拖动图面', <DragOutlined />, () => zoom.choose('pan'), { pressed: pressed && mode === 'pan' })}
      {tool('放大（Ctrl + 滚轮）', <PlusOutlined />, () => zoom.zoomBy(ZOOM_STEP))}
      {tool('缩小', <MinusOutlined />, () => zoom.zoomBy(1 / ZOOM_STEP), { disabled: !zoomed })}
      {tool('还原（双击图面）', <UndoOutlined />, zoom.reset, { disabled: !zoomed })}
    </div>
  );
}
