import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router';

/** A button that leads to another page: a real link, so that it opens in a new tab as well. */
export function LinkButton({ to, ...button }: Omit<ButtonProps, 'href' | 'onClick'> & { to: string }) {
  const follow = useLinkClickHandler<HTMLElement>(to);
  return <Button {...button} href={useHref(to)} onClick={follow} />;
}
