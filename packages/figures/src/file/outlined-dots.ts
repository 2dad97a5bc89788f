/** A path of nothing but dots: lines of no length, whose round ends are seen. */
const DOTS = /<path\b[^>]*\bd="M[-\d. Mh]*h0"[^>]*>/g;

const attributeOf = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

/** Circle around a point, as two arcs. */
function circle(x: number, y: number, radius: number): string {
  const r = Number(radius.toFixed(3));
  return `M${Number((x - r).toFixed(3))} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/**
 * The same picture with its dots as circles. Office programs draw a line without length, as it is, or drop it; its round ends are lost
 * where they make shapes of it.
 */
export function outlinedDots(svg: string): string {
  return svg.replace(DOTS, (tag) => {
    const [d, width, colour] = [attributeOf(tag, 'd'), attributeOf(tag, 'stroke-width'), attributeOf(tag, 'stroke')];
    if (d === undefined || width === undefined || colour === undefined) return tag;
    const opacity = attributeOf(tag, 'stroke-opacity');
    const outline = [...d.matchAll(/M(-?[\d.]+) (-?[\d.]+)h0/g)]
      .map(([, x, y]) => circle(Number(x), Number(y), Number(width) / 2))
      .join('');
    const faint = opacity === undefined ? '' : ` fill-opacity="${opacity}"`;
    return `<path d="${outline}" fill="${colour}"${faint} stroke="none"${tag.endsWith('/>') ? '/>' : '>'}`;
  });
}
