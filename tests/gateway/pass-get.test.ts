import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, request as send } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fc } from '#tests/support/fast-check.ts';
import { createStage, type Stage, sayer } from './local-stage.ts';

let stage: Stage;
let cookie: string;
const program = sayer();
let direct: number;

beforeAll(async () => {
  stage = await createStage();
  direct = await stage.serve(3000, program.server);
  cookie = await stage.ticket(stage.web);
});
afterAll(() => stage?.close());
afterEach(() => {
  stage.lead(3000, direct);
  expect(stage.uncaught).toEqual([]);
});

interface Got {
  status: number;
  reason: string;
  headers: string[];
  body: string;
  trailers: string[];
}

/** About one connection, or added by the gateway. */
const NOT_COMPARED = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

/** Null if there is no complete answer. */
async function got(port: number, headers: Record<string, string>): Promise<Got | null> {
  const request = send({ port, host: '127.0.0.1', path: '/', headers, agent: false });
  request.on('error', () => undefined).end();
  const answered = once(request, 'response').catch(() => []);
  const [response] = (await Promise.race([answered, once(request, 'close').then(() => [])])) as IncomingMessage[];
  if (!response) return null;
  const body = await text(response.setEncoding('latin1')).catch(() => null);
  if (body === null) return null;
  const kept: string[] = [];
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = response.rawHeaders.slice(at, at + 2);
    if (!NOT_COMPARED.has(name.toLowerCase())) kept.push(name, value);
  }
  const { statusCode: status = 0, statusMessage: reason = '', rawTrailers: trailers } = response;
  return { status, reason, headers: kept, body, trailers };
}
const through = () => got(stage.port, { host: stage.web, cookie });

/** Leads the port to a server, and makes the gateway forget its connections to the one before. */
async function serve(server: Server): Promise<void> {
  await stage.serve(3000, server);
  await stage.change({});
}

const value = fc
  .array(fc.constantFrom('a', 'B', '1', ' ', '\t', ',', ';', '=', '"', '\x7e', '\x80', '\xa0', '\xe9', '\xff'), {
    maxLength: 12,
  })
  .map((characters) => characters.join(''));
const header = fc
  .tuple(fc.constantFrom('X-A', 'x-a', 'Set-Cookie', 'ETag', 'Vary', 'Warning', 'X-Empty'), value)
  .map(([name, said]) => `${name}: ${name === 'Set-Cookie' ? 'a=' : ''}${said}`);
const content = fc.constantFrom('', 'x', 'hello', '\x00\xff\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n', 'y'.repeat(70_000));
const chunked = (body: string, trailers: string) =>
  `${body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n${trailers}\r\n`;
const framed = fc.tuple(content, fc.constantFrom('length', 'chunks', 'trailers', 'end')).map(([body, how]) => {
  if (how === 'length') return { head: [`Content-Length: ${body.length}`], rest: body };
  if (how === 'chunks') return { head: ['Transfer-Encoding: chunked'], rest: chunked(body, '') };
  if (how === 'trailers') {
    return { head: ['Transfer-Encoding: chunked', 'Trailer: X-Sum'], rest: chunked(body, 'X-Sum: \xe91\r\n') };
  }
  return { head: ['Connection: close'], rest: body };
});
const bodiless = fc
  .constantFrom(['204'], ['304'], ['304', 'Content-Length: 12'])
  .map(([status = '', ...head]) => ({ status, head, rest: '' }));
const answer = fc
  .tuple(
    fc.constantFrom('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 'HTTP/1.1 102 Processing\r\n\r\n'),
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.constantFrom('200', '206', '301', '404', '500', '599'), framed)
          .map(([status, rest]) => ({ status, ...rest })),
      },
      bodiless,
    ),
    fc.constantFrom('OK', '', 'Sch\xc3\xb6n', 'Quite Odd'),
    fc.array(header, { maxLength: 6 }),
  )
  .map(([hints, { status, head, rest }, reason, headers]) =>
    Buffer.from(
      `${hints}${[`HTTP/1.1 ${status} ${reason}`, ...headers, ...head].join('\r\n')}\r\n\r\n${rest}`,
      'latin1',
    ),
  );

test('an answer arrives as it would from the program itself', async () => {
  const tried = fc.asyncProperty(answer, async (said) => {
    program.say(said, 'end');
    const expected = await got(direct, {});
    expect(expected).not.toBeNull();
    expect(await through()).toEqual(expected);
  });
  await fc.assert(tried, { numRuns: 150 });
});

test('an answer that breaks off arrives broken, or as a 502', async () => {
  const tried = fc.asyncProperty(answer, fc.double({ min: 0, max: 0.99, noNaN: true }), async (said, cut) => {
    program.say(said.subarray(0, Math.floor(said.length * cut)), 'end');
    const expected = await got(direct, {});
    const seen = await through();
    if (expected) expect(seen).toEqual(expected);
    else expect(seen === null || seen.status === 502).toBe(true);
  });
  await fc.assert(tried, { numRuns: 150 });
});

test('an answer without a length that ends in a reset does not look complete', async () => {
  const sent = Promise.withResolvers<Socket>();
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${'x'.repeat(60_000)}`, () => sent.resolve(socket));
    });
  });
  await serve(server);
  const reader = connect(stage.port, '127.0.0.1').on('error', () => undefined);
  reader.write(`GET / HTTP/1.1\r\nHost: ${stage.web}\r\nCookie: ${cookie}\r\n\r\n`);
  (await sent.promise).resetAndDestroy();
  const all = await text(reader);
  expect(all.endsWith('0\r\n\r\n')).toBe(false);
});

test('nobody gets what was meant for another, whoever leaves, and however many ask at once', async () => {
  const waiting: (() => void)[] = [];
  let asked = 0;
  await serve(
    createHttpServer((request, response) => {
      asked += 1;
      waiting.push(() => response.end(request.url));
    }),
  );
  const agent = { port: stage.port, host: '127.0.0.1', agent: false as const };
  for (let round = 0; round < 4; round++) {
    const all = Array.from({ length: 80 }, (_, at) => {
      const url = `/${round}/${at}`;
      const request = send({ ...agent, path: url, headers: { host: stage.web, cookie } });
      const said = once(request.end(), 'response').then(([response]) => text(response));
      return { url, request, said: said.catch(() => 'left') };
    });
    await expect.poll(() => asked).toBe((round + 1) * 80);
    const leaving = all.filter((_, at) => at % 3 === round % 3);
    for (const { request } of leaving) request.destroy();
    for (const answerNow of waiting.splice(0).reverse()) answerNow();
    for (const each of all) expect(await each.said).toBe(leaving.includes(each) ? 'left' : each.url);
  }
});

test('what a program says without being asked is nobody’s answer', async () => {
  let asked = 0;
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', () => {
        asked += 1;
        const one = `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n${String(asked).padStart(2, '0')}`;
        socket.write(`${one}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil`);
      });
  });
  await serve(server);
  for (let at = 1; at <= 20; at++) expect((await through())?.body).toBe(String(at).padStart(2, '0'));
});

test('a kept connection that the program closes costs no request: it is asked again, once, on a new one', async () => {
  const seen: string[] = [];
  let mayAnswer = true;
  const server = createServer((socket) => {
    let isFirst = true;
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        seen.push(isFirst ? 'new' : 'kept');
        if ((isFirst || bytes.toString().startsWith('POST')) && mayAnswer)
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        else socket.destroy();
        isFirst = false;
      });
  });
  await serve(server);
  expect((await through())?.status).toBe(200);
  expect((await through())?.status).toBe(200);
  expect(seen).toEqual(['new', 'kept', 'new']);
  mayAnswer = false;
  expect((await through())?.status).toBe(502);
  expect(seen.slice(3)).toEqual(['kept', 'new']);
});

test('a container that was replaced is not asked over connections to the one before', async () => {
  let connections = 0;
  const server = createHttpServer((_request, response) => response.end('fine'));
  server.on('connection', () => {
    connections += 1;
  });
  await serve(server);
  await through();
  await through();
  expect(connections).toBe(1);
  await stage.change({ containerId: 'another' });
  expect((await through())?.body).toBe('fine');
  expect(connections).toBe(2);
});
