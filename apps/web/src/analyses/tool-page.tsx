import type { MenuEntry } from '@oncoloom/tools/menu';

export default function ToolPage({ entry }: { entry: MenuEntry }) {
  return <h1 className="page-title">{entry.title}</h1>;
}
