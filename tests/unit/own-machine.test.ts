import { expect, test } from 'vitest';
import { onlyThisMachine } from '#server/dev/own-machine.mjs';

test('mails are for everybody to read only where nobody else comes', () => {
  for (const host of [undefined, '', '127.0.0.1', '127.0.0.2', '::1', 'localhost'])
    for (const url of [undefined, '', 'http://localhost:4400', 'http://127.0.0.1', 'https://[::1]:8443'])
      expect(onlyThisMachine({ SLIPWAY_HOST: host, SLIPWAY_PUBLIC_URL: url }), `${host} ${url}`).toBe(true);
  for (const host of ['0.0.0.0', '::', '192.168.1.2', 'slipway.example', '127.0.0.1.example'])
    expect(onlyThisMachine({ SLIPWAY_HOST: host }), host).toBe(false);
  for (const url of [
    'https://slipway.example',
    'http://10.0.0.1:4400',
    'http://localhost.example',
    'localhost',
    'nonsense',
  ])
    expect(onlyThisMachine({ SLIPWAY_PUBLIC_URL: url }), url).toBe(false);
});
