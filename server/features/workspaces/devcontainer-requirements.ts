import { say } from '../../platform/say.ts';
import { isObject, type Located, notAnObject, wordOf } from './devcontainer-json.ts';

/** What a project says its machine should have; null where it says nothing. Memory and storage are in MB. */
export interface HostRequirements {
  cpus: number | null;
  memoryMb: number | null;
  storageMb: number | null;
  gpu: boolean;
}

/** What a workspace has; `diskGb` 0 is unmetered. */
interface Size {
  cpuCores: number;
  memoryMb: number;
  diskGb: number;
  gpu: boolean;
}

const UNITS_IN_BYTES: Record<string, number> = { '': 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3, tb: 1024 ** 4 };

export function readHostRequirements(table: Located | undefined, problems: string[]): HostRequirements {
  const found: HostRequirements = { cpus: null, memoryMb: null, storageMb: null, gpu: false };
  if (!table) return found;
  if (!isObject(table.value)) {
    problems.push(notAnObject('hostRequirements', table.line));
    return found;
  }
  for (const [name, { value, line }] of table.children) {
    const what = `hostRequirements ${name}`;
    if (name === 'cpus') {
      if (typeof value === 'number' && value > 0) found.cpus = value;
      else problems.push(say('devcontainer.notCores', { property: what, line }));
    } else if (name === 'memory' || name === 'storage') {
      const size = megabytesOf(value);
      if (size === null) problems.push(say('devcontainer.notASize', { property: what, line }));
      else found[`${name}Mb`] = size;
    } else if (name === 'gpu') {
      found.gpu = value === true || isObject(value);
      if (!found.gpu && value !== false && value !== 'optional') {
        problems.push(say('devcontainer.notAGpu', { property: what, line }));
      }
    }
  }
  return found;
}

/** `"4gb"`, `"512mb"` or a number of bytes. */
function megabytesOf(value: unknown): number | null {
  const [, digits, unit = ''] = /^(\d{1,15})(tb|gb|mb|kb)?$/i.exec(wordOf(value)) ?? [];
  if (digits === undefined) return null;
  return (Number(digits) * (UNITS_IN_BYTES[unit.toLowerCase()] ?? 1)) / 1024 ** 2;
}

/** What of it a workspace of this size lacks, in sentences. */
export function explainMissing(wanted: HostRequirements, size: Size): string[] {
  const { cpus, memoryMb, storageMb, gpu } = wanted;
  const diskMb = size.diskGb * 1024;
  return [
    ...(cpus !== null && cpus > size.cpuCores
      ? [say('devcontainer.asksCores', { asked: cpus, cores: size.cpuCores })]
      : []),
    ...(memoryMb !== null && memoryMb > size.memoryMb
      ? [say('devcontainer.asksMemory', { asked: gb(memoryMb), gigabytes: gb(size.memoryMb) })]
      : []),
    ...(storageMb !== null && diskMb > 0 && storageMb > diskMb
      ? [say('devcontainer.asksDisk', { asked: gb(storageMb), gigabytes: size.diskGb })]
      : []),
    ...(gpu && !size.gpu ? [say('devcontainer.asksGpu')] : []),
  ];
}

function gb(mb: number): number {
  return Number((mb / 1024).toFixed(2));
}
