import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { openDatabase } from '#server/platform/database.ts';
import { hashToken } from '#server/platform/ids.ts';

// What `GET /users/current` would be with nothing around it: one query by the session key, one object as JSON.
const [databaseUrl = '', port = ''] = process.argv.slice(2);
const { sql } = openDatabase(databaseUrl, 20);
const app = new Hono().get('/api/users/current', async (c) => {
  const [user] = await sql`
    select users.* from sessions join users on users.id = sessions.user_id
    where sessions.token = ${hashToken(c.req.header('x-session-key') ?? '')} and sessions.expires_at > now()`;
  return c.json(user ?? null);
});
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, () => console.log('listens'));
process.stdin.resume().on('end', () => process.exit(0));
