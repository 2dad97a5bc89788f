import { ArrowRightOutlined } from '@ant-design/icons';
import type { Family } from '@oncoloom/contract';
import { installedWords } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cohorts } from '../api/cohorts.ts';
import { keys } from '../api/query-keys.ts';
import { countOf, toolsOf } from '../base/families.ts';
import { FileDoor } from './file-door.tsx';
import { GeneDoor } from './gene-door.tsx';
import { PlotDoor } from './plot-door.tsx';

interface Door {
  family: Family;
  label: string;
  title: string;
  text: ReactNode;
  way: ReactNode;
}

/** What of the public cohorts is on this server; nothing until it is known. */
function InstalledHere() {
  const { data } = useQuery({ queryKey: keys.cohorts, queryFn: ({ signal }) => cohorts({ silent: true, signal }), staleTime: 60_000 });
  return data && <span className="door-installed">{installedWords(data.results)}。</span>;
}

const DOORS: readonly Door[] = [
  {
    family: 'tcga',
    label: '公共队列',
    title: '查一个基因在癌症里的表达和预后',
    text: (
      <>
        TCGA 的公共队列，可加 GTEx 正常组织做对照。不需要自己的数据。
        <InstalledHere />
      </>
    ),
    way: <GeneDoor />,
  },
  {
    family: 'bulk',
    label: '我的数据',
    title: '分析测序或芯片的表达矩阵',
    text: '上传公司给的表格。平台识别数据类型、核对分组，并说明哪里要改。',
    way: <FileDoor />,
  },
  {
    family: 'plotting',
    label: '绘图',
    title: '把现成的结果画成论文图',
    text: '粘贴一张表，边改边看。导出 PDF、SVG、PPTX 和 600 dpi 的 TIFF。',
    way: <PlotDoor />,
  },
];

/** What can be done here: one door per family that has tools, each with its first step in it. */
export function Doors() {
  return (
    <div className="doors">
      {DOORS.map(({ family, label, title, text, way }) => {
        const entries = toolsOf(family);
        const [first] = entries;
        if (first === undefined) return null;
        return (
          <section key={family} className={`card door is-${family}`} aria-label={label}>
            <p className="door-label">{label}</p>
            <h2 className="card-title">{title}</h2>
            <p className="door-about">{text}</p>
            {way}
            <Link to={first.routes.analysis} className="door-foot">
              全部 {countOf(entries)} 个工具，从「{first.title}」开始
              <ArrowRightOutlined />
            </Link>
          </section>
        );
      })}
    </div>
  );
}
