/** What `deploy/` and `compose.yaml` say, checked by the programs that read them, against schemas, and against what the server has. */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { sql } from 'drizzle-orm';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { Queue, RUNNING_LIMITS } from '../../src/platform/queue.ts';
import { ROOT } from '../../src/platform/root.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const DEPLOY = join(ROOT, 'deploy');

/** Whether a program is there; says what is left out where not. */
function has(path: string, what: string): boolean {
  if (existsSync(path)) return true;
  process.stdout.write(`skipped: ${what} needs ${path}\n`);
  return false;
}

const kubectl = has('/usr/bin/kubectl', 'what the manifests of Kubernetes come to');
const systemd = has('/usr/bin/systemd-analyze', 'the check of the systemd units');
const haproxy = has('/usr/sbin/haproxy', 'the check of haproxy.cfg');

const MODELS = { ConfigMap, Deployment, Ingress, PersistentVolumeClaim, PodDisruptionBudget, ScaledObject, Service };

interface Manifest {
  kind: keyof typeof MODELS;
  metadata: { name: string };
}
interface Container {
  command: string[];
  env?: { name: string; value: string }[];
  ports: { containerPort: number }[];
  startupProbe: object;
  livenessProbe: object;
  readinessProbe: object;
}
interface PodOwner extends Manifest {
  spec: { template: { spec: { containers: [Container] } } };
}
interface Scaler extends Manifest {
  spec: { scaleTargetRef: { name: string }; triggers: [{ metadata: { query: string; targetQueryValue: string } }] };
}

describe.skipIf(!kubectl)('the manifests of Kubernetes', () => {
  let all: Manifest[];
  let test: TestDatabase;
  beforeAll(async () => {
    const built = execFileSync('/usr/bin/kubectl', ['kustomize', join(DEPLOY, 'kubernetes')], { encoding: 'utf8' });
    all = parseAllDocuments(built).map((document) => document.toJS() as Manifest);
    test = await createTestDatabase();
  });
  afterAll(() => test?.close());

  const find = <Kind extends Manifest>(kind: Manifest['kind'], name: string) => {
    const found = all.find((one) => one.kind === kind && one.metadata.name === name);
    if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
    return found as Kind;
  };
  const scaler = () => find<Scaler>('ScaledObject', 'oncoloom-worker').spec;
  const containerOf = (role: string) => find<PodOwner>('Deployment', `oncoloom-${role}`).spec.template.spec.containers[0];

  it('fit the schemas of Kubernetes and KEDA', () => {
    expect(all.map(({ kind }) => kind).sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'Deployment',
      'Ingress',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'ScaledObject',
      'Service',
    ]);
    for (const one of all) {
      const Model = MODELS[one.kind] as unknown as new (data: Manifest) => { validate(): void };
      expect(() => new Model(one).validate(), `${one.kind} ${one.metadata.name}`).not.toThrow();
    }
  });

  it.each(['api', 'worker'] as const)('start an %s as the program reads its environment, and ask it where it answers', (role) => {
    const container = containerOf(role);
    const settings = find<Manifest & { data: Record<string, string> }>(
      'ConfigMap',
      all.find(({ kind }) => kind === 'ConfigMap')?.metadata.name ?? '',
    ).data;
    const image = Object.fromEntries(
      [...readFileSync(join(ROOT, 'Dockerfile'), 'utf8').matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    );
    const own = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]));
    const config = readConfig({ ...image, ...settings, ...own }, container.command.slice(2));
    expect(config).toMatchObject({ role, host: '0.0.0.0', folders: { data: '/data', local: '/scratch' } });
    expect(container.ports[0]?.containerPort).toBe(role === 'api' ? config.port : config.healthPort);
    expect(container).toMatchObject({
      startupProbe: { httpGet: { path: '/healthz', port: 'http' } },
      livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
    });
    if (role === 'worker') expect(Number(scaler().triggers[0].metadata.targetQueryValue)).toBe(config.workers);
    expect(scaler().scaleTargetRef.name).toBe('oncoloom-worker');
  });

  it('scale by the tasks that may run: of each user as many as run at once', async () => {
    const { query } = scaler().triggers[0].metadata;
    const depth = async () => Object.values((await test.database.execute(sql.raw(query))).rows[0] ?? {})[0];
    const queue = new Queue(test.url, createLog('silent'));
    await queue.start();
    try {
      expect(await depth()).toBe(0);
      const types = Object.keys(RUNNING_LIMITS) as (keyof typeof RUNNING_LIMITS)[];
      const counts: number[] = [];
      for (let tasks = 1; tasks <= 6; tasks += 1) {
        for (const [id, type] of types.entries())
          await test.database.transaction((tx) => queue.add(tx, randomUUID(), { analysisId: 10 * tasks + id }, { id: id + 1, type }));
        counts.push(Number(await depth()));
      }
      const runnable = (tasks: number) => types.reduce((sum, type) => sum + Math.min(tasks, RUNNING_LIMITS[type]), 0);
      expect(counts).toEqual([1, 2, 3, 4, 5, 6].map(runnable));
    } finally {
      await queue.stop();
    }
  });
});

it.skipIf(!systemd).each(['api', 'worker'])('systemd reads oncoloom-%s.service without a word', (role) => {
  const file = join(DEPLOY, `systemd/oncoloom-${role}.service`);
  const { status, stdout, stderr } = spawnSync('/usr/bin/systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
  expect(readFileSync(file, 'utf8')).toContain(`node scripts/start.mjs --role ${role}\n`);
});

it.skipIf(!haproxy)('haproxy reads haproxy.cfg without a word', () => {
  const { status, stderr } = spawnSync('/usr/sbin/haproxy', ['-c', '-q', '-f', join(DEPLOY, 'haproxy.cfg')], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

it('compose.yaml has a server alone, and an API with two workers on a database of their own', () => {
  const { services } = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: Record<
      'oncoloom' | 'api' | 'worker' | 'postgres',
      { profiles?: string[]; command: string[]; environment: Record<string, string>; deploy?: { replicas: number } }
    >;
  };
  expect(Object.entries(services).map(([name, { profiles }]) => [name, profiles])).toEqual([
    ['oncoloom', undefined],
    ['api', ['many']],
    ['worker', ['many']],
    ['postgres', ['many']],
  ]);
  const [api, worker] = [services.api, services.worker].map(({ command, environment }) => readConfig(environment, command.slice(2)));
  expect([api?.role, worker?.role]).toEqual(['api', 'worker']);
  expect([api?.databaseUrl, api?.folders.local]).toEqual([worker?.databaseUrl, worker?.folders.local]);
  // The image's health check asks there.
  expect(worker?.healthPort).toBe(api?.port);
  expect(services.worker.deploy?.replicas).toBe(2);
});
