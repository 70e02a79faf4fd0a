import { readFile, rename } from 'node:fs/promises';
import type { Log } from '../../log.ts';
import { writeAtomically } from './atomic-write.ts';
import { EMPTY_SETTINGS, type SettingsData, settingsSchema } from './schema.ts';

export interface Settings {
  readonly data: SettingsData;
  /** Applies a change, which is on disk on return; changes are written one after another. */
  change(edit: (data: SettingsData) => SettingsData): Promise<SettingsData>;
}

/** Reads the settings file. An unreadable one is renamed to `….broken`, and the app starts afresh. */
export async function openSettings(file: string, log: Log): Promise<Settings> {
  let data = await read(file, log);
  let last: Promise<unknown> = Promise.resolve();
  return {
    get data() {
      return data;
    },
    change(edit) {
      data = settingsSchema.parse(edit(data));
      const text = `${JSON.stringify(data, null, 2)}\n`;
      const written = last.then(() => writeAtomically(file, text));
      last = written.catch(() => undefined);
      return written.then(() => data);
    },
  };
}

async function read(file: string, log: Log): Promise<SettingsData> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return EMPTY_SETTINGS;
  }
  try {
    return settingsSchema.parse(JSON.parse(text));
  } catch (error) {
    log.error('The settings could not be read and were put aside', error);
    await rename(file, `${file}.broken`).catch(() => undefined);
    return EMPTY_SETTINGS;
  }
}
