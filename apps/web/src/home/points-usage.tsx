import { formatCount } from '@oncoloom/tool-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { pointsLedger } from '../api/billing.ts';
import { keys } from '../api/query-keys.ts';
import { usageOf } from './usage.ts';
import './usage.css';

/** Lighter with each smaller part. */
const SHADES = ['#0B6E69', '#4D9894', '#85B8B5', '#B6D4D2'] as const;
/** The largest page of the ledger. */
const ROWS = 100;

/** Where points went lately, as a bar and in numbers; nothing while nothing was spent. */
export function PointsUsage({ points }: { points: number }) {
  const { data } = useQuery({
    queryKey: [...keys.ledger, 'usage', points],
    queryFn: ({ signal }) => pointsLedger(1, ROWS, { signal, silent: true }),
    placeholderData: keepPreviousData,
  });
  const usage = data && usageOf(data, new Date());
  if (usage === undefined || usage.points === 0) return null;
  const whole = usage.points + points;
  return (
    <div className="usage">
      <div className="usage-bar" aria-hidden="true">
        {usage.parts.map((part, i) => (
          <i key={part.name} style={{ width: `${(100 * part.points) / whole}%`, background: SHADES[i] }} />
        ))}
      </div>
      <p className="caption">
        {usage.span}已用 {formatCount(usage.points)} 点
      </p>
      <ul>
        {usage.parts.map((part, i) => (
          <li key={part.name}>
            <i style={{ background: SHADES[i] }} />
            {part.name}
            <span>{formatCount(part.points)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
