import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PROGRAM = createRequire(import.meta.url).resolve('@devcontainers/cli/devcontainer.js');

/** What is asked of a container by a program that stands in for docker. */
const CONTAINER = {
  Id: 'container',
  Created: '2026-01-01T00:00:00Z',
  Name: '/container',
  State: { Status: 'running', StartedAt: '2026-01-01T00:00:00Z' },
  Mounts: [],
  NetworkSettings: { Ports: {} },
  Ports: [],
};

/** Of its answer, what a workspace applies. */
export interface ReferenceConfiguration {
  name?: string;
  remoteUser?: string;
  forwardPorts?: (number | string)[];
  portsAttributes: Record<string, { label?: string; onAutoForward?: string }>;
  containerEnv?: Record<string, unknown>;
  remoteEnv?: Record<string, unknown>;
  onCreateCommands: unknown[];
  updateContentCommands: unknown[];
  postCreateCommands: unknown[];
  postStartCommands: unknown[];
  waitFor?: string;
  hostRequirements?: { cpus?: number; memory?: string; storage?: string; gpu?: unknown };
  customizations?: { vscode?: { settings?: Record<string, unknown> }[] };
}

/** `@devcontainers/cli` reading projects of a folder of its own, as in a container with these variables. */
export function createReference(containerEnv: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-devcontainer-'));
  const docker = path.join(folder, 'docker');
  const Env = Object.entries(containerEnv).map(([name, value]) => `${name}=${value}`);
  writeFileSync(
    path.join(folder, 'answer'),
    JSON.stringify([{ ...CONTAINER, Config: { Env, User: 'dev', Labels: {} } }]),
  );
  writeFileSync(docker, `#!/bin/sh\ncat '${folder}/answer'\n`);
  chmodSync(docker, 0o755);
  let projects = 0;
  return {
    /** @returns null if it refuses to read the project */
    async read(files: Record<string, string>): Promise<ReferenceConfiguration | null> {
      projects += 1;
      const project = path.join(folder, String(projects), 'project');
      for (const [name, text] of Object.entries({ 'README.md': '', ...files })) {
        mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
        writeFileSync(path.join(project, name), text);
      }
      const { code, stdout } = await run(project, docker);
      if (code !== 0) return null;
      // Its local folder is on this machine, a workspace has only its own.
      const answer = stdout
        .replaceAll(project, '/home/dev/project')
        .replace(/\/workspaces\/project/g, '/home/dev/project');
      return (JSON.parse(answer) as { mergedConfiguration: ReferenceConfiguration }).mergedConfiguration;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function run(project: string, docker: string): Promise<{ code: number | null; stdout: string }> {
  const words = ['read-configuration', '--workspace-folder', project, '--docker-path', docker];
  const options = [
    '--container-id',
    'container',
    '--include-merged-configuration',
    '--mount-workspace-git-root',
    'false',
  ];
  const child = spawn(process.execPath, [PROGRAM, ...words, ...options], { env: { PATH: '/usr/bin:/bin' } });
  child.stderr.resume();
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout }));
  });
}
