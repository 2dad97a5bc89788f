import { Link } from 'react-router';
import { FEATURE_GROUPS } from './features.ts';
import { PointsCard } from './points-card.tsx';
import './more-features.css';

/** What the product does beyond the obvious. */
export default function MoreFeaturesPage() {
  return (
    <>
      <header className="features-head">
        <h1 className="page-title">更多功能</h1>
        <p>
          除了工具本身，平台还能做这些。第一次使用请先看<Link to="/quick-start">快速开始</Link>。
        </p>
      </header>
      <div className="features">
        {FEATURE_GROUPS.map(({ title, features }) => (
          <section key={title} className="card" aria-labelledby={`features-${title}`}>
            <h2 id={`features-${title}`} className="card-title">
              {title}
            </h2>
            <ul className="features-list">
              {features.map((feature) => (
                <li key={feature.title}>
                  <h3 className="small-title">{feature.title}</h3>
                  <p>{feature.text}</p>
                  <p className="caption">位置：{feature.where}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <section className="card features-api" aria-labelledby="features-api">
          <h2 id="features-api" className="card-title">
            用自己的程序调用
          </h2>
          <p>
            页面上能做的，程序也能做：登录取得令牌，上传文件，提交分析，查询状态，下载结果。每个调用的地址、字段和回答都写在
            <a href="/api/docs" target="_blank" rel="noreferrer">
              接口说明
            </a>
            里（OpenAPI 格式，可以生成 Python 或 R 的客户端）。点数规则和页面上相同。
          </p>
        </section>
        <PointsCard />
      </div>
    </>
  );
}
