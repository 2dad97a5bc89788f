import type { DrawnFigure } from '@oncoloom/figures/file';
import JSZip from 'jszip';
import PptxGenJS from 'pptxgenjs';
import { figureGroup } from './group.ts';
import { EMU_PER_INCH } from './xml.ts';

/** Inches. A wide slide, the picture as large as it goes, its caption below it. */
const SLIDE = { width: 13.333, height: 7.5, margin: 0.4 };
const CAPTION = { height: 1.1, points: 12 };
/** Letters of a caption that has room there; a longer one stands in the slide's notes. */
const CAPTION_MOST = 400;

/** The picture on the slide, in its proportions; EMU. */
function place({ width, height }: DrawnFigure['size'], below: number) {
  const room = { width: SLIDE.width - 2 * SLIDE.margin, height: SLIDE.height - 2 * SLIDE.margin - below };
  const scale = Math.min(room.width / width, room.height / height);
  const [w, h] = [width * scale, height * scale];
  const inches = { x: (SLIDE.width - w) / 2, y: SLIDE.margin + (room.height - h) / 2, width: w, height: h };
  const emu = (length: number) => Math.round(length * EMU_PER_INCH);
  return { x: emu(inches.x), y: emu(inches.y), width: emu(inches.width), height: emu(inches.height) };
}

/** A slide with the figure as a group of shapes, see `figureGroup`. Its caption stands below in a text box, or in the notes. */
export async function pptx(drawn: DrawnFigure): Promise<Buffer> {
  const { size, title, caption, description } = drawn;
  const deck = new PptxGenJS();
  deck.defineLayout({ name: 'figure', width: SLIDE.width, height: SLIDE.height });
  deck.layout = 'figure';
  deck.title = title;
  deck.subject = description;
  deck.author = 'OncoLoom';
  deck.company = 'OncoLoom';
  const slide = deck.addSlide();
  const told = caption !== '' && caption.length <= CAPTION_MOST;
  if (caption.length > CAPTION_MOST) slide.addNotes(caption);
  if (told)
    slide.addText(caption, {
      x: SLIDE.margin,
      y: SLIDE.height - SLIDE.margin / 2 - CAPTION.height,
      w: SLIDE.width - 2 * SLIDE.margin,
      h: CAPTION.height,
      fontSize: CAPTION.points,
      color: '333333',
      valign: 'top',
      fit: 'shrink',
    });
  const { xml, media } = await figureGroup(drawn, place(size, told ? CAPTION.height : 0));
  const zip = await JSZip.loadAsync((await deck.write({ outputType: 'nodebuffer' })) as Buffer);
  await put(zip, 'ppt/slides/slide1.xml', '</p:spTree>', xml);
  const relations = [...media.keys()].map(
    (id, i) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="../media/figure${i + 1}.png"/>`,
  );
  await put(zip, 'ppt/slides/_rels/slide1.xml.rels', '</Relationships>', relations.join(''));
  for (const [i, png] of [...media.values()].entries()) zip.file(`ppt/media/figure${i + 1}.png`, png);
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

/** Puts XML before the last of a kind of end in a part of the file: the library has no groups. */
async function put(zip: JSZip, path: string, before: string, xml: string): Promise<void> {
  const text = await zip.file(path)?.async('string');
  const at = text?.lastIndexOf(before) ?? -1;
  if (text === undefined || at < 0) throw new Error(`a presentation without ${before} in ${path}`);
  zip.file(path, text.slice(0, at) + xml + text.slice(at));
}
