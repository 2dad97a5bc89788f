import { ChartDataError } from '@oncoloom/figures';
import { Component, type ReactNode } from 'react';

/** Keeps one figure's failure inside its card. */
export class ChartBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const reason = error instanceof ChartDataError ? `${error.message}。` : '';
    return <p className="chart-failure">{`这张图没有画出来。${reason}刷新页面再试；图中数据仍可下载。`}</p>;
  }
}
