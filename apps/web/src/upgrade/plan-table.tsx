import { PLANS } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';

type Plan = (typeof PLANS)[number];

/** A month of a plan is 30 days; the year's few days more do not make it longer than 12. */
function perMonth({ price, days }: Plan): string {
  return (price / Math.round(days / 30)).toFixed(1);
}

function perHundredPoints({ price, points }: Plan): string {
  return ((price / points) * 100).toFixed(2);
}

/** Prices in yuan and points of the plans. */
export function PlanTable() {
  return (
    <table className="plan-table">
      <thead>
        <tr>
          <th scope="col">时长</th>
          <th scope="col">价格</th>
          <th scope="col">点数</th>
          <th scope="col" className="plan-month">
            每月约
          </th>
          <th scope="col">每 100 点</th>
        </tr>
      </thead>
      <tbody>
        {PLANS.map((plan) => (
          <tr key={plan.id} className={plan.recommended ? 'is-recommended' : undefined}>
            <th scope="row">
              {plan.title}
              {plan.popular && <span className="plan-mark">热门</span>}
              {plan.recommended && <span className="plan-mark is-strong">推荐</span>}
            </th>
            <td className="plan-price">¥{plan.price}</td>
            <td>{formatCount(plan.points)}</td>
            <td className="plan-month plan-quiet">¥{perMonth(plan)}</td>
            <td className="plan-quiet">¥{perHundredPoints(plan)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
