import { partName } from '@oncoloom/figures';
import type { DrawnFigure } from '@oncoloom/figures/file';
import { densePartOf, denseParts, partAsDots } from './dense.ts';
import { type Box, boxOf, pathOf, piecesOf } from './outline.ts';
import { type Drawn, readPicture } from './picture.ts';
import { placeXml, type Slide, shapesOf } from './shapes.ts';
import { textBoxOf } from './text-box.ts';
import { escaped, properties } from './xml.ts';

/** A figure as a group of shapes, and the pictures that it refers to. */
interface FigureGroup {
  xml: string;
  /** PNG by the id of its relationship. */
  media: ReadonlyMap<string, Buffer>;
}

const PNG_ADDRESS = 'data:image/png;base64,';
/** What other shapes of the slide have is below. */
const FIRST_ID = 100;

function pictureXml(slide: Slide, part: string, relation: string, box: Box): string {
  const named = `<p:nvPicPr>${properties(slide.nextId(), slide.nameOf(part))}<p:cNvPicPr/><p:nvPr/></p:nvPicPr>`;
  const filled = `<p:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>`;
  return `<p:pic>${named}${filled}<p:spPr>${placeXml(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
}

/** The bytes of an image that stands in the picture itself. */
function bytesOf({ element }: Drawn): Buffer {
  const address = element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '';
  if (!address.startsWith(PNG_ADDRESS)) throw new Error('an image that is no PNG in a picture');
  return Buffer.from(address.slice(PNG_ADDRESS.length), 'base64');
}

/**
 * A figure as a group of shapes that can be taken apart and edited (ECMA-376-1, 19.3.1.22): its texts are text boxes, its points, lines
 * and areas shapes, each named after the part that it draws. A part of more marks than a slide can hold, and cells that are an image,
 * are a picture in their place among the shapes. The figures of a board are groups within it.
 *
 * @param place Of the figure on the slide, EMU.
 */
export async function figureGroup({ svg, size, title, description }: DrawnFigure, place: Box): Promise<FigureGroup> {
  const picture = readPicture(svg);
  let id = FIRST_ID;
  const slide: Slide = {
    picture,
    toSlide: `matrix(${place.width / picture.width} 0 0 ${place.height / picture.height} ${place.x} ${place.y})`,
    nextId: () => id++,
    nameOf: (part, text = '') => [partName(part, picture.language === 'en-US' ? 'en' : 'zh'), text].filter((one) => one !== '').join(' '),
  };
  const media = new Map<string, Buffer>();
  const pictureOf = (part: string, png: Buffer, path: string, transforms: readonly string[]): string => {
    const relation = `rIdFigure${media.size + 1}`;
    media.set(relation, png);
    return pictureXml(slide, part, relation, boxOf(piecesOf(path, [...transforms, slide.toSlide])));
  };
  const dense = denseParts(picture);
  const done = new Set<string>();
  const panels: { panel: string; shapes: string[] }[] = [];
  for (const one of picture.drawn) {
    const { element, part, panel } = one;
    if (panels.at(-1)?.panel !== panel) panels.push({ panel, shapes: [] });
    const shapes = panels.at(-1)?.shapes ?? [];
    const manyOf = densePartOf(one, dense);
    if (manyOf !== undefined) {
      if (done.has(manyOf)) continue;
      done.add(manyOf);
      const { png, box } = await partAsDots(svg, size, manyOf);
      shapes.push(pictureOf(part, png, `M${box.x} ${box.y}h${box.width}v${box.height}`, []));
    } else if (element.tagName === 'image') shapes.push(pictureOf(part, bytesOf(one), pathOf(element), one.transforms));
    else if (element.tagName === 'text') shapes.push(textBoxOf(slide, one));
    else shapes.push(...shapesOf(slide, one));
  }
  const parts = panels.map(({ panel, shapes }) => (panel === '' ? shapes.join('') : groupXml(slide, panel, '', boxAround(shapes), shapes)));
  return { xml: groupXml(slide, title, ` descr="${escaped(description)}"`, place, parts), media };
}

/** Shapes as one, which can be taken apart (ECMA-376-1, 19.3.1.22). @param more Of its properties. */
function groupXml(slide: Slide, name: string, more: string, place: Box, shapes: readonly string[]): string {
  const named = properties(slide.nextId(), name, more);
  const around = placeXml(place).replace(/<a:off (.*?)\/><a:ext (.*?)\/>/, '<a:off $1/><a:ext $2/><a:chOff $1/><a:chExt $2/>');
  return `<p:grpSp><p:nvGrpSpPr>${named}<p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr>${around}</p:grpSpPr>${shapes.join('')}</p:grpSp>`;
}

const PLACES = /<a:off x="(-?\d+)" y="(-?\d+)"\/><a:ext cx="(\d+)" cy="(\d+)"\/>/g;

/** The box around shapes, EMU. */
function boxAround(shapes: readonly string[]): Box {
  const boxes = shapes.flatMap((xml) =>
    [...xml.matchAll(PLACES)].map(([, ...numbers]) => numbers.map(Number) as [number, number, number, number]),
  );
  const [x, y] = [Math.min(...boxes.map(([left]) => left)), Math.min(...boxes.map(([, top]) => top))];
  const right = Math.max(...boxes.map(([left, , width]) => left + width));
  return { x, y, width: right - x, height: Math.max(...boxes.map(([, top, , height]) => top + height)) - y };
}
