import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

/** What @electron/fuses looks for in the program: a mark, the wire's version and length, and a character a fuse. */
const FUSE_WIRE = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x09101111101', 'latin1');

/** A folder that electron-builder takes for Electron's: a program that runs nothing, with fuses as Electron leaves them. */
export function fakeElectron(folder: string, system: 'linux' | 'win'): string {
  for (const each of ['resources', 'locales']) mkdirSync(path.join(folder, each), { recursive: true });
  writeFileSync(path.join(folder, 'locales/en-US.pak'), '');
  writeFileSync(path.join(folder, 'LICENSE'), '');
  const [name, program] = system === 'win' ? ['electron.exe', windowsProgram()] : ['electron', Buffer.from('\x7fELF')];
  writeFileSync(path.join(folder, name), Buffer.concat([program, FUSE_WIRE]), { mode: 0o755 });
  return folder;
}

/** electron-builder puts the archive's checksum beside the version in the program's resources. */
function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty();
  const resources = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return Buffer.from(program.generate());
}
