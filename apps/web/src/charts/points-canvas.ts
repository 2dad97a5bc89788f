import { type Rect, type SymbolName, symbolPath } from '@oncoloom/figures';
import type { DrawPixels } from '@oncoloom/figures/kinds';

export interface PointLook {
  colour: string;
  /** Pixels. */
  radius: number;
  /** 0–1. */
  opacity: number;
  /** A disc where none is told; a ring is hollow. */
  shape?: SymbolName | 'ring';
}

/**
 * Fits the canvas to a size at the screen's density and clears it; one that came out without a pixel, in a window that is dragged small, could not be
 * drawn on another. Null where no canvas can be had.
 *
 * @param scale CSS pixels of a unit of the size.
 */
export function prepareCanvas(canvas: HTMLCanvasElement, width: number, height: number, scale = 1): CanvasRenderingContext2D | null {
  const density = Math.min(window.devicePixelRatio || 1, 3) * scale;
  canvas.width = Math.max(1, Math.round(width * density));
  canvas.height = Math.max(1, Math.round(height * density));
  const context = canvas.getContext('2d');
  context?.setTransform(density, 0, 0, density, 0, 0);
  return context;
}

/** One point drawn once; stamping it is several times faster than filling 20,000 arcs. */
function stampOf(look: PointLook, scale: number): { image: HTMLCanvasElement; size: number } {
  // Corners reach beyond the disc of the same area.
  const size = Math.ceil(look.radius * (look.shape === undefined ? 1 : 1.35) + 1) * 2;
  const image = document.createElement('canvas');
  const context = prepareCanvas(image, size, size, scale);
  if (context !== null) {
    context.globalAlpha = look.opacity;
    context.fillStyle = look.colour;
    context.strokeStyle = look.colour;
    context.translate(size / 2, size / 2);
    const outline = new Path2D(symbolPath(look.shape === undefined || look.shape === 'ring' ? 'circle' : look.shape, look.radius));
    if (look.shape === 'ring') context.stroke(outline);
    else context.fill(outline);
  }
  return { image, size };
}

/** Draws the points `order` at pixel places; `clip` keeps them in the plot while zoomed, `scale` is the canvas's. */
export function drawPoints(
  context: CanvasRenderingContext2D,
  points: { xs: Float64Array; ys: Float64Array; looks: Uint8Array | Uint16Array },
  order: Int32Array,
  looks: readonly PointLook[],
  clip: Rect | null,
  scale = 1,
): void {
  context.save();
  if (clip !== null) {
    context.beginPath();
    context.rect(clip.x, clip.y, clip.width, clip.height);
    context.clip();
  }
  const stamps = looks.map((look) => stampOf(look, scale));
  for (const index of order) {
    const stamp = stamps[points.looks[index] as number];
    if (stamp === undefined) continue;
    const x = (points.xs[index] as number) - stamp.size / 2;
    const y = (points.ys[index] as number) - stamp.size / 2;
    context.drawImage(stamp.image, x, y, stamp.size, stamp.size);
  }
  context.restore();
}

/** Draws pixels into a place of a canvas, enlarged without blur. */
export function pixelsOn(context: CanvasRenderingContext2D): DrawPixels {
  return (place, pixelsOf) => {
    const density = context.getTransform().a;
    const { columns, rows, bytes } = pixelsOf(Math.ceil(place.width * density), Math.ceil(place.height * density));
    const small = document.createElement('canvas');
    small.width = columns;
    small.height = rows;
    small.getContext('2d')?.putImageData(new ImageData(bytes, columns, rows), 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(small, place.x, place.y, place.width, place.height);
  };
}
