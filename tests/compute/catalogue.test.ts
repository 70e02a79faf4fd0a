import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ImageUnavailable } from '#server/compute/image-unavailable.ts';
import { type CatalogueItem, catalogue, findItem } from '#server/features/catalogue/catalogue.ts';
import { chooseEnvironment, type Environment } from '#server/features/services/environment.ts';
import { askService } from '#server/features/services/health.ts';
import { engine, httpGet, images, Laboratory } from './support.ts';

const laboratory = new Laboratory();

interface Running {
  name: string;
  host: string;
  values: Environment;
  /** Runs in the container, against its address on the network. */
  run(script: string): Promise<string>;
  get(port: number, path: string): Promise<string>;
}

/** What speaks each item's protocol, and what the answer must hold. */
const talks: Record<string, (service: Running) => Promise<void>> = {
  async postgresql({ run }) {
    const login = 'PGPASSWORD=$POSTGRES_PASSWORD psql -h $HOST -U $POSTGRES_USER -d $POSTGRES_DB -tAc';
    expect(await run(`${login} "create table t(a int); insert into t values (6); select a * 7 from t"`)).toContain(
      '42',
    );
    await expect(run('PGPASSWORD=wrong psql -h $HOST -U $POSTGRES_USER -d $POSTGRES_DB -c "select 1"')).rejects.toThrow(
      /password authentication failed/,
    );
  },
  async mariadb({ run }) {
    const login = 'mariadb -h $HOST -u $MARIADB_USER -p$MARIADB_PASSWORD $MARIADB_DATABASE -Ne';
    expect(await run(`${login} "create table t(a int); insert into t values (6); select a * 7 from t"`)).toBe('42');
    await expect(run('mariadb -h $HOST -u $MARIADB_USER -pwrong -e "select 1"')).rejects.toThrow(/Access denied/);
  },
  async redis({ run }) {
    expect(await run('REDISCLI_AUTH=$REDIS_PASSWORD redis-cli -h $HOST set answer 42')).toBe('OK');
    expect(await run('redis-cli -h $HOST get answer')).toMatch(/NOAUTH/);
  },
  async memcached({ run }) {
    const session = String.raw`exec 3<>/dev/tcp/$HOST/11211; printf 'set answer 0 0 2\r\n42\r\nget answer\r\nquit\r\n' >&3; cat <&3`;
    expect(await run(session)).toMatch(/STORED\s+VALUE answer 0 2\s+42/);
  },
  async rabbitmq({ run, get }) {
    const api = 'curl -fsS -u $RABBITMQ_DEFAULT_USER:$RABBITMQ_DEFAULT_PASS http://$HOST:15672/api';
    expect(JSON.parse(await run(`${api}/overview`))).toMatchObject({ product_name: 'RabbitMQ' });
    await run(`${api}/queues/%2F/jobs -X PUT -H 'content-type: application/json' -d '{}'`);
    const publish = `'{"properties":{},"routing_key":"jobs","payload":"hello","payload_encoding":"string"}'`;
    expect(await run(`${api}/exchanges/%2F/amq.default/publish -d ${publish}`)).toContain('"routed":true');
    expect(await get(15672, '/')).toContain('RabbitMQ');
    expect(
      await run(
        String.raw`exec 3<>/dev/tcp/$HOST/5672; printf 'AMQP\x00\x00\x09\x01' >&3; head -c 200 <&3 | tr -d '\0'`,
      ),
    ).toContain('publisher_confirms');
  },
  async nats({ run }) {
    const login = String.raw`printf 'CONNECT {"user":"%s","pass":"%s","verbose":false}\r\nSUB news 1\r\nPUB news 5\r\nhello\r\nPING\r\n' $NATS_USER $NATS_PASSWORD >&3`;
    const read = 'while read -r -t 5 line <&3; do echo "$line"; case $line in PONG*) break ;; esac; done';
    expect(await run(`exec 3<>/dev/tcp/$HOST/4222; ${login}; ${read}`)).toMatch(/MSG news 1 5\s+hello/);
  },
  async mosquitto({ run }) {
    const as = '-h $HOST -u $MQTT_USER -P $MQTT_PASSWORD';
    await run(`mosquitto_pub ${as} -t house/door -m open -r`);
    expect(await run(`mosquitto_sub ${as} -t house/# -C 1 -W 10`)).toBe('open');
    await expect(run('mosquitto_pub -h $HOST -t a -m b')).rejects.toThrow(/not authorised/i);
  },
  async 'the-lounge'({ run, get }) {
    expect(await get(9000, '/')).toContain('The Lounge');
    const login = String.raw`printf 'PASS %s\r\nNICK ada\r\nUSER ada 0 * :Ada\r\nJOIN #%s\r\n' $CHAT_PASSWORD $CHAT_CHANNEL >&3`;
    const read = 'while read -r -t 10 line <&3; do echo "$line"; case $line in *" 366 "*) break ;; esac; done';
    expect(await run(`exec 3<>/dev/tcp/$HOST/6667; ${login}; ${read}`)).toContain('JOIN :#team');
  },
  async dokuwiki({ get, values, run }) {
    expect(await get(8080, '/doku.php?id=start')).toContain(values.WIKI_TITLE);
    const login =
      'curl -fsS -L -c /tmp/c -b /tmp/c -d "u=$WIKI_USER&p=$WIKI_PASSWORD" "http://$HOST:8080/doku.php?id=start&do=login"';
    expect(await run(login)).toMatch(/do=admin/);
  },
  async tiddlywiki({ run }) {
    const tiddler = 'http://$HOST:8080/recipes/default/tiddlers/Plan';
    await run(`curl -fsS -X PUT -H 'x-requested-with: TiddlyWiki' -d '{"title":"Plan","text":"ship it"}' ${tiddler}`);
    expect(await run(`curl -fsS ${tiddler}`)).toContain('ship it');
  },
  async adminer({ get }) {
    expect(await get(8080, '/')).toContain('Adminer');
  },
  async maildev({ run }) {
    await run(
      `printf 'From: a@example.com\\nTo: b@example.com\\nSubject: It works\\n\\nHello\\n' | curl -fsS --url smtp://$HOST:1025 --user "$MAILDEV_INCOMING_USER:$MAILDEV_INCOMING_PASS" --mail-from a@example.com --mail-rcpt b@example.com -T -`,
    );
    expect(await run('curl -fsS http://$HOST:1080/email')).toContain('It works');
  },
  async verdaccio({ run }) {
    const body = '{"name":"ada","password":"s3cret-enough"}';
    expect(
      await run(
        `curl -fsS -X PUT -H 'content-type: application/json' -d '${body}' http://$HOST:4873/-/user/org.couchdb.user:ada`,
      ),
    ).toContain('token');
  },
  async registry({ run }) {
    await run('curl -fsS -X POST -o /dev/null -w "%{http_code}" http://$HOST:5000/v2/team/app/blobs/uploads/');
    expect(await run('curl -fsS http://$HOST:5000/v2/_catalog')).toContain('repositories');
  },
};

async function launch(item: CatalogueItem): Promise<Running> {
  const image = await images.ensureServiceImage(engine, { name: item.name, official: null, script: item.script });
  const values = chooseEnvironment(item.environment, {});
  const name = laboratory.name();
  const host = `svc-${randomBytes(3).toString('hex')}`;
  await engine.createContainer({
    name,
    image,
    hostname: host,
    aliases: [host],
    network: laboratory.network,
    cpuCores: 2,
    memoryMb: Math.max(item.minimum_memory_mb, 256),
    labels: { 'slipway.test': 'catalogue' },
    env: { ...values, SLIPWAY_AGENT_TOKEN: randomBytes(16).toString('hex') },
  });
  await engine.start(name);
  const deadline = Date.now() + 60_000;
  while ((await askService(engine, name, item.health)) !== null) {
    if (Date.now() > deadline || !(await engine.inspect(name)).running) {
      throw new Error(`${item.name} does not come up: ${await engine.logs(name)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    name,
    host,
    values,
    async run(script) {
      const env = { ...values, HOST: host };
      const result = await engine.run(name, { user: 'root', command: ['bash', '-c', script], env });
      if (result.exitCode !== 0)
        throw new Error(`${script} ended with ${result.exitCode}: ${result.stdout}${result.stderr}`);
      return result.stdout.trim();
    },
    get: async (port, path) => httpGet(await engine.dial(name, port), path),
  };
}

// Two at a time, as most of it is waiting for packages.
vi.setConfig({ maxConcurrency: 2 });

describe('every item that can be built of packages', () => {
  beforeAll(() => laboratory.open());
  afterAll(() => laboratory.close());

  const built = catalogue().filter(({ script }) => script !== null);

  test('there are enough of them, in every category', () => {
    expect(built.length).toBeGreaterThanOrEqual(12);
    expect(new Set(built.map(({ category }) => category)).size).toBe(5);
  });

  test.concurrent.each(built.map((item) => [item.name, item] as const))(
    '%s comes up and speaks its protocol',
    async (_name, item) => {
      const service = await launch(item);
      await talks[item.id]?.(service);
      expect(talks[item.id], 'a talk of its own').toBeDefined();
      await engine.stop(service.name, { timeoutSeconds: 20 });
      expect((await engine.inspect(service.name)).exitCode, 'it ends by itself when asked to').not.toBe(137);
      await engine.remove(service.name);
    },
  );
});

test('an item that is published as an image only says so where no registry answers', async () => {
  const item = findItem('mongodb');
  const official = { reference: 'registry.invalid/mongo:8' };
  const launching = images.ensureServiceImage(engine, { name: item?.name ?? '', official, script: null });
  await expect(launching).rejects.toThrow(ImageUnavailable);
});
