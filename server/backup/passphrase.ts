import type { Config } from '../platform/config.ts';
import { BackupError } from './backup-error.ts';

const SHORTEST = 12;

/**
 * From the settings or a person at a terminal: never from an argument, which everybody on the machine can see.
 * @throws BackupError
 */
export async function readPassphrase({ backupPassphrase }: Pick<Config, 'backupPassphrase'>): Promise<string> {
  const passphrase = backupPassphrase ?? (await ask());
  if (passphrase.length < SHORTEST)
    throw new BackupError(`The passphrase of backups needs at least ${SHORTEST} characters.`);
  return passphrase;
}

/** Shows nothing of what is typed. */
function ask(): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY)
    throw new BackupError(
      'There is no terminal to ask for the passphrase. Set SLIPWAY_BACKUP_PASSPHRASE_FILE to a file that holds it.',
    );
  stderr.write('Passphrase: ');
  stdin.setRawMode(true);
  return new Promise((resolve, reject) => {
    let typed = '';
    const end = (work: () => void) => {
      stdin.off('data', take).setRawMode(false).pause();
      stderr.write('\n');
      work();
    };
    const take = (chunk: Buffer) => {
      for (const letter of chunk.toString('utf8')) {
        if (letter === '\r' || letter === '\n') return end(() => resolve(typed));
        if (letter === '\u0003' || letter === '\u0004')
          return end(() => reject(new BackupError('Nothing was done: no passphrase was given.')));
        if (letter === '\u007f' || letter === '\b') typed = typed.slice(0, -1);
        else typed += letter;
      }
    };
    stdin.on('data', take);
  });
}
