import type { ItemKind } from '@oncoloom/figures/kinds';
import { useCallback, useId, useMemo } from 'react';
import { pixelsOn } from './points-canvas.ts';
import { Stage } from './stage/stage.tsx';
import { TitleHints } from './title-hints.tsx';
import type { ChartComponent, ChartProps } from './types.ts';

/** The figure of a kind whose items are told of one by one. */
export function itemFigure({ screenWidth, screenHeight, layout: layoutOf, Picture, paint }: ItemKind): ChartComponent {
  return function ItemFigure({ figure, tables, style, words, width, highlight, onPointClick, onSelect }: ChartProps) {
    const id = useId();
    const layout = useMemo(() => {
      const data = { figure, tables, style, words };
      const own = screenWidth?.(data, width) ?? width;
      return layoutOf(data, { width: own, height: screenHeight(data, own) });
    }, [figure, tables, style, words, width]);
    const draw = useCallback((context: CanvasRenderingContext2D) => paint?.(context, layout, pixelsOn(context)), [layout]);
    const found = highlight === undefined ? null : layout.find(highlight);
    return (
      <Stage
        room={width}
        width={layout.width}
        height={layout.height}
        alternative={words.alternative ?? figure.title}
        content={layout}
        highlighted={found}
        onPress={(item) => {
          const listed = layout.listed?.(item) ?? null;
          if (listed !== null) onSelect?.({ panel: '', box: null, genes: [...listed.names], range: listed.words });
          const name = layout.named(item);
          if (name !== '') onPointClick?.(name);
        }}
        {...(paint !== undefined && { draw })}
        hints={layout.frame !== undefined && <TitleHints frame={layout.frame} />}
        note={layout.note}
      >
        {(told) => <Picture layout={layout} id={id} active={told} found={found} vector={paint === undefined} />}
      </Stage>
    );
  };
}
