import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/features/*/tables.ts', './server/gateway/tables.ts', './server/mail/tables.ts'],
  out: './migrations',
});
