import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { openSearch } from '../base/search-state.ts';
import './search-button.css';

/** A Mac has no Ctrl+K in any application. */
const KEY_HINT = /mac/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

/** Looks like the field that it opens; a symbol on a narrow page. */
export function SearchButton({ narrow }: { narrow: boolean }) {
  if (narrow) return <Button type="text" icon={<SearchOutlined />} aria-label="搜索工具和基因" onClick={openSearch} />;
  return (
    <button type="button" className="search-button" aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" onClick={openSearch}>
      <SearchOutlined />
      搜索工具和基因
      <kbd>{KEY_HINT}</kbd>
    </button>
  );
}
