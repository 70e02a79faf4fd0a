import { isObject, type Located, notAnObject } from './devcontainer-json.ts';

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
      else problems.push(`${what} in line ${line} must be a number of cores, so it was ignored.`);
    } else if (name === 'memory' || name === 'storage') {
      const size = megabytesOf(value);
      if (size === null) problems.push(`${what} in line ${line} must be a size like 4gb, so it was ignored.`);
      else found[`${name}Mb`] = size;
    } else if (name === 'gpu') found.gpu = value === true || isObject(value);
  }
  return found;
}

/** `"4gb"`, `"512mb"` or a number of bytes. */
function megabytesOf(value: unknown): number | null {
  const [, digits, unit = ''] = /^(\d{1,15})(tb|gb|mb|kb)?$/i.exec(String(value)) ?? [];
  if (digits === undefined) return null;
  return (Number(digits) * (UNITS_IN_BYTES[unit.toLowerCase()] ?? 1)) / 1024 ** 2;
}

/** What of it a workspace of this size lacks, in sentences. */
export function explainMissing(wanted: HostRequirements, size: Size): string[] {
  const { cpus, memoryMb, storageMb, gpu } = wanted;
  const diskMb = size.diskGb * 1024;
  return [
    ...(cpus !== null && cpus > size.cpuCores
      ? [`The project asks for CPU cores: ${cpus}. This workspace has ${size.cpuCores}.`]
      : []),
    ...(memoryMb !== null && memoryMb > size.memoryMb
      ? [`The project asks for ${gb(memoryMb)} GB of memory. This workspace has ${gb(size.memoryMb)} GB.`]
      : []),
    ...(storageMb !== null && diskMb > 0 && storageMb > diskMb
      ? [`The project asks for ${gb(storageMb)} GB of disk. This workspace has ${size.diskGb} GB.`]
      : []),
    ...(gpu && !size.gpu ? ['The project asks for a GPU. This workspace’s machine has none.'] : []),
  ];
}

function gb(mb: number): number {
  return Number((mb / 1024).toFixed(2));
}
