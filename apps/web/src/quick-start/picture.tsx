import { PICTURES, type PictureName } from './pictures.ts';

/** A picture of the product; a click opens it in its own size. */
export function Picture({ name, alt }: { name: PictureName; alt: string }) {
  const { url, width, height } = PICTURES[name];
  return (
    <a className="guide-picture" href={url} target="_blank" rel="noreferrer" title="打开原图">
      <img src={url} width={width} height={height} alt={alt} loading="lazy" decoding="async" />
    </a>
  );
}
