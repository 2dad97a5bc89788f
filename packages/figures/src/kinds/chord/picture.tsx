import { HALF_LINE, TitlesOfAxes } from '../../plot/axes/axes.tsx';
import { MARK } from '../../plot/marks.ts';
import { KeysPicture } from '../../terms/keys-picture.tsx';
import { NAME_LINE } from '../../terms/term-names.ts';
import type { PictureProps } from '../kind.ts';
import type { ChordLayout, ChordTerm } from './layout.ts';

const OPACITY = { plain: 0.55, told: 0.85, others: 0.12 };

/** Two lines of a name may read the same. */
const lineKey = (text: string, i: number) => `${i}${text}`;

function TermName({ term: { name, label }, size }: { term: ChordTerm; size: number }) {
  const { lines } = label.name;
  return (
    <g data-part="group" data-name={name}>
      {lines.map((text, i) => (
        <text key={lineKey(text, i)} x={label.x} y={label.y + size * (HALF_LINE + NAME_LINE * (i - (lines.length - 1) / 2))}>
          {text}
        </text>
      ))}
    </g>
  );
}

export function Picture({ layout, active, found, id }: PictureProps<ChordLayout>) {
  const { frame, genes, terms, ribbons, geneSize, termSize, keys, keysAt, omitted } = layout;
  const { typeface } = frame;
  const told = active ?? found ?? null;
  const opacityOf = (gene: number, term: number) =>
    told === null ? OPACITY.plain : gene === told || term + genes.length === told ? OPACITY.told : OPACITY.others;
  return (
    <>
      <g data-part="ribbons">
        {ribbons.map(({ gene, term, path, colour }) => (
          <path key={`${gene} ${term}`} d={path} fill={colour} fillOpacity={opacityOf(gene, term)} />
        ))}
      </g>
      <g stroke={MARK.axis} strokeWidth={0.5} data-part="genes">
        {genes.map(({ name, path, colour }) => (
          <path key={name} d={path} fill={colour} />
        ))}
      </g>
      <g stroke={MARK.axis} strokeWidth={0.5} data-part="terms">
        {terms.map(({ name, path, colour, leader }) => (
          <g key={name} data-part="group" data-name={name}>
            <path d={path} fill={colour} />
            <line {...leader} stroke={MARK.leader} />
          </g>
        ))}
      </g>
      <g fontFamily={typeface.family} fill={MARK.ink}>
        <g fontSize={geneSize} fontStyle="italic" data-part="names">
          {genes.map(({ name, label: { text, x, y, turn, anchor } }) => (
            <text
              key={name}
              transform={`translate(${x.toFixed(2)},${y.toFixed(2)}) rotate(${turn.toFixed(2)})`}
              y={geneSize * HALF_LINE}
              textAnchor={anchor}
            >
              {text}
            </text>
          ))}
        </g>
        <g fontSize={termSize}>
          {terms.map((term) => (
            <TermName key={term.name} term={term} size={termSize} />
          ))}
        </g>
        {omitted.text !== '' && (
          <text x={omitted.x} y={omitted.y} textAnchor="end" fontSize={typeface.size} fill={MARK.caption}>
            {omitted.text}
          </text>
        )}
      </g>
      <TitlesOfAxes frame={frame} />
      <KeysPicture keys={keys} at={keysAt} typeface={typeface} id={id} />
    </>
  );
}
