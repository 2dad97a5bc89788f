import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Server files that kill, stop or configure what the others share. */
const KILLS = [
  'tests/analyses/{failure,every-kind}.test.ts',
  'tests/backup/{fail-over,under-load}.test.ts',
  'tests/r-engine/*.test.ts',
  'tests/files/kill.test.ts',
  'tests/machines/{disturbed,slurm}.test.ts',
  'tests/platform/{cluster,cut-off,full-disk,many-processes,root}.test.ts',
  'tests/releases/worker.test.ts',
  'tests/storage/server-on-s3.test.ts',
];

/** Parts of the browser's pages as a user sees and operates them. */
const PAGES = ['tests/**/*.page.test.tsx'];

/**
 * One project per workspace folder; tests stand in `tests/` or beside the file they test.
 *
 * Files of a project run one after the other in the same process: reading the modules anew for each took half of the processor time. What
 * a file changes of its process (globals, mocks, the environment) it puts back.
 */
function project(name: string, root: string, test: TestProjectInlineConfiguration['test'] = {}): TestProjectInlineConfiguration {
  // A busy machine is five times as slow as a quiet one. Nothing waits that long where it works.
  const testTimeout = test.testTimeout ?? 60_000;
  return {
    extends: true,
    test: {
      name,
      root,
      include: ['tests/**/*.test.{ts,tsx}', 'src/**/*.test.{ts,tsx}'],
      isolate: false,
      testTimeout,
      // A test's first hook may start a database and warm R.
      hookTimeout: testTimeout * 2,
      expect: { poll: { timeout: 20_000 } },
      ...test,
    },
  };
}

const server = (name: string, test: TestProjectInlineConfiguration['test']) =>
  project(name, 'apps/server', {
    globalSetup: ['./tests/support/cluster.ts', './tests/support/shared-server.ts'],
    ...test,
  });

export default defineConfig({
  test: {
    // Files run beside each other and may start a database or an engine of their own: more than two starve one another.
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      project('contract', 'packages/contract'),
      project('tool-kit', 'packages/tool-kit'),
      project('figures', 'packages/figures'),
      project('tools', 'tools'),
      server('server', { exclude: KILLS }),
      server('kills', { include: KILLS, isolate: true }),
      project('web', 'apps/web', { exclude: PAGES }),
      // React draws in a document, which each test leaves empty; nothing in it moves.
      project('pages', 'apps/web', {
        include: PAGES,
        environment: 'happy-dom',
        environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } } },
        setupFiles: ['tests/support/pages.setup.ts'],
      }),
      // Creates a tool in a copy of the repository and runs it in R.
      project('scripts', 'scripts', { testTimeout: 120_000 }),
    ],
  },
});
