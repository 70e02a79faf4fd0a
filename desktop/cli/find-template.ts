import type { TemplateOption } from '#shared/features/templates/contract.ts';
import type { Client } from './client/client.ts';
import { EXIT, Failure } from './failure.ts';
import { plain } from './terminal/print.ts';

/** A template that the person may use, by its name or id. @throws Failure with those there are */
export async function findTemplate(client: Client, wanted: string): Promise<TemplateOption> {
  const { items } = await client.templateOptions();
  const found = items.find(({ value, text }) => value === wanted || text === wanted);
  if (found) return found;
  const hint =
    items.length > 0 ? `There are: ${items.map(({ text }) => plain(text)).join(', ')}.` : 'Ask an admin for one.';
  throw new Failure(EXIT.notFound, `There’s no template “${plain(wanted)}” for you.`, hint);
}
