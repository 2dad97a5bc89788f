import { FAMILIES, FAMILY_TITLES, SIGN_UP_POINTS, SIGN_UP_POINTS_DAYS } from '@oncoloom/contract';
import { toolPages } from '@oncoloom/tools/menu';
import { Link } from 'react-router';
import { NEEDS_PLAN } from '../upgrade/needs-plan.ts';

const RULES: readonly string[] = [
  `新账号有 ${SIGN_UP_POINTS} 点，${SIGN_UP_POINTS_DAYS} 天内有效。`,
  '用示例数据运行、修改图形、下载结果，都不消耗点数。',
  '运行失败或取消，点数自动退回。',
  '点数到期清零；到期前续费，全部点数的有效期一起延长。',
];

/** What each tool costs, and the rules of points. */
export function PointsCard() {
  return (
    <section className="card features-points" aria-labelledby="points-title">
      <h2 id="points-title" className="card-title">
        点数
      </h2>
      <ul className="features-rules">
        {RULES.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <table>
        <caption className="visually-hidden">每个工具运行一次的点数</caption>
        <thead>
          <tr>
            <th scope="col">工具</th>
            <th scope="col">类别</th>
            <th scope="col">一次</th>
          </tr>
        </thead>
        <tbody>
          {FAMILIES.flatMap((family) =>
            toolPages
              .filter((entry) => entry.family === family)
              .map((entry) => (
                <tr key={family + entry.taskType}>
                  <td>
                    <Link to={entry.routes.analysis}>{entry.title}</Link>
                    {entry.premium && <span className="features-premium">{NEEDS_PLAN}</span>}
                  </td>
                  <td>{FAMILY_TITLES[family]}</td>
                  <td>{entry.points} 点</td>
                </tr>
              )),
          )}
        </tbody>
      </table>
    </section>
  );
}
