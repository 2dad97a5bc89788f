import { DOMParser, type Element, type Node } from '@xmldom/xmldom';

/** An element of a picture that is seen, with what applies to it. */
export interface Drawn {
  element: Element;
  /** What the picture calls the part that it belongs to; empty where it has no name. */
  part: string;
  /** Of a board, what it calls the panel; empty elsewhere. */
  panel: string;
  /** Of the element itself, then of those around it: the order in which a point goes through them. */
  transforms: readonly string[];
  /** An attribute of the element, or of the nearest one around it that has it. */
  look: (name: string) => string | undefined;
  /** Opacity of the whole element. */
  opacity: number;
  /** What cuts it: the clip's id, and the transforms of what refers to it. */
  clips: readonly { id: string; transforms: readonly string[] }[];
}

export interface Picture {
  root: Element;
  /** Units of the view box. */
  width: number;
  height: number;
  language: 'zh-CN' | 'en-US';
  /** In drawing order. */
  drawn: readonly Drawn[];
  byId: ReadonlyMap<string, Element>;
}

const SEEN: ReadonlySet<string> = new Set(['rect', 'circle', 'line', 'path', 'polyline', 'polygon', 'text', 'image']);
/** Not drawn themselves. */
const TOLD: ReadonlySet<string> = new Set(['title', 'desc', 'clipPath', 'linearGradient', 'defs']);

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE;

/** The elements within an element. */
export function childrenOf(element: Element): Element[] {
  return [...element.childNodes].filter(isElement);
}

/** The id in `url(#id)`. */
export function idIn(reference: string | null | undefined): string | undefined {
  return /^url\(#([^)]+)\)$/.exec(reference ?? '')?.[1];
}

/** An element and all around it. */
function* outwards(element: Element): Generator<Element> {
  for (let at: Node | null = element; at !== null && isElement(at); at = at.parentNode) yield at;
}

/** An attribute of an element and of all around it, from the inside outwards. */
export function inherited(element: Element, name: string): string[] {
  return [...outwards(element)].flatMap((one) => one.getAttribute(name) ?? []);
}

function drawnOf(element: Element): Drawn {
  return {
    element,
    part: inherited(element, 'data-part')[0] ?? '',
    panel: inherited(element, 'data-panel')[0] ?? '',
    transforms: inherited(element, 'transform'),
    look: (name) => inherited(element, name)[0],
    opacity: inherited(element, 'opacity').reduce((product, value) => product * Number(value), 1),
    clips: [...outwards(element)].flatMap((one) => {
      const id = idIn(one.getAttribute('clip-path'));
      return id === undefined ? [] : [{ id, transforms: inherited(one, 'transform') }];
    }),
  };
}

/** Reads a picture as `drawFigure` writes it. @throws where it is not well-formed, or holds an element that is not known here. */
export function readPicture(svg: string): Picture {
  const root = new DOMParser({
    onError: (_level, message) => {
      throw new Error(message);
    },
  }).parseFromString(svg, 'image/svg+xml').documentElement;
  if (root === null) throw new Error('a picture without an element');
  const drawn: Drawn[] = [];
  const byId = new Map<string, Element>();
  const walk = (element: Element): void => {
    for (const child of childrenOf(element)) {
      const id = child.getAttribute('id');
      if (id !== null) byId.set(id, child);
      if (child.tagName === 'g') walk(child);
      else if (SEEN.has(child.tagName)) drawn.push(drawnOf(child));
      else if (!TOLD.has(child.tagName)) throw new Error(`an element ${child.tagName} in a picture`);
    }
  };
  walk(root);
  const [, , width = 0, height = 0] = (root.getAttribute('viewBox') ?? '').split(' ').map(Number);
  return { root, width, height, language: root.getAttribute('xml:lang') === 'en' ? 'en-US' : 'zh-CN', drawn, byId };
}
