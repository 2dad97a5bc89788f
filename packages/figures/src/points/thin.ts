/**
 * Keeps at most one point per cell of the screen: the dropped ones would lie under a kept one. Order decides which stays,
 * so the same table gives the same picture.
 *
 * @param xs, ys pixels, NaN for points that are not drawn
 * @param candidates indices to thin, most important first
 * @param cell edge of a cell in pixels
 */
export function thinPoints(
  xs: Float64Array,
  ys: Float64Array,
  candidates: Int32Array,
  area: { width: number; height: number },
  cell: number,
): Int32Array {
  const columns = Math.ceil(area.width / cell) + 1;
  const rows = Math.ceil(area.height / cell) + 1;
  const taken = new Uint8Array(columns * rows);
  const kept = new Int32Array(candidates.length);
  let count = 0;
  for (const index of candidates) {
    const column = Math.floor((xs[index] as number) / cell);
    const row = Math.floor((ys[index] as number) / cell);
    if (!(column >= 0 && column < columns && row >= 0 && row < rows)) continue;
    const place = row * columns + column;
    if (taken[place] === 1) continue;
    taken[place] = 1;
    kept[count] = index;
    count += 1;
  }
  return kept.slice(0, count);
}
