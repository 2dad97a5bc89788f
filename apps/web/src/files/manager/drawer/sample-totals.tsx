import { linearScale, ticksOf } from '@oncoloom/figures';
import { useRef } from 'react';

import { useWidth } from '../../../charts/use-size.ts';
import { type SampleTotal, sayTotals, unitOf } from './total-words.ts';

const HEIGHT = 150;
const BOTTOM = 6;
const TOP = 8;
const LEFT = 44;
/** Of a sample's room; the rest parts it from the next. */
const BAR = 0.78;

/** The total count of each sample, largest first: one far below the others was sequenced too little. */
export function SampleTotals({ totals }: { totals: readonly SampleTotal[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const sorted = totals.toSorted((a, b) => b.total - a.total);
  const [most, least] = [sorted[0], sorted.at(-1)];
  if (most === undefined || least === undefined || most.total <= 0) return null;
  const unit = unitOf(most.total);
  const y = linearScale([0, most.total / unit.size], [HEIGHT - BOTTOM, TOP]);
  const room = Math.max(width - LEFT, 1) / sorted.length;
  const zero = y(0);
  const bars = sorted.map(({ total }, i) => {
    const left = (LEFT + i * room).toFixed(2);
    return `M${left},${zero}V${y(total / unit.size).toFixed(2)}h${(room * BAR).toFixed(2)}V${zero}`;
  });
  const text = sayTotals(most, least);
  return (
    <section className="sample-totals" aria-label="每个样本的总计数">
      <h3 className="small-title">
        每个样本的总计数 <span className="caption">{unit.word}，从多到少</span>
      </h3>
      <div ref={frame}>
        {width > 0 && (
          <svg width={width} height={HEIGHT} role="img" aria-label={text}>
            {ticksOf(y, 36).map(({ value, text: label }) => (
              <g key={value}>
                <line x1={LEFT} x2={width} y1={y(value)} y2={y(value)} className="grid-line" />
                <text x={LEFT - 8} y={y(value)} dy="0.35em" textAnchor="end">
                  {label}
                </text>
              </g>
            ))}
            <path d={bars.join('')} className="bars" />
          </svg>
        )}
      </div>
      <p className="caption">{text}</p>
    </section>
  );
}
