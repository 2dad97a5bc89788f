import { EnterOutlined } from '@ant-design/icons';
import type { GeneSuggestion, ProjectRow } from '@oncoloom/contract';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { categoryOf } from '../base/families.ts';
import { closeSearch } from '../base/search-state.ts';
import { GeneOption } from '../genes/gene-option.tsx';
import { genePath } from '../genes/gene-words.ts';
import { isLacking, NOT_INSTALLED, useSignatures } from '../live/not-installed.ts';
import { countsText, projectPath } from '../projects/project-words.ts';
import { NEEDS_PLAN } from '../upgrade/needs-plan.ts';
import { Highlight } from './highlight.tsx';
import type { Found } from './search-tools.ts';

/** Something to open: the tools come first, then the genes, then projects. */
export type Item = { path: string } & ({ found: Found<MenuEntry> } | { gene: GeneSuggestion } | { project: ProjectRow });

export const itemOfTool = (found: Found<MenuEntry>): Item => ({ path: found.tool.routes.analysis, found });
export const itemOfGene = (gene: GeneSuggestion): Item => ({ path: genePath(gene.symbol), gene });
export const itemOfProject = (project: ProjectRow): Item => ({ path: projectPath(project.id), project });

/** A tool with its family and price, marked where it was found. */
function ToolText({ found, brief }: { found: Found<MenuEntry>; brief: boolean }) {
  const { tool } = found;
  const { data } = useSignatures(tool.signature !== null);
  return (
    <>
      <span className="search-option-text">
        <span className="search-option-title">
          <Highlight text={tool.title} spans={found.title} />
        </span>
        {!brief && (
          <span className="search-option-summary">
            <Highlight {...found.summary} />
          </span>
        )}
      </span>
      <span className="caption">{categoryOf(tool)}</span>
      {isLacking(tool, data) && <span className="caption search-option-note">{NOT_INSTALLED}</span>}
      {tool.premium && <span className="caption search-option-note">{NEEDS_PLAN}</span>}
      <span className="caption search-option-points">{tool.points} 点</span>
    </>
  );
}

function textOf(item: Item, brief: boolean): ReactNode {
  if ('found' in item) return <ToolText found={item.found} brief={brief} />;
  if ('project' in item)
    return (
      <>
        <span className="search-option-text">
          <span className="search-option-title">{item.project.name}</span>
        </span>
        <span className="caption">
          {countsText(item.project.counts)}
          {item.project.archived && ' · 已归档'}
        </span>
      </>
    );
  return (
    <span className="search-option-text">
      <GeneOption gene={item.gene} />
    </span>
  );
}

interface Props {
  id: string;
  item: Item;
  /** Without the description. */
  brief: boolean;
  active: boolean;
  onActive: () => void;
}

/** One line of the search, reached by the arrow keys of its field. */
export function SearchOption({ id, item, brief, active, onActive }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (active) link.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <Link
      ref={link}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={active ? 'search-option is-active' : 'search-option'}
      to={item.path}
      onClick={closeSearch}
      onMouseMove={onActive}
    >
      {textOf(item, brief)}
      <EnterOutlined className="search-option-enter" />
    </Link>
  );
}
