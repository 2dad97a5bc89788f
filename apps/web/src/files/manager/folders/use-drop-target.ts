import { type DragEvent, useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { droppedFiles } from '../../dropped-files.ts';
import { useManager } from '../manager-context.ts';
import { type Item, obstacle } from './folder-tree.ts';

/** A folder opens under what is held over it for so long. */
const SPRING_MS = 800;

/** What is being dragged within the page: the browser hides it until it is dropped. */
const useDragged = create<{ items: readonly Item[] }>()(() => ({ items: [] }));

/** Of the element that is dragged. */
export function dragHandlers(items: () => readonly Item[]) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      // Firefox drags nothing that carries no data.
      event.dataTransfer.setData('text/plain', '');
      useDragged.setState({ items: items() });
    },
    onDragEnd: () => useDragged.setState({ items: [] }),
  };
}

interface Options {
  /** Items that are dragged within the page can't be dropped here, only files from outside. */
  filesOnly?: boolean;
  /** Something is held here for a while. */
  onSpring?: () => void;
}

/** A place that files from outside and items of the space can be dropped on. @param target the folder; null: the root */
export function useDropTarget(target: number | null, { filesOnly = false, onSpring }: Options = {}) {
  const { tree, fileActions, take } = useManager();
  const [over, setOver] = useState(false);
  const spring = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const leave = () => {
    setOver(false);
    clearTimeout(spring.current);
    spring.current = undefined;
  };
  useEffect(() => () => clearTimeout(spring.current), []);

  /** What would happen; undefined: this is no place for it. */
  const effect = ({ dataTransfer }: DragEvent): 'copy' | 'move' | undefined => {
    const { items } = useDragged.getState();
    if (items.length === 0) return dataTransfer.types.includes('Files') ? 'copy' : undefined;
    return filesOnly || obstacle(tree, items, target) !== undefined ? undefined : 'move';
  };

  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        const possible = effect(event);
        if (possible === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        event.dataTransfer.dropEffect = possible;
        setOver(true);
        if (onSpring !== undefined) spring.current ??= setTimeout(onSpring, SPRING_MS);
      },
      onDragLeave: (event: DragEvent) => {
        // Going over to a part of the place is not leaving it.
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) leave();
      },
      onDrop: (event: DragEvent) => {
        leave();
        const possible = effect(event);
        if (possible === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        if (possible === 'move') fileActions.drop(useDragged.getState().items, target);
        else void take(droppedFiles(event.dataTransfer), target);
      },
    },
  };
}
