import { FACES, type FaceName, textWidth } from '@oncoloom/figures';
import type { Element, Node } from '@xmldom/xmldom';
import { DEGREE } from './looks.ts';
import { numberAt, piecesOf, turnOf } from './outline.ts';
import { type Drawn, inherited } from './picture.ts';
import { placeXml, type Slide } from './shapes.ts';
import { EMU_PER_POINT, escaped, properties, share, solidFill } from './xml.ts';

/** A piece of a text with one look. */
interface Run {
  text: string;
  /** Units; of a lowered piece, that of the text around it: Office makes it smaller itself. */
  size: number;
  italic: boolean;
  bold: boolean;
  /** Below the baseline, as a share of the size. */
  lowered: number;
}

const BOLD = 600;
/** Units that a piece has to be away from the baseline to be lowered. */
const ON_BASELINE = 0.01;

/** Blanks as SVG keeps them: where it is not told to, several are one. */
const spaced = (text: string, element: Element): string =>
  inherited(element, 'xml:space')[0] === 'preserve' ? text.replace(/[\n\r\t]/g, ' ') : text.replace(/\s+/g, ' ');

/** The pieces of a text. A move off the baseline holds until the next one. */
function runsOf(text: Element): Run[] {
  const size = Number(inherited(text, 'font-size')[0]);
  let below = 0;
  const runOf = (node: Node): Run[] => {
    if (node.nodeType === node.TEXT_NODE) return [run(text, node.nodeValue ?? '')];
    const piece = node as Element;
    below += numberAt(piece, 'dy');
    return [run(piece, piece.textContent ?? '')];
  };
  const run = (of: Element, written: string): Run => ({
    text: spaced(written, of),
    size,
    italic: inherited(of, 'font-style')[0] === 'italic',
    bold: Number(inherited(of, 'font-weight')[0] ?? 400) >= BOLD,
    lowered: Math.abs(below) < ON_BASELINE ? 0 : below / size,
  });
  return [...text.childNodes].flatMap(runOf).filter((one) => one.text !== '');
}

/** How far the baseline lies below the middle of a line, in its size, by what the typefaces tell: the line of Chinese letters hangs lower. */
const BASELINE = { latin: 0.346, chinese: 0.4 };
/** Height of the box around a line, in its size. */
const LINE = 1.2;
const CHINESE = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/** Typefaces of Latin and of Chinese letters that Office knows. */
function facesOf(family: string): { latin: string; chinese: string; measured: FaceName } {
  const [latin = 'Arial'] = family.replaceAll('"', '').split(', ');
  const measured = (Object.keys(FACES) as FaceName[]).find((face) => FACES[face] === family) ?? 'Arial';
  return { latin, measured, chinese: family.includes('SimSun') ? 'SimSun' : 'Microsoft YaHei' };
}

/** Of a text with a light edge, which keeps it readable over points: the same as a glow. */
function glowXml({ look }: Drawn, scale: number): string {
  if (look('paint-order') !== 'stroke') return '';
  const colour = solidFill(look('stroke') ?? '#fff', 1).replace(/<\/?a:solidFill>/g, '');
  return `<a:effectLst><a:glow rad="${Math.round((Number(look('stroke-width') ?? 1) / 2) * scale)}">${colour}</a:glow></a:effectLst>`;
}

const ANCHORS: Readonly<Record<string, { align: string; before: number }>> = {
  start: { align: 'l', before: 0 },
  middle: { align: 'ctr', before: 0.5 },
  end: { align: 'r', before: 1 },
};

/** The width of the runs as they are measured everywhere, in units. */
function widthOf(runs: readonly Run[], face: FaceName): number {
  return runs.reduce((sum, { text, size, bold, italic }) => {
    const variant = bold ? 'bold' : italic ? 'italic' : 'normal';
    return sum + textWidth(text, { name: face, family: FACES[face], size, titleSize: size }, variant);
  }, 0);
}

/** A text as a box without margins around its line: what is typed there goes on from where the text is anchored. */
export function textBoxOf(slide: Slide, drawn: Drawn): string {
  const { element, part, look, opacity } = drawn;
  const transforms = [...drawn.transforms, slide.toSlide];
  const { angle, scale } = turnOf(transforms);
  const runs = runsOf(element);
  const written = runs.map(({ text }) => text).join('');
  const [first] = runs;
  if (first === undefined || written.trim() === '') return '';
  const faces = facesOf(look('font-family') ?? FACES.Arial);
  const { align, before } = ANCHORS[look('text-anchor') ?? 'start'] ?? { align: 'l', before: 0 };
  const [width, height] = [widthOf(runs, faces.measured), first.size * LINE];
  const below = first.size * (CHINESE.test(written) ? BASELINE.chinese : BASELINE.latin);
  const middle = `M${numberAt(element, 'x') + width * (0.5 - before)} ${numberAt(element, 'y') - below}`;
  const [[x = 0, y = 0] = []] = piecesOf(middle, transforms).flatMap(({ points }) => [...points]);
  const box = { x: x - (width * scale) / 2, y: y - (height * scale) / 2, width: width * scale, height: height * scale };
  const turned = Math.round(((angle + 360) % 360) * DEGREE);
  const colour = solidFill(look('fill') ?? '#000', opacity * Number(look('fill-opacity') ?? 1));
  const face = `<a:latin typeface="${escaped(faces.latin)}"/><a:ea typeface="${faces.chinese}"/><a:cs typeface="${escaped(faces.latin)}"/>`;
  const glow = glowXml(drawn, scale);
  const runXml = ({ text, size, italic, bold, lowered }: Run) => {
    const points = Math.round((size * scale * 100) / EMU_PER_POINT);
    const how = `${bold ? ' b="1"' : ''}${italic ? ' i="1"' : ''}${lowered === 0 ? '' : ` baseline="${share(-lowered)}"`}`;
    const style = `<a:rPr lang="${slide.picture.language}" sz="${points}"${how} dirty="0">${colour}${glow}${face}</a:rPr>`;
    return `<a:r>${style}<a:t>${escaped(text)}</a:t></a:r>`;
  };
  const named = properties(slide.nextId(), slide.nameOf(part, written.trim()));
  const body = '<a:bodyPr wrap="none" lIns="0" tIns="0" rIns="0" bIns="0" rtlCol="0" anchor="ctr"><a:noAutofit/></a:bodyPr><a:lstStyle/>';
  return `<p:sp><p:nvSpPr>${named}<p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr>${placeXml(box, turned === 0 ? '' : ` rot="${turned}"`)}\
<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr><p:txBody>${body}<a:p><a:pPr algn="${align}"/>\
${runs.map(runXml).join('')}</a:p></p:txBody></p:sp>`;
}
