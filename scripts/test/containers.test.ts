import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';

const deploy = join(import.meta.dirname, '..', '..', 'deploy');
const read = (file: string): string => readFileSync(join(deploy, file), 'utf8');
const containerfile = read('Containerfile');

const defaults = readConfig([], {});
const portOf = { portal: defaults.port, gateway: defaults.checkoutPort } as const;

describe('the image', () => {
  test('runs as a numbered user that is not root, with files of its own build only', () => {
    const final = containerfile.slice(containerfile.lastIndexOf('\nFROM '));
    expect(final).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect([...final.matchAll(/^COPY .*$/gm)].map(([line]) => line)).toEqual([
      'COPY --from=build /build/dist/package /srv/countinghouse',
    ]);
  });

  test('starts with options that exist, and is healthy where the operator port is', () => {
    const [, json = ''] = /^ENTRYPOINT (.*)$/m.exec(containerfile) ?? [];
    const [program, main, ...options] = JSON.parse(json) as string[];
    expect([program, main]).toEqual(['node', 'src/app/server/main.js']);
    expect(readConfig(options, {})).toMatchObject({ demo: 'none', production: true });
    expect(containerfile).toContain(`http://127.0.0.1:${defaults.operatorPort}/ready`);
    expect(containerfile).toContain(
      `EXPOSE ${defaults.port} ${defaults.checkoutPort} ${defaults.operatorPort}\n`,
    );
  });
});

interface ComposedProgram {
  command: string[];
  env_file: string[];
  environment: Record<string, string>;
  read_only: boolean;
  tmpfs: string[];
  cap_drop: string[];
  security_opt: string[];
}

describe('the compose file', () => {
  const text = read('compose.yaml');
  const { services } = parseYaml(text) as { services: Record<string, ComposedProgram> };
  const [head = ''] = text.split('\nx-program:');
  const hosts = { PORTAL_HOST: 'portal.example.com', CHECKOUT_HOST: 'pay.example.com' };

  test('takes every value from .env, which compose reads before the files of a service', () => {
    const names = [...text.slice(head.length).matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect([...new Set(names)].sort()).toEqual(Object.keys(hosts).sort());
    for (const name of names) expect(head).toMatch(new RegExp(`in \\.env, .*${name}=`));
  });

  test('runs each program with options that exist, and a read-only root', () => {
    for (const name of ['portal', 'gateway', 'worker']) {
      const service = services[name];
      const entries = Object.entries(service?.environment ?? {}).map(([key, value]) => [
        key,
        value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, host: keyof typeof hosts) => hosts[host]),
      ]);
      const config = readConfig(service?.command ?? [], Object.fromEntries(entries));
      expect(config).toMatchObject({
        programs: [name],
        portalUrl: 'https://portal.example.com',
        checkoutUrl: 'https://pay.example.com',
        sandbox: true,
      });
      expect(service).toMatchObject({
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        env_file: ['secrets.env'],
      });
    }
  });
});

interface Container {
  image: string;
  args: string[];
  ports: { name: string; containerPort: number }[];
  securityContext: unknown;
  livenessProbe: { httpGet: { path: string; port: string } };
  readinessProbe: { httpGet: { path: string; port: string } };
  volumeMounts: { name: string; mountPath: string }[];
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
    ports?: { name: string; targetPort: string }[];
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        securityContext: unknown;
        containers: [Container];
        volumes: { name: string }[];
        terminationGracePeriodSeconds: number;
      };
    };
    rules?: { http: { paths: { backend: { service: { name: string } } }[] } }[];
  };
}

const kubernetes = join(deploy, 'kubernetes');
const manifests = readdirSync(kubernetes)
  .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  .flatMap((name) => read(`kubernetes/${name}`).split(/^---$/m))
  .map((text) => parseYaml(text) as Manifest);
const ofKind = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);

describe('the Kubernetes manifests', () => {
  test('are all in the kustomization', () => {
    const { resources, images } = parseYaml(read('kubernetes/kustomization.yaml')) as {
      resources: string[];
      images?: unknown;
    };
    // An overlay would not find an image that is renamed here.
    expect(images).toBeUndefined();
    for (const { spec } of ofKind('Deployment'))
      expect(spec.template.spec.containers[0].image).toBe('countinghouse');
    const files = readdirSync(kubernetes).filter((name) => name.endsWith('.yaml'));
    expect([...resources, 'kustomization.yaml'].sort()).toEqual(files.sort());
  });

  test('run each program with options that exist', () => {
    const lines = read('kubernetes/options.env').trim().split('\n');
    const environment = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)));
    const programs = ofKind('Deployment').map(({ metadata, spec }) => {
      const config = readConfig(spec.template.spec.containers[0].args, environment);
      expect(config.programs).toEqual([metadata.name]);
      return metadata.name;
    });
    expect(programs.sort()).toEqual(['gateway', 'portal', 'worker']);
    // Every line is an option: an unknown name in the environment is ignored, and would do nothing.
    for (const line of lines) {
      const [name = '', value = ''] = line.split(/=(.*)/s, 2);
      const flag = `--${name.replace('COUNTINGHOUSE_', '').toLowerCase().replaceAll('_', '-')}`;
      expect(() => readConfig([flag, value], {}), flag).not.toThrow();
    }
  });

  test('name ports, probes and services that the programs have', () => {
    for (const { metadata, spec } of ofKind('Deployment')) {
      const [container] = spec.template.spec.containers;
      const ports = Object.fromEntries(
        container.ports.map(({ name, containerPort }) => [name, containerPort]),
      );
      const http = portOf[metadata.name as keyof typeof portOf];
      expect(ports).toEqual({ ...(http && { http }), operator: defaults.operatorPort });
      expect(container.livenessProbe.httpGet).toEqual({ path: '/health', port: 'operator' });
      expect(container.readinessProbe.httpGet).toEqual({ path: '/ready', port: 'operator' });
      expect(spec.selector?.matchLabels).toEqual(spec.template.metadata.labels);
    }
    const backends = ofKind('Ingress').flatMap(({ spec }) =>
      (spec.rules ?? []).flatMap(({ http }) => http.paths.map(({ backend }) => backend.service.name)),
    );
    expect(backends.sort()).toEqual(
      ofKind('Service')
        .map(({ metadata }) => metadata.name)
        .sort(),
    );
    expect(ofKind('PodDisruptionBudget')).toHaveLength(3);
  });

  test('run without root and with a read-only root, and may write to /data and /tmp only', () => {
    for (const { spec } of ofKind('Deployment')) {
      const pod = spec.template.spec;
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(pod.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(pod.containers[0].volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(10);
    }
  });
});
