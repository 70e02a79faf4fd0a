import { readFile, rename } from 'node:fs/promises';
import type { Log } from '../../log.ts';
import { writeAtomically, writeAtomicallyNow } from './atomic-write.ts';
import { EMPTY_SETTINGS, type SettingsData, settingsSchema } from './schema.ts';

export interface Settings {
  readonly data: SettingsData;
  /** Applies a change, which is on disk on return; changes are written one after another. */
  change(edit: (data: SettingsData) => SettingsData): Promise<SettingsData>;
  /** The same, on disk on return: a quitting app waits for nothing. Failures are logged. */
  changeNow(edit: (data: SettingsData) => SettingsData): void;
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
      const written = last.then(() => writeAtomically(file, textOf(data)));
      last = written.catch(() => undefined);
      return written.then(() => data);
    },
    changeNow(edit) {
      try {
        data = settingsSchema.parse(edit(data));
        writeAtomicallyNow(file, textOf(data));
        // A write that had begun may put its older text over this one.
        last = last.then(() => writeAtomically(file, textOf(data))).catch(() => undefined);
      } catch (error) {
        log.error('The settings could not be written', error);
      }
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

const textOf = (data: SettingsData) => `${JSON.stringify(data, null, 2)}\n`;
