import { type DrawnFigure, outlinedDots } from '@oncoloom/figures/file';
import JSZip from 'jszip';
import PptxGenJS from 'pptxgenjs';

/** Inches. A wide slide, the picture as large as it goes, its caption below it. */
const SLIDE = { width: 13.333, height: 7.5, margin: 0.4 };
const CAPTION = { height: 1.1, points: 12 };

/** The picture on the slide, in its proportions. */
function place({ width, height }: DrawnFigure['size'], below: number) {
  const room = { width: SLIDE.width - 2 * SLIDE.margin, height: SLIDE.height - 2 * SLIDE.margin - below };
  const scale = Math.min(room.width / width, room.height / height);
  const [w, h] = [width * scale, height * scale];
  return { x: (SLIDE.width - w) / 2, y: SLIDE.margin + (room.height - h) / 2, w, h };
}

/**
 * A slide with the figure: its SVG, which PowerPoint turns into shapes, and beside it the same as a picture for programs that read no SVG
 * ([MS-ODRAWXML] 2.26.3.1). Its caption stands below in a text box.
 *
 * @param preview PNG of the figure.
 */
export async function pptx(drawn: DrawnFigure, preview: Buffer): Promise<Buffer> {
  const { svg, size, title, caption, description } = drawn;
  const deck = new PptxGenJS();
  deck.defineLayout({ name: 'figure', width: SLIDE.width, height: SLIDE.height });
  deck.layout = 'figure';
  deck.title = title;
  deck.subject = description;
  deck.author = 'OncoLoom';
  deck.company = 'OncoLoom';
  const slide = deck.addSlide();
  const told = caption !== '';
  const data = `image/svg+xml;base64,${Buffer.from(outlinedDots(svg)).toString('base64')}`;
  slide.addImage({ data, ...place(size, told ? CAPTION.height : 0), altText: description, objectName: title });
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
  return withPreview((await deck.write({ outputType: 'nodebuffer' })) as Buffer, preview);
}

/** The library cannot draw: on a server it puts a broken picture beside the SVG. The figure's own takes its place. */
async function withPreview(file: Buffer, preview: Buffer): Promise<Buffer> {
  const zip = await JSZip.loadAsync(file);
  const pictures = zip.file(/^ppt\/media\/.*\.png$/);
  const [picture] = pictures;
  if (picture === undefined || pictures.length !== 1) throw new Error(`a slide with ${pictures.length} pictures`);
  zip.file(picture.name, preview);
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}
