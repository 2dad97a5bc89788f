import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** One project per workspace folder; tests stand in `tests/` or beside the file they test. */
function project(name: string, root: string, timeout = 20_000, globalSetup: string[] = []): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      root,
      globalSetup,
      include: ['tests/**/*.test.{ts,tsx}', 'src/**/*.test.{ts,tsx}'],
      testTimeout: timeout,
      // A test's first hook may start a database and warm R.
      hookTimeout: timeout * 2,
    },
  };
}

export default defineConfig({
  test: {
    // Files run beside each other and each may start a database or an engine of its own: more than two starve one another.
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      project('contract', 'packages/contract'),
      project('tool-kit', 'packages/tool-kit'),
      project('figures', 'packages/figures'),
      project('tools', 'tools'),
      project('server', 'apps/server', 60_000, ['./tests/support/cluster.ts']),
      project('web', 'apps/web'),
      // Creates a tool in a copy of the repository and runs it in R.
      project('scripts', 'scripts', 120_000),
    ],
  },
});
