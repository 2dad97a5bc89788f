import type { FastifyInstance } from 'fastify';
import { accessionRoutes } from './accessions/routes.ts';
import { exportRoutes } from './accounts/export-routes.ts';
import { figureThemeRoutes } from './analyses/figures/figure-theme-routes.ts';
import { exampleRoutes } from './analyses/forms/example-routes.ts';
import { ownCallRoutes } from './analyses/forms/own-calls.ts';
import { analysesExport } from './analyses/results/export.ts';
import { savingRoutes } from './analyses/results/saving-routes.ts';
import { robustnessRoutes } from './analyses/robustness/routes.ts';
import { analysisRoutes, resultFileRoutes } from './analyses/routes.ts';
import { sharedResultRoutes, shareRoutes } from './analyses/sharing/share-routes.ts';
import type { App } from './app.ts';
import { ledgerExport } from './billing/export.ts';
import { billingRoutes } from './billing/routes.ts';
import { platformRoutes } from './chip-platforms/routes.ts';
import { cohortDownloadRoutes } from './cohorts/download-routes.ts';
import { cohortRoutes } from './cohorts/routes.ts';
import { boardsExport } from './figure-boards/export.ts';
import { figureBoardRoutes } from './figure-boards/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { fileChangeRoutes } from './files/space/change-routes.ts';
import { directoryRoutes } from './files/space/directory-routes.ts';
import { filesExport } from './files/space/export.ts';
import { fileTransferRoutes } from './files/transfer/transfer-routes.ts';
import { tusRoutes } from './files/transfer/tus-routes.ts';
import { geneSetRoutes } from './gene-sets/routes.ts';
import { geneRoutes } from './genes/routes.ts';
import { drainingCheck, healthChecks } from './http/checks.ts';
import { ServerMetrics } from './http/metrics.ts';
import type { CallLimits } from './http/rate-limit.ts';
import { createServer } from './http/server.ts';
import { readOperatorToken } from './platform/config.ts';
import { isForItself } from './platform/origin.ts';
import { projectsExport } from './projects/export.ts';
import { geneReportRoutes } from './projects/gene-reports/routes.ts';
import { paperRoutes } from './projects/paper/routes.ts';
import { projectRoutes } from './projects/routes.ts';
import { projectShareRoutes, sharedProjectRoutes } from './projects/sharing/routes.ts';

interface ServerOptions {
  /** Tests alone set others. */
  callLimits?: CallLimits;
  /** From then on `/readyz` says that the process stops. */
  draining?: AbortSignal;
}

/** The HTTP server of one process with the calls of every domain, ready to listen. */
export function buildServer(app: App, { callLimits, draining }: ServerOptions = {}): Promise<FastifyInstance> {
  return createServer({
    ...(callLimits && { callLimits }),
    log: app.log,
    proxies: app.config.proxies,
    database: app.database,
    accounts: app.accounts,
    live: app.live,
    kept: app.kept,
    health: { ...healthChecks(app), ...(draining && { process: drainingCheck(draining) }) },
    metrics: new ServerMetrics(app),
    operator: { token: readOperatorToken(app.config), trustsMachine: isForItself(app.config.publicUrl) },
    routes: [
      analysisRoutes(app),
      resultFileRoutes(app),
      robustnessRoutes(app),
      figureThemeRoutes(app),
      figureBoardRoutes(app),
      projectRoutes(app),
      geneReportRoutes(app),
      paperRoutes(app),
      projectShareRoutes(app),
      sharedProjectRoutes(app),
      ...ownCallRoutes(app),
      exampleRoutes(app),
      shareRoutes(app),
      sharedResultRoutes(app),
      fileRoutes(app),
      directoryRoutes(app),
      fileChangeRoutes(app),
      fileTransferRoutes(app),
      savingRoutes(app),
      tusRoutes(app),
      accessionRoutes(app),
      billingRoutes(app),
      cohortRoutes(app),
      cohortDownloadRoutes(app),
      geneRoutes(app),
      platformRoutes(app),
      geneSetRoutes(app),
      exportRoutes({
        accounts: app.accounts,
        parts: [ledgerExport(app), analysesExport(app), boardsExport(app), projectsExport(app), filesExport(app)],
      }),
    ],
  });
}
