import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { MAILS } from './addresses.ts';

/** A mail server that keeps every mail as a file. */
export async function startMailSink(): Promise<{ url: string; close(): void }> {
  await mkdir(MAILS, { recursive: true });
  let count = 0;
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    let mail: string[] | null = null;
    socket.write('220 mail.test\r\n');
    createInterface({ input: socket }).on('line', async (line) => {
      if (mail && line !== '.') return void mail.push(line);
      if (mail) {
        count += 1;
        await writeFile(path.join(MAILS, `${count}.eml`), mail.join('\n'));
        mail = null;
        return void socket.write('250 kept\r\n');
      }
      if (/^DATA/i.test(line)) mail = [];
      if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n');
      socket.write(mail ? '354 go on\r\n' : '250 ok\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}

/** The first link to this path in a mail to the address; null while there is none. */
export async function linkMailedTo(address: string, linkPath: string): Promise<string | null> {
  for (const file of await readdir(MAILS)) {
    const mail = await readFile(path.join(MAILS, file), 'utf8');
    // Quoted-printable: a soft line break is `=` at the end of a line, and `=3D` is `=`.
    const text = mail.replace(/=\n/g, '').replaceAll('=3D', '=');
    const link = /https:\/\/[^\s"<>]+/g;
    const found = text.match(link)?.find((each) => new URL(each).pathname.startsWith(linkPath));
    if (found && text.includes(address)) return found;
  }
  return null;
}
