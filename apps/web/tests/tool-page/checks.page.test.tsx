import type { Finding } from '@oncoloom/contract';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Checks } from '../../src/files/checks.tsx';

const PROBES: Finding = {
  code: 'probe_names',
  level: 'should',
  message: '行名是探针号，不是基因名',
  fix: { label: '换成基因名', file: 'probes_to_genes' },
};

test('why a file cannot be changed stays where the change was asked for, until it is asked for again', async () => {
  const remedy = vi
    .fn<() => Promise<string | undefined>>()
    .mockResolvedValueOnce('这台服务器没有 GPL6244 的注释。')
    .mockResolvedValueOnce(undefined);
  const checks = (fileId: number) => (
    <Checks findings={[PROBES]} fixed={[]} onFix={vi.fn()} fileFixOf={() => ({ fileId, apply: remedy })} onUndo={vi.fn()} />
  );
  const { rerender } = render(checks(1));
  const button = screen.getByRole('button', { name: '换成基因名' });
  await userEvent.click(button);
  expect(await screen.findByText('这台服务器没有 GPL6244 的注释。')).toBeDefined();
  rerender(checks(2));
  expect(screen.queryByText(/GPL6244/)).toBeNull();
  rerender(checks(1));
  expect(screen.getByText(/GPL6244/)).toBeDefined();
  await userEvent.click(button);
  expect(screen.queryByText(/GPL6244/)).toBeNull();
  expect(remedy).toHaveBeenCalledTimes(2);
});
