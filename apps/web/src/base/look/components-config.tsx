import { ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { type ReactNode, useMemo } from 'react';
import { mediaQueryHook } from '../hooks/media-query.ts';
import { useScheme } from './colour-scheme.ts';
import { themeOf } from './theme.ts';

const useReducedMotion = mediaQueryHook('(prefers-reduced-motion: reduce)');

/**
 * Language and look of antd's components. Where the system asks for little motion they have none: global.css leaves out all transitions, and they would
 * wait for the end of theirs.
 */
export function ComponentsConfig({ children }: { children: ReactNode }) {
  const still = useReducedMotion();
  const scheme = useScheme();
  const own = useMemo(() => {
    const theme = themeOf(scheme);
    return { ...theme, token: { ...theme.token, motion: !still } };
  }, [scheme, still]);
  return (
    <ConfigProvider locale={zhCN} theme={own} button={{ autoInsertSpace: false }} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  );
}
