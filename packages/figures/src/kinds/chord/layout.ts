import { formatCount, formatDecimal } from '@oncoloom/tool-kit';
import { groupsOf } from '../../data/groups.ts';
import { ChartDataError } from '../../data/table.ts';
import type { FigureData, ItemText, Size } from '../../data/types.ts';
import type { NamedEntry } from '../../plot/legend-layout.ts';
import { MARK } from '../../plot/marks.ts';
import { layoutFrame, type PlotFrame } from '../../plot/plot-frame.ts';
import { checkRoom } from '../../plot/room.ts';
import { heightFor } from '../../plot/screen-size.ts';
import { changeScale } from '../../terms/change-scale.ts';
import { keySideOf, layoutKeys, type PlacedKeys } from '../../terms/keys.ts';
import { fitNames, type WrappedName } from '../../terms/term-names.ts';
import { shorten } from '../../text/axis-titles.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { type Typeface, typefaceOf, UNITS_PER_POINT } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';
import { type ChordData, readChord } from './chord-data.ts';
import { type Arc, angleAt, type Circle, divideArc, middleOf, onCircle, ribbonPath, ringPath, spreadLabels } from './circle.ts';

interface ChordGene {
  name: string;
  arc: Arc;
  path: string;
  colour: string;
  /** Its name outwards along the radius, upright on either side. */
  label: { text: string; x: number; y: number; turn: number; anchor: 'start' | 'end' };
}

export interface ChordTerm {
  name: string;
  arc: Arc;
  path: string;
  colour: string;
  label: { name: WrappedName; x: number; y: number };
  leader: { x1: number; y1: number; x2: number; y2: number };
  genes: number;
}

export interface ChordLayout extends ItemLayout {
  genes: readonly ChordGene[];
  terms: readonly ChordTerm[];
  ribbons: readonly { gene: number; term: number; path: string; colour: string }[];
  geneSize: number;
  termSize: number;
  keys: PlacedKeys;
  keysAt: { x: number; y: number };
  omitted: { text: string; x: number; y: number };
}

/** Terms stand around the right, genes around the rest, so much apart. */
const TERMS_PART = (130 / 180) * Math.PI;
const APART = (7 / 180) * Math.PI;
const TERM_GAP = (2 / 180) * Math.PI;
/** Width of the ring, of a gap beside it, and of the lines to names, in the size of the text. */
const RING = 0.8;
const NAME_GAP = 0.4;
const LEADER = 1.6;
const TERM_NAMES_SHARE = 0.3;
const GENE_NAME_MOST = 6;
/** Between names of genes, in their size; and the smallest that print can show. */
const GENE_LINE = 1.02;
const SMALLEST = 5 * UNITS_PER_POINT;
const RADIUS_LEAST = 40;
const KEYS_SHARE = 0.3;
const GAP = 8;

export function screenHeight({ style }: FigureData, width: number): number {
  return Math.max(heightFor(style, width), Math.min(width * 0.7, 480));
}

/** The frame, which has no axes, and the scale of changes beside or below it. */
function frameOf({ style }: FigureData, size: Size, changes: readonly number[]) {
  const typeface = typefaceOf(style);
  const scale = changeScale(changes, style);
  const side = keySideOf(style, size.width);
  const room = { width: size.width * KEYS_SHARE, height: size.height * (side === 'right' ? 0.9 : KEYS_SHARE) };
  const keys = layoutKeys(
    scale.key === null ? [] : [scale.key],
    style,
    side,
    side === 'right' ? room : { ...room, width: size.width - GAP * 2 },
    typeface,
  );
  const frame = layoutFrame({
    width: size.width,
    height: size.height - (side === 'bottom' ? keys.height : 0),
    view: { x: [0, 1], y: [0, 1] },
    titles: { x: '', y: '' },
    style: { ...style, axis_title_x: '', axis_title_y: '' },
    legend: [],
    names: { x: 0, y: 0 },
    ...(side === 'right' && keys.width > 0 && { rightAtLeast: keys.width + GAP * 2 }),
  });
  checkRoom(frame);
  const keysAt =
    side === 'right'
      ? { x: size.width - keys.width - GAP / 2, y: Math.max(2, frame.plot.y + (frame.plot.height - keys.height) / 2) }
      : { x: Math.max((size.width - keys.width) / 2, 2), y: size.height - keys.height - 2 };
  return { frame, keys, keysAt, scale };
}

interface Room {
  circle: Circle;
  /** Inside and outside of the ring. */
  inner: number;
  outer: number;
  gene: Typeface;
  termNames: { typeface: Typeface; names: readonly WrappedName[]; heights: readonly number[] };
  /** So many genes have room for their names. */
  most: number;
}

/** What the circle has room for. Throws `ChartDataError` where that is too little. */
function roomFor(data: ChordData, frame: PlotFrame, say: (name: string) => string): Room {
  const { plot, typeface } = frame;
  const { size } = typeface;
  const most = plot.width * TERM_NAMES_SHARE;
  const termNames = fitNames(data.terms.map(say), most, plot.height, typeface, 1.3);
  if (termNames === null) throw new ChartDataError('图的高度写不下词条的名称。请加大高度、缩小字号，或少选几个词条');
  const termWidth = Math.max(...termNames.names.map(({ width }) => width));
  const measured = (text: string) => textWidth(text, typeface, 'italic');
  const geneWidth = Math.min(Math.max(...data.genes.map((gene) => measured(say(gene)))), size * GENE_NAME_MOST);
  const around = geneWidth + size * NAME_GAP;
  const across = plot.width - around - termWidth - size * LEADER;
  const outer = Math.min(across, plot.height - around * 2) / 2;
  if (outer < RADIUS_LEAST) throw new ChartDataError('图画不下圆和它周围的名称。请加大宽度和高度，或缩小字号');
  const circle = { x: plot.x + around + outer, y: plot.y + plot.height / 2 };
  const length = (2 * Math.PI - TERMS_PART - APART * 2) * (outer + size * NAME_GAP);
  const wanted = length / data.genes.length / GENE_LINE;
  const geneSize = Math.min(size, Math.max(wanted, Math.min(SMALLEST, size)));
  return {
    circle,
    outer,
    inner: outer - size * RING,
    gene: { ...typeface, size: geneSize },
    termNames,
    most: Math.max(1, Math.floor(length / (geneSize * GENE_LINE) + 1e-6)),
  };
}

/** Genes in the order in which their ribbons cross least: by the middle of their terms, the larger change first. */
function inOrderAround({ genes, links, changes }: ChordData, most: number): string[] {
  const middle = (gene: string) => {
    const own = links.get(gene) ?? [];
    return own.reduce((sum, term) => sum + term, 0) / Math.max(own.length, 1);
  };
  return genes.slice(0, most).toSorted((a, b) => middle(a) - middle(b) || (changes?.get(b) ?? 0) - (changes?.get(a) ?? 0));
}

function geneLabel(text: string, { circle, outer }: Room, angle: number, gap: number): ChordGene['label'] {
  const { x, y } = onCircle(circle, outer + gap, angle);
  const left = Math.sin(angle) < 0;
  const degrees = (angle * 180) / Math.PI;
  return { text, x, y, turn: left ? degrees - 270 : degrees - 90, anchor: left ? 'end' : 'start' };
}

/**
 * Terms against genes around a circle. Table `links` (columns `term` and `label`, the gene: a row for each gene of each term, terms in
 * display order), optionally table `genes` (`label`, `change`: log2FC, the colour of the gene). Up to ten terms and sixty genes, those of most
 * terms and the largest change first; more, and genes whose names have no room, are left out and counted. Ribbons have the colour of their term.
 */
export function layout(data: FigureData, size: Size): ChordLayout {
  const { style, words } = data;
  const say = sayIn(style);
  const chord = readChord(data);
  const { frame, keys, keysAt, scale } = frameOf(
    data,
    size,
    chord.genes.flatMap((gene) => chord.changes?.get(gene) ?? []),
  );
  const { typeface } = frame;
  const room = roomFor(chord, frame, say);
  const { circle, inner, outer } = room;
  const names = inOrderAround(chord, room.most);
  const colours = new Map(groupsOf(chord.terms, words, style).map(({ name, colour }) => [name, colour]));

  // Clockwise: terms from above downwards at the right, genes from below upwards at the left.
  const right: Arc = { from: Math.PI / 2 - TERMS_PART / 2, to: Math.PI / 2 + TERMS_PART / 2 };
  const left: Arc = { from: right.to + APART, to: right.from + 2 * Math.PI - APART };
  const counts = chord.terms.map((_, term) => names.filter((gene) => chord.links.get(gene)?.includes(term)).length);
  const termArcs = divideArc(counts, right, TERM_GAP);
  const geneArcs = divideArc(
    names.map(() => 1),
    left,
    0,
  ).toReversed();

  const shown = names.map((gene) => shorten(say(gene), room.gene.size * GENE_NAME_MOST, (text) => textWidth(text, room.gene, 'italic')));
  const genes = names.map((name, i): ChordGene => {
    const arc = geneArcs[i] as Arc;
    const colour = chord.changes === null ? MARK.paleOutline : scale.colourOf(chord.changes.get(name));
    const label = geneLabel(shown[i] as string, room, middleOf(arc), typeface.size * NAME_GAP);
    return { name, arc, path: ringPath(circle, arc, inner, outer), colour, label };
  });
  const wanted = termArcs.map((arc) => onCircle(circle, outer, middleOf(arc)).y);
  const ys = spreadLabels(wanted, room.termNames.heights, frame.plot.y, frame.plot.y + frame.plot.height);
  const labelX = circle.x + outer + typeface.size * LEADER;
  const terms = chord.terms.map((name, i): ChordTerm => {
    const arc = termArcs[i] as Arc;
    const start = onCircle(circle, outer + 2, middleOf(arc));
    const y = ys[i] as number;
    return {
      name,
      arc,
      path: ringPath(circle, arc, inner, outer),
      colour: colours.get(name) ?? MARK.ink,
      label: { name: room.termNames.names[i] as WrappedName, x: labelX, y },
      leader: { x1: start.x, y1: start.y, x2: labelX - 3, y2: y },
      genes: counts[i] as number,
    };
  });
  const ribbons = ribbonsOf(chord, names, { geneArcs, termArcs, counts }, room).map((ribbon) => ({
    ...ribbon,
    colour: terms[ribbon.term]?.colour ?? MARK.ink,
  }));
  const gone = { terms: chord.left.terms, genes: chord.left.genes + chord.genes.length - names.length };
  const shortened = terms.filter(({ label }) => label.name.whole !== null).length;
  return {
    ...size,
    frame,
    genes,
    terms,
    ribbons,
    geneSize: room.gene.size,
    termSize: room.termNames.typeface.size,
    keys,
    keysAt,
    omitted: {
      text: gone.genes > 0 ? say({ zh: '另有 {n} 个基因未画', en: '{n} more genes not shown' }, { n: gone.genes }) : '',
      x: frame.plot.x + frame.plot.width,
      y: frame.plot.y + frame.plot.height + typeface.size * 0.8,
    },
    entries: terms.map(({ name, colour }): NamedEntry => ({ name, label: say(name), colour, count: '', coloured: true, mark: 'square' })),
    ...itemsOf(chord, genes, terms, room),
    note: [
      gone.terms > 0 ? `图里最多画 10 个词条，另有 ${formatCount(gone.terms)} 个未画。` : '',
      gone.genes > 0
        ? `画出 ${formatCount(genes.length)} 个基因（属于词条最多、变化最大的在先），另有 ${formatCount(gone.genes)} 个未画；全部在表里。`
        : '',
      shortened > 0 ? `有 ${formatCount(shortened)} 个名称太长，写不全，指着它可看全名。` : '',
    ].join(''),
  };
}

/** Ribbons from a part of a gene's arc to a part of a term's; parts lie in the order that lets them cross least. */
function ribbonsOf(
  { links }: ChordData,
  names: readonly string[],
  { geneArcs, termArcs, counts }: { geneArcs: readonly Arc[]; termArcs: readonly Arc[]; counts: readonly number[] },
  { circle, inner }: Room,
) {
  const taken = counts.map(() => 0);
  const share = ({ from, to }: Arc, i: number, of: number): Arc => ({
    from: from + ((to - from) * i) / of,
    to: from + ((to - from) * (i + 1)) / of,
  });
  return names.flatMap((gene, at) => {
    const own = links.get(gene) ?? [];
    return own.map((term, i) => {
      const place = taken[term] as number;
      taken[term] = place + 1;
      const from = share(geneArcs[at] as Arc, own.length - 1 - i, own.length);
      const to = share(termArcs[term] as Arc, place, counts[term] as number);
      return { gene: at, term, path: ribbonPath(circle, from, to, inner - 1) };
    });
  });
}

/** Genes come first among the items, then terms. */
function itemsOf(
  { links, changes, terms: termNames }: ChordData,
  genes: readonly ChordGene[],
  terms: readonly ChordTerm[],
  { circle, inner, outer }: Room,
): Pick<ItemLayout, 'items' | 'stops' | 'hit' | 'anchor' | 'describe' | 'find' | 'named'> {
  const all = [...genes, ...terms];
  return {
    items: '图中的基因和词条',
    stops: [...all.keys()],
    hit: (at) => {
      const distance = Math.hypot(at.x - circle.x, at.y - circle.y);
      if (distance < inner * 0.8) return null;
      const angle = angleAt(circle, at);
      // The uppermost genes lie beyond a whole turn.
      const found = all.findIndex(({ arc }) => [angle, angle + 2 * Math.PI].some((one) => one >= arc.from && one <= arc.to));
      return found === -1 ? null : found;
    },
    anchor: (item) => {
      const one = all[item];
      return one === undefined ? circle : onCircle(circle, outer, middleOf(one.arc));
    },
    describe: (item): ItemText => {
      const gene = genes[item];
      if (gene === undefined) {
        const term = terms[item - genes.length];
        return { name: term?.name ?? '', italic: false, tag: '词条', rows: [['图中的基因', `${formatCount(term?.genes ?? 0)} 个`]] };
      }
      const change = changes?.get(gene.name);
      const own = (links.get(gene.name) ?? []).map((term) => termNames[term] ?? '');
      return {
        name: gene.name,
        italic: true,
        tag: '基因',
        rows: [...(change === undefined ? [] : [['log2FC', formatDecimal(change, 2)] as const]), ['词条', own.join('；')] as const],
      };
    },
    find: (name) => {
      const found = all.findIndex((one) => one.name.toUpperCase() === name.toUpperCase());
      return found === -1 ? null : found;
    },
    named: (item) => all[item]?.name ?? '',
  };
}
