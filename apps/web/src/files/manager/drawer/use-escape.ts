import { useEffect } from 'react';

/** Here Esc belongs to what is typed in, or to what lies over the page. */
const OWN = 'input:not([type="checkbox"]), textarea, [role="dialog"], [role="menu"], .ant-dropdown-open, .ant-popover-open';

/** Esc closes what stands beside the rest of the page, unless something nearer took it. */
export function useEscape(onClose: () => void, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(OWN) !== null) return;
      onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose, enabled]);
}
