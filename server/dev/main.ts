import { boot } from '../boot.ts';

// What `npm start` runs once it has set up what is missing: the server, with stand-ins for what isn't configured.
await boot({
  usage: `  npm start            set up what is missing, then start
  npm start -- --check try the settings, the database, the engine, mail, payments and DNS
  npm run backup -- <folder>          back everything up while it runs
  npm run restore -- <folder> [name]  restore the newest backup, or the one of this name
  npm run dev          the same, watching for changes
  npm run seed         the same, with an example organization to look at`,
  async loadStandIns() {
    const { createStandIns } = await import('./stand-ins.ts');
    return createStandIns({ seed: process.argv.includes('--seed') });
  },
});
