import type { ItemKind } from '@oncoloom/figures/kinds';
import { useCallback, useId, useMemo } from 'react';
import { ItemStage } from './item-stage.tsx';
import { pixelsOn } from './points-canvas.ts';
import { TitleHints } from './title-hints.tsx';
import type { ChartComponent, ChartProps } from './types.ts';

/** The figure of a kind whose items are told of one by one. */
export function itemFigure({ screenWidth, screenHeight, layout: layoutOf, Picture, paint }: ItemKind): ChartComponent {
  return function ItemFigure({ figure, tables, style, words, width, highlight, onPointClick }: ChartProps) {
    const id = useId();
    const layout = useMemo(() => {
      const data = { figure, tables, style, words };
      const own = screenWidth?.(data, width) ?? width;
      return layoutOf(data, { width: own, height: screenHeight(data, own) });
    }, [figure, tables, style, words, width]);
    const draw = useCallback((context: CanvasRenderingContext2D) => paint?.(context, layout, pixelsOn(context)), [layout]);
    const found = highlight === undefined ? null : layout.find(highlight);
    return (
      <ItemStage
        room={width}
        width={layout.width}
        height={layout.height}
        alternative={words.alternative ?? figure.title}
        items={layout.items}
        stops={layout.stops}
        {...(layout.walk !== undefined && { walk: layout.walk })}
        hit={layout.hit}
        anchor={layout.anchor}
        describe={layout.describe}
        highlighted={found}
        onPress={(item) => {
          const name = layout.named(item);
          if (name !== '') onPointClick?.(name);
        }}
        {...(paint !== undefined && { draw })}
        hints={layout.frame !== undefined && <TitleHints frame={layout.frame} />}
        note={layout.note}
      >
        {(active) => <Picture layout={layout} id={id} active={active} found={found} vector={paint === undefined} />}
      </ItemStage>
    );
  };
}
