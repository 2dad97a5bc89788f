import { ArrowRightOutlined } from '@ant-design/icons';
import type { Family } from '@oncoloom/contract';
import { installedWords } from '@oncoloom/tool-kit';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cohorts } from '../api/cohorts.ts';
import { keys } from '../api/query-keys.ts';
import { countOf, toolsOf } from '../app/families.ts';
import { HeatmapPicture, SurvivalPicture, VolcanoPicture } from './door-pictures.tsx';

interface Door {
  family: Family;
  label: string;
  title: string;
  text: string;
  picture: ReactNode;
}

const DOORS: readonly Door[] = [
  {
    family: 'tcga',
    label: '公共队列',
    title: '查一个基因在癌症里的表达和预后',
    text: 'TCGA 的公共队列，可加 GTEx 正常组织做对照。不需要自己的数据。',
    picture: <SurvivalPicture />,
  },
  {
    family: 'bulk',
    label: '我的数据',
    title: '分析测序或芯片的表达矩阵',
    text: '上传公司给的表格。平台识别数据类型、核对分组，并说明哪里要改。',
    picture: <HeatmapPicture />,
  },
  {
    family: 'plotting',
    label: '绘图',
    title: '把现成的结果画成论文图',
    text: '粘贴一张表，边改边看。导出 PDF、SVG、PPTX 和 600 dpi 的 TIFF。',
    picture: <VolcanoPicture />,
  },
];

/** A few tools by name, and how many there are. */
function contents(entries: readonly MenuEntry[]): string {
  return [...entries.slice(0, 4).map((entry) => entry.title), `${countOf(entries)} 个工具`].join(' · ');
}

/** What of the public cohorts is on this server; nothing until it is known. */
function InstalledHere() {
  const { data } = useQuery({ queryKey: keys.cohorts, queryFn: ({ signal }) => cohorts({ silent: true, signal }), staleTime: 60_000 });
  return data && <span className="caption door-installed">{installedWords(data.results)}。</span>;
}

/** What can be done here: one door per family that has tools. */
export function Doors() {
  const doors = DOORS.flatMap((door) => {
    const entries = toolsOf(door.family);
    const first = entries[0];
    return first ? [{ ...door, entries, path: first.routes.analysis }] : [];
  });
  return (
    <div className="doors">
      {doors.map(({ family, label, title, text, picture, entries, path }) => (
        <Link key={family} to={path} className="card door">
          <span className="door-art">{picture}</span>
          <span className="door-text">
            <span className="door-label">{label}</span>
            <span className="card-title">{title}</span>
            <span>{text}</span>
            {family === 'tcga' && <InstalledHere />}
            <span className="door-foot">
              <span className="caption">{contents(entries)}</span>
              <ArrowRightOutlined className="door-arrow" />
            </span>
          </span>
        </Link>
      ))}
    </div>
  );
}
