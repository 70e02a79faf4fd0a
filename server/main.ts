import { boot } from './boot.ts';

// Production. `npm start` runs dev/main.ts, which stands in for what isn't configured.
await boot({
  usage: `  node server/main.ts           start; nothing stands in for a setting that is missing
  node server/main.ts --check   try the settings, the database, the engine, mail, payments and DNS
  node server/main.ts --outbox <folder>
                                write the mails that were kept for want of a mail server into a folder
  node server/main.ts --backup <folder>           back everything up while it runs
  node server/main.ts --restore <folder> [name]   restore the newest backup, or the one of this name`,
});
