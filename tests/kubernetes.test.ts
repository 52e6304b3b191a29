import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Cluster, type ICluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

import { environmentSchema } from '#platform/env/environment.ts';

const folder = 'deploy/cluster/kubernetes';
const settingNames = new Set(Object.keys(environmentSchema.shape).filter((name) => name !== 'NODE_ENV'));

type Checked = { validate(): void };
/** Schema of each kind and version of a manifest. */
const models: Readonly<Record<string, (manifest: object) => Checked>> = {
  'v1 Namespace': (one) => new Namespace(one),
  'v1 ConfigMap': (one) => new ConfigMap(one),
  'v1 Service': (one) => new Service(one),
  'apps/v1 Deployment': (one) => new Deployment(one),
  'policy/v1 PodDisruptionBudget': (one) => new PodDisruptionBudget(one),
  'networking.k8s.io/v1 Ingress': (one) => new Ingress(one),
  'postgresql.cnpg.io/v1 Cluster': (one) => new Cluster(one as ICluster),
};

type Manifest = { apiVersion: string; kind: string; metadata: { name: string; namespace?: string } };

const manifests = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) =>
    parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}`);
      return document.toJS() as Manifest;
    }),
  );

function named(kind: string): object {
  const found = manifests.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`there is no ${kind}`);
  return found;
}

const cluster = new Cluster(named('Cluster') as ICluster);
const deployment = new Deployment(named('Deployment'));
const service = new Service(named('Service'));
const budget = new PodDisruptionBudget(named('PodDisruptionBudget')).spec;
const ingress = new Ingress(named('Ingress'));
const configMap = new ConfigMap(named('ConfigMap'));
const [container] = deployment.spec?.template.spec?.containers ?? [];

test.each(manifests.map((one) => [`${one.apiVersion} ${one.kind}`, one] as const))(
  '%s matches its schema',
  (key, one) => {
    expect(() => models[key]?.(one).validate()).not.toThrow();
    expect(models[key]).toBeDefined();
    expect(one.metadata.namespace).toBe(one.kind === 'Namespace' ? undefined : 'shop');
  },
);

test('the schemas refuse a manifest with a wrong field', () => {
  const wrong = { ...named('Deployment'), spec: { ...deployment.spec, replicas: 'three' } };
  expect(() => models['apps/v1 Deployment']?.(wrong).validate()).toThrow(/replicas/);
  const lax = { ...cluster.spec?.postgresql, synchronous: { method: 'some', number: 1 } };
  expect(() =>
    models['postgresql.cnpg.io/v1 Cluster']?.({
      ...named('Cluster'),
      spec: { ...cluster.spec, postgresql: lax },
    }).validate(),
  ).toThrow(/method/);
});

test('every name that a manifest refers to exists', () => {
  const labels = deployment.spec?.template.metadata?.labels;
  expect(deployment.spec?.selector.matchLabels).toEqual(labels);
  expect(service.spec?.selector).toEqual(labels);
  expect(budget?.selector?.matchLabels).toEqual(labels);
  expect(budget?.minAvailable).toBeLessThan(deployment.spec?.replicas ?? 0);
  const [port] = service.spec?.ports ?? [];
  expect(container?.ports?.map(({ name }) => name)).toContain(port?.targetPort);
  const backend = ingress.spec?.rules?.[0]?.http?.paths[0]?.backend.service;
  expect([backend?.name, backend?.port?.name]).toEqual([service.metadata?.name, port?.name]);
  const url = container?.env?.find(({ name }) => name === 'DATABASE_URL')?.valueFrom?.secretKeyRef;
  expect(url).toEqual({ name: `${cluster.metadata?.name}-app`, key: 'uri' });
});

test('the pods get only known settings, and no manifest contains a secret', () => {
  const configured = Object.keys(configMap.data ?? {});
  expect(configured.filter((name) => !settingNames.has(name))).toEqual([]);
  expect(configured.filter((name) => /SECRET|KEY|TOKEN|URL$/.test(name))).toEqual(['PUBLIC_URL']);
  expect(manifests.some(({ kind }) => kind === 'Secret')).toBe(false);
});

test('a commit waits for a second database, and a lost database keeps every pod in service', () => {
  const { synchronous } = cluster.spec?.postgresql ?? {};
  expect([cluster.spec?.instances, synchronous]).toEqual([3, { method: 'any', number: 1, dataDurability: 'required' }]);
  expect(container?.livenessProbe?.httpGet?.path).toBe('/healthz');
  expect(container?.readinessProbe?.httpGet?.path).toBe('/healthz');
});
