import { isIP } from 'node:net';
import { say } from '../../platform/say.ts';
import { isSpecial } from '../../platform/special-ranges.ts';
import { isObject, type Located, show } from './devcontainer-json.ts';

/** A debugger's: here it works without. */
const HARMLESS_CAPABILITY = /^(CAP_)?SYS_PTRACE$/i;
/** Of `docker run`: with these, a container shares what is the machine's, unless another value than `host` follows. */
const SHARED_WITH_HOST = ['--cgroupns', '--ipc', '--net', '--network', '--pid', '--userns', '--uts'];
const DEVICE = /^--device(-cgroup-rule)?$/;
const VOLUME = /^(-v|--volume)$/;
/** Of the machine's own, not of a computer (`${localEnv:HOME}/…`), which isn't there. */
const HOST_PATH = /^(\/|~|[A-Za-z]:[\\/])/;

/** What no workspace may have, and a project that asks for it would miss, in sentences with their line. */
export function readRefusals(properties: ReadonlyMap<string, Located>): string[] {
  const privileged = properties.get('privileged');
  return [
    ...(privileged?.value === true ? [asksPrivileges('privileged', privileged)] : []),
    ...itemsOf(properties.get('capAdd'))
      .filter(({ value }) => !HARMLESS_CAPABILITY.test(String(value)))
      .map((item) => asksPrivileges(`capAdd ${show(item.value)}`, item)),
    ...readRunArguments(properties.get('runArgs')),
    ...itemsOf(properties.get('mounts')).flatMap((item) => readMount('mounts', item)),
    ...readMount('workspaceMount', properties.get('workspaceMount')),
    ...readFeatures(properties.get('features')),
  ];
}

function itemsOf(list: Located | undefined): Located[] {
  return Array.isArray(list?.value) ? (list?.children.map(([, item]) => item) ?? []) : [];
}

function asksPrivileges(property: string, { line }: Located): string {
  return say('devcontainer.asksPrivileges', { property, line });
}

/** `--name value` and `--name=value`, as a command line has them. */
function readRunArguments(list: Located | undefined): string[] {
  const items = itemsOf(list);
  return items.flatMap((item, index) => {
    const [, name = '', given] = /^(--?[a-z-]+)(?:=(.*))?$/s.exec(item.written ?? '') ?? [];
    const value = given ?? items[index + 1]?.written ?? '';
    const what = `runArgs ${name}`;
    if (name === '--privileged') return given === 'false' ? [] : [asksPrivileges(what, item)];
    if (name === '--cap-add') return HARMLESS_CAPABILITY.test(value) ? [] : [asksPrivileges(what, item)];
    if (DEVICE.test(name)) return [asksPrivileges(what, item)];
    if (SHARED_WITH_HOST.includes(name)) return value === 'host' ? [asksPrivileges(what, item)] : [];
    if (name === '--mount') return explainPath(what, item.line, sourceOf(value));
    return VOLUME.test(name) ? explainPath(what, item.line, volumeSource(value)) : [];
  });
}

/** The text form is that of `docker run --mount`. */
function readMount(property: string, mount: Located | undefined): string[] {
  if (!mount) return [];
  if (mount.written !== null) return explainPath(property, mount.line, sourceOf(mount.written));
  if (!isObject(mount.value)) return [];
  const { type, source } = Object.fromEntries(mount.children.map(([name, child]) => [name, child.written]));
  return type === 'bind' ? explainPath(property, mount.line, source) : [];
}

/** The folder that a `--mount` binds; none if it is a volume. */
function sourceOf(mount: string): string | undefined {
  const parts = new Map(
    mount.split(',').map((part) => [part.split('=', 1)[0]?.trim(), part.split('=').slice(1).join('=')]),
  );
  return parts.get('type') === 'bind' ? (parts.get('source') ?? parts.get('src')) : undefined;
}

/** `C:\code:/code` has a colon too many. */
function volumeSource(volume: string): string | undefined {
  return HOST_PATH.test(volume) ? /^([A-Za-z]:)?[^:]*/.exec(volume)?.[0] : undefined;
}

function explainPath(property: string, line: number, source: string | null | undefined): string[] {
  if (!source || !HOST_PATH.test(source)) return [];
  return [say('devcontainer.namesHostPath', { property, line, path: show(source) })];
}

/** `https://host/feature.tgz` or `registry/name:tag`. */
function readFeatures(features: Located | undefined): string[] {
  if (!isObject(features?.value)) return [];
  return (features?.children ?? []).flatMap(([feature, { line }]) => {
    const registry = /^(?:localhost|[^/]*[.:][^/]*)(?=\/)/.exec(feature)?.[0] ?? '';
    const address = /^https?:\/\//i.test(feature) ? feature : `https://${registry}`;
    const host = URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$/g, '') : '';
    const isInner = isIP(host) ? isSpecial(host) : /(^|\.)localhost\.?$/.test(host);
    return isInner ? [say('devcontainer.innerAddress', { property: 'features', line, host })] : [];
  });
}
