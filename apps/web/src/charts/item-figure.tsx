import type { ItemKind } from '@oncoloom/figures/kinds';
import { useCallback, useId, useMemo } from 'react';
import { ItemStage } from './item-stage.tsx';
import { TitleHints } from './title-hints.tsx';
import type { ChartComponent, ChartProps } from './types.ts';

/** The figure of a kind whose items are told of one by one. */
export function itemFigure({ screenHeight, layout: layoutOf, Picture, paint }: ItemKind): ChartComponent {
  return function ItemFigure({ figure, tables, style, words, width, highlight, onPointClick }: ChartProps) {
    const id = useId();
    const layout = useMemo(() => {
      const data = { figure, tables, style, words };
      return layoutOf(data, { width, height: screenHeight(data, width) });
    }, [figure, tables, style, words, width]);
    const draw = useCallback((context: CanvasRenderingContext2D) => paint?.(context, layout), [layout]);
    return (
      <ItemStage
        width={width}
        height={layout.height}
        alternative={words.alternative ?? figure.title}
        items={layout.items}
        stops={layout.stops}
        hit={layout.hit}
        anchor={layout.anchor}
        describe={layout.describe}
        highlighted={highlight === undefined ? null : layout.find(highlight)}
        onPress={(item) => {
          const name = layout.named(item);
          if (name !== '') onPointClick?.(name);
        }}
        {...(paint !== undefined && { draw })}
        hints={<TitleHints frame={layout.frame} />}
        note={layout.note}
      >
        {(active) => <Picture layout={layout} id={id} active={active} vector={paint === undefined} />}
      </ItemStage>
    );
  };
}
