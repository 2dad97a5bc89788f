import { ChartDataError } from '@oncoloom/figures';
import { Component, type ReactNode } from 'react';

/** What is told in place of a figure: of data that cannot be drawn their reason alone, for a reload does not help. */
export function failureText(error: unknown): string {
  if (error instanceof ChartDataError) return `${error.message.replace(/。$/, '')}。`;
  return '这张图没有画出来。刷新页面再试；图中数据仍可下载。';
}

interface Props {
  /** Another object: the figure is tried again, as after its height was raised. */
  drawnFrom: unknown;
  children: ReactNode;
}

/** Keeps one figure's failure inside its card. */
export class ChartBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate(before: Props, { error: errorBefore }: { error: unknown }) {
    // Not for the very change that the figure failed at.
    if (errorBefore !== null && this.state.error !== null && before.drawnFrom !== this.props.drawnFrom) this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : <p className="chart-failure">{failureText(error)}</p>;
  }
}
