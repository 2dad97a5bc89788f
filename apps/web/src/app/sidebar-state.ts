import { create } from 'zustand';

const COOKIE = 'oncoloom_sidebar';
const YEAR_S = 365 * 24 * 3600;

function storedOpen(): boolean {
  return !document.cookie.split('; ').includes(`${COOKIE}=closed`);
}

interface SidebarState {
  /** On a wide page; kept in a cookie. */
  open: boolean;
  /** The drawer of a narrow page; closed at every start. */
  drawer: boolean;
}

export const useSidebar = create<SidebarState>()(() => ({ open: storedOpen(), drawer: false }));

export function setSidebarOpen(open: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
  document.cookie = `${COOKIE}=${open ? 'open' : 'closed'}; path=/; max-age=${YEAR_S}; SameSite=Lax`;
  useSidebar.setState({ open });
}

export function setDrawer(drawer: boolean): void {
  useSidebar.setState({ drawer });
}
