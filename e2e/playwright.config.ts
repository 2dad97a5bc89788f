import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { BROWSER } from './support/browser.ts';

export default defineConfig({
  testDir: '.',
  // What is waited for comes sooner or later, on a machine with other work much later: these end what stands still.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  // One server and one engine for all; each worker logs in as a user of its own (support/account.ts).
  workers: Math.min(2, availableParallelism()),
  fullyParallel: true,
  outputDir: '../test-results/e2e',
  globalSetup: './support/server.ts',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Every step, call and message of a test that fails, and how its page looked. Frames and copies of every page would take a third of the
    // processor time of all tests: `--trace on` with the name of the test has them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: BROWSER,
  },
});
