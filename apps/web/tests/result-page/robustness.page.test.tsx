import type { Robustness } from '@oncoloom/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SharedLink } from '../../src/result-data/result-access.ts';
import { MethodsCard } from '../../src/result-page/about/methods-card.tsx';
import { RobustnessCard } from '../../src/result-page/about/robustness-card.tsx';
import { RESULT, RUNNING } from '../support/analysis.ts';
import { fakeServer, renderPage } from '../support/page.tsx';

const check = (name: string, part: Partial<Robustness> = {}): Robustness => ({
  check: name,
  title: name === 'labels' ? '打乱标签' : '重复的样本',
  asks: `${name} 会怎样？`,
  finding: null,
  progress: null,
  problem: null,
  methods: null,
  ...part,
});
const found = (level: 'passed' | 'should') => ({ code: 'found', level, message: '找到 12 个；打乱后最多 3' });

test('checks are begun by a press, watched, stopped, and stay', async () => {
  const user = userEvent.setup();
  let now = [check('labels'), check('copies')];
  const asked: unknown[] = [];
  fakeServer({
    '/analysis/12/robustness': (body) => {
      if ('check' in body) asked.push(body);
      return { robustness: now };
    },
    '/analysis/12/robustness/stop': () => {
      now = [check('labels', { finding: found('passed') }), check('copies')];
      return { robustness: now };
    },
  });
  renderPage(<RobustnessCard analysis={{ ...RUNNING, id: 12 }} result={{ ...RESULT, robustness: now }} />, { path: '/', at: '/' });
  expect(screen.getByText('labels 会怎样？', { exact: false })).toBeDefined();
  now = [check('labels', { progress: 0.4 }), check('copies', { progress: 0 })];
  await user.click(screen.getByRole('button', { name: '全部检查' }));
  expect(await screen.findByText('正在检查，40%', { exact: false })).toBeDefined();
  expect(asked).toEqual([{ check: 'labels' }, { check: 'copies' }]);
  await user.click(screen.getByRole('button', { name: '停止' }));
  const rows = await screen.findAllByRole('listitem');
  expect(within(rows[0] as HTMLElement).getByLabelText('站得住')).toBeDefined();
  expect(within(rows[0] as HTMLElement).getByText('找到 12 个；打乱后最多 3。', { exact: false })).toBeDefined();
  now = [now[0] as Robustness, check('copies', { problem: '内存不够' })];
  await user.click(screen.getByRole('button', { name: '检查：重复的样本' }));
  expect(await screen.findByText('内存不够。', { exact: false })).toBeDefined();
  expect(screen.getByRole('button', { name: '检查：重复的样本' }).textContent).toBe('再试一次');
});

test('a link shows what was found, and offers nothing', () => {
  const robustness = [check('labels', { finding: found('should') }), check('copies')];
  renderPage(
    <SharedLink value="token">
      <RobustnessCard analysis={RUNNING} result={{ ...RESULT, robustness }} />
    </SharedLink>,
    { path: '/', at: '/' },
  );
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByLabelText('有疑问')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('methods say how often the same data were run where the user wants it, in both languages', async () => {
  const user = userEvent.setup();
  const methods = { zh: '同样的数据用 3 组参数共分析了 4 次。', en: 'The same data were analysed 4 times with 3 sets of parameters.' };
  fakeServer({ '/analysis/12/robustness': () => ({ robustness: [check('labels'), check('runs', { methods })] }) });
  renderPage(<MethodsCard analysis={{ ...RUNNING, id: 12 }} result={{ ...RESULT, robustness: [check('labels')] }} />, {
    path: '/',
    at: '/',
  });
  const box = await screen.findByRole('checkbox', { name: '写明试过几次' });
  expect(screen.queryByText(methods.zh)).toBeNull();
  await user.click(box);
  expect(screen.getByText(methods.zh)).toBeDefined();
  await user.click(screen.getByText('English'));
  expect(screen.getByText(methods.en)).toBeDefined();
});

test('methods offer nothing where one set of parameters was run', async () => {
  let asked = 0;
  fakeServer({
    '/analysis/12/robustness': () => {
      asked += 1;
      return { robustness: [check('labels'), check('runs')] };
    },
  });
  renderPage(<MethodsCard analysis={{ ...RUNNING, id: 12 }} result={{ ...RESULT, robustness: [check('labels')] }} />, {
    path: '/',
    at: '/',
  });
  await vi.waitFor(() => expect(asked).toBe(1));
  expect(screen.queryByRole('checkbox')).toBeNull();
});
