import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** Chromium as Debian ships it. Without these flags it tries to reach its maker's hosts at every start. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: '.',
  timeout: 120_000,
  expect: { timeout: 15_000 },
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
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args },
  },
});
