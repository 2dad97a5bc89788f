import { UNITS_PER_INCH } from '../../text/typeface.ts';
import type { ImageAddress } from '../kind.ts';
import { cellsByColour, imageOfCells, runsPath } from './cells.ts';
import type { HeatmapLayout } from './layout.ts';

/** Cells with their colours and their place. */
type DrawnCells = Pick<HeatmapLayout, 'grid' | 'ramp' | 'scale' | 'cells'>;

/** By so many units cells reach under their neighbours: more than a pixel of a screen, and less than would be seen of a third cell. */
const OVERLAP = 1;

/** Cells as one path a colour, over the same cells a little larger: where two cells meet, no ground shows through. Many as an image. */
export function Cells({ layout, imageAddress }: { layout: DrawnCells; imageAddress: ImageAddress | undefined }) {
  const { grid, ramp, scale, cells } = layout;
  const inches = { width: cells.width / UNITS_PER_INCH, height: cells.height / UNITS_PER_INCH };
  const image = imageAddress === undefined ? null : imageOfCells(grid, ramp, scale, inches);
  if (imageAddress !== undefined && image !== null) {
    // Office programs and older vector editors know the older name of the address alone.
    const address = imageAddress(image.pixels, image.across, image.down);
    return <image {...cells} preserveAspectRatio="none" xmlnsXlink="http://www.w3.org/1999/xlink" xlinkHref={address} data-part="cells" />;
  }
  const layers = cellsByColour(grid, ramp, scale);
  const [width, height] = [cells.width / grid.columns, cells.height / grid.rows];
  // Four decimals of a cell: a path of 10,000 cells is a third shorter.
  const overlap = (size: number) => Number(Math.min(0.5, OVERLAP / size).toFixed(4));
  const under = { x: overlap(width), y: overlap(height) };
  return (
    <g transform={`translate(${cells.x},${cells.y}) scale(${width},${height})`} data-part="cells">
      {[under, { x: 0, y: 0 }].map((more) =>
        layers.map((layer) => <path key={`${more.x}${layer.colour}`} d={runsPath(layer, grid, more)} fill={layer.colour} />),
      )}
    </g>
  );
}
