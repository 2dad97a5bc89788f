import {
  ApartmentOutlined,
  AppstoreOutlined,
  DownloadOutlined,
  DownOutlined,
  ExperimentOutlined,
  FolderOutlined,
  GiftOutlined,
  HomeOutlined,
  LayoutOutlined,
  MenuFoldOutlined,
  PlayCircleOutlined,
  RightOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { FAMILIES, FAMILY_TITLES, FURTHER_TITLE } from '@oncoloom/contract';
import { type MenuEntry, toolPages } from '@oncoloom/tools/menu';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, matchPath, NavLink, useLocation } from 'react-router';
import { countOf, furtherTools, introOf, toolsOf } from '../base/families.ts';
import { Logo } from '../base/look/logo.tsx';
import { type PagePath, pageTitle } from '../base/paths.ts';
import { isLacking, NOT_INSTALLED, useSignatures } from '../live/not-installed.ts';
import { setSidebarOpen } from './sidebar-state.ts';

/** From this many tools on, a section of a family other than TCGA is folded under its name. */
const FOLD_SECTION_FROM = 4;
/** From this many tools on, a family other than TCGA starts folded. */
const FOLD_FAMILY_FROM = 12;

/** Whether a path is one of a tool's pages in this family, or of a part of it; `/x/analysis` would also match a result at `/x/:id`. */
function isAt({ family, taskType }: MenuEntry, path: string): boolean {
  const form = toolPages.find(({ routes }) => routes.analysis === path);
  const page = form ?? toolPages.find(({ routes }) => matchPath(routes.result, path) !== null);
  return page?.family === family && (page.taskType === taskType || page.partOf === taskType);
}

/** A family's tools by section, in the catalogue's order. */
function bySection(entries: readonly MenuEntry[]): [string, MenuEntry[]][] {
  const sections = new Map<string, MenuEntry[]>();
  for (const entry of entries) sections.set(entry.section, [...(sections.get(entry.section) ?? []), entry]);
  return [...sections];
}

function ToolLink({ entry }: { entry: MenuEntry }) {
  const { pathname } = useLocation();
  const here = isAt(entry, pathname);
  const { data } = useSignatures(entry.signature !== null);
  return (
    <Link
      className={here ? 'menu-row menu-tool is-here' : 'menu-row menu-tool'}
      to={entry.routes.analysis}
      aria-current={here ? 'page' : undefined}
    >
      {entry.title}
      {isLacking(entry, data) && <span className="menu-note">{NOT_INSTALLED}</span>}
    </Link>
  );
}

interface SectionProps {
  title: string;
  entries: readonly MenuEntry[];
  foldable: boolean;
}

function Section({ title, entries, foldable }: SectionProps) {
  const { pathname } = useLocation();
  const here = entries.some((entry) => isAt(entry, pathname));
  const [open, setOpen] = useState(here);
  const [was, setWas] = useState(here);
  // Whoever comes to a tool sees where it stands.
  if (here !== was) {
    setWas(here);
    if (here) setOpen(true);
  }
  const intro = introOf(title, entries);
  const rows = [
    ...(intro === undefined
      ? []
      : [
          <li key={intro.path}>
            <NavLink to={intro.path} className={({ isActive }) => (isActive ? 'menu-row menu-tool is-here' : 'menu-row menu-tool')}>
              {intro.title}
            </NavLink>
          </li>,
        ]),
    ...entries.map((entry) => (
      <li key={entry.taskType + entry.family}>
        <ToolLink entry={entry} />
      </li>
    )),
  ];
  if (!foldable || entries.length < FOLD_SECTION_FROM) return rows;
  return (
    <li>
      <button type="button" className="menu-row menu-tool menu-fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        {title}
        {open ? <DownOutlined /> : <RightOutlined />}
      </button>
      {open && <ul className="menu-nested">{rows}</ul>}
    </li>
  );
}

function ToolGroup({ title, entries, whole }: { title: string; entries: readonly MenuEntry[]; whole: boolean }) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(entries.length < FOLD_FAMILY_FROM);
  if (entries.length === 0) return null;
  const shown = whole || open || entries.some((entry) => isAt(entry, pathname));
  return (
    <section className="menu-group">
      <h2>
        {title}
        <span>{countOf(entries)}</span>
      </h2>
      {shown ? (
        <ul>
          {bySection(entries).map(([section, tools]) => (
            <Section key={section} title={section} entries={tools} foldable={!whole} />
          ))}
        </ul>
      ) : (
        <button type="button" className="menu-row menu-tool menu-fold" aria-expanded={false} onClick={() => setOpen(true)}>
          展开 {countOf(entries)} 个工具
          <DownOutlined />
        </button>
      )}
    </section>
  );
}

interface Entry {
  path: PagePath;
  icon: ReactNode;
}

/** Where work begins. */
const UPPER: readonly Entry[] = [
  { path: '/home', icon: <HomeOutlined /> },
  { path: '/quick-start', icon: <PlayCircleOutlined /> },
  { path: '/projects', icon: <ApartmentOutlined /> },
  { path: '/tasks', icon: <UnorderedListOutlined /> },
  { path: '/file-manager', icon: <FolderOutlined /> },
  { path: '/figure-boards', icon: <LayoutOutlined /> },
  { path: '/data_download', icon: <DownloadOutlined /> },
];

/** Beside the work. */
const LOWER: readonly Entry[] = [
  { path: '/more_features', icon: <AppstoreOutlined /> },
  { path: '/referral', icon: <GiftOutlined /> },
  { path: '/custom-analysis', icon: <ExperimentOutlined /> },
];

function PageLinks({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className="menu-pages">
      {entries.map(({ path, icon }) => (
        <li key={path}>
          <NavLink to={path} className={({ isActive }) => (isActive ? 'menu-row is-here' : 'menu-row')}>
            {icon}
            {pageTitle(path)}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** Every place that can be gone to, made from the tools' declarations. */
export function Sidebar({ collapsible }: { collapsible: boolean }) {
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new path
  useEffect(() => {
    menu.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <div className="sidebar">
      <Link to="/home" className="sidebar-logo" aria-label="瘤析 OncoLoom，回到首页">
        <Logo />
      </Link>
      <nav aria-label="主菜单" ref={menu}>
        <PageLinks entries={UPPER} />
        {FAMILIES.map((family) => (
          <ToolGroup key={family} title={FAMILY_TITLES[family]} entries={toolsOf(family)} whole={family === 'tcga'} />
        ))}
        <ToolGroup title={FURTHER_TITLE} entries={furtherTools()} whole={false} />
        <PageLinks entries={LOWER} />
      </nav>
      {collapsible && (
        <button type="button" className="menu-row sidebar-collapse" onClick={() => setSidebarOpen(false)}>
          <MenuFoldOutlined />
          收起菜单
        </button>
      )}
    </div>
  );
}
