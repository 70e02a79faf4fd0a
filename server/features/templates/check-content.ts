import type { TemplateContent } from '#shared/features/templates/contract.ts';
import type { TemplateProblem } from '#shared/features/templates/model.ts';
import { readRepositoryAddress } from '#shared/features/workspaces/repository-address.ts';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { choose, chooseLanguages, databases, languages, type SoftwareOption } from '../catalogue/index.ts';
import type { Context } from '../context.ts';
import { hostChoices } from '../hosts/index.ts';

/** What a template can ask for now. */
export interface Offer {
  languages: SoftwareOption[];
  databases: SoftwareOption[];
  /** Ids of the organization's hosts that workspaces can run on, and `shared`. */
  servers: ReadonlySet<string>;
}

export async function readOffer(context: Context): Promise<Offer> {
  const [languageOptions, databaseOptions, hosts] = await Promise.all([
    languages(context),
    databases(context),
    hostChoices(context, context.actor.organizationId),
  ]);
  const servers = new Set(['shared', ...hosts.map(({ id }) => id)]);
  return { languages: languageOptions, databases: databaseOptions, servers };
}

/** What it asks for that isn't there, or isn't anymore. */
export function problemsOf(offer: Offer, content: TemplateContent): TemplateProblem[] {
  const problems: (TemplateProblem | false)[] = [
    Object.keys(chooseLanguages(offer.languages, content).fields).length > 0 && 'language',
    !choose(offer.databases, content.database) && 'database',
    content.server_id !== null && !offer.servers.has(content.server_id) && 'server',
  ];
  return problems.filter((problem) => problem !== false);
}

const MISSING: Record<Exclude<TemplateProblem, 'language'>, [field: string, message: string]> = {
  database: ['content.database', say('workspaces.databaseUnavailable')],
  server: ['content.server_id', say('capacity.hostMissing')],
};

/**
 * Everything it asks for must be there while it is saved. Whether the repository's host can be reached is found out when
 * somebody uses it. @throws ValidationError
 */
export async function checkContent(context: Context, content: TemplateContent): Promise<TemplateContent> {
  const offer = await readOffer(context);
  const fields = Object.fromEntries(
    problemsOf(offer, content).flatMap((problem) => (problem === 'language' ? [] : [MISSING[problem]])),
  );
  for (const [field, message] of Object.entries(chooseLanguages(offer.languages, content).fields)) {
    fields[`content.${field}`] = message;
  }
  const wrong = content.git_url === null ? null : whyNotStored(content.git_url);
  if (wrong) fields['content.git_url'] = wrong;
  if (Object.keys(fields).length > 0) throw new ValidationError(fields);
  const { more_languages: more, ...rest } = content;
  // The release before knows no others.
  return { ...rest, ...(more?.length && { more_languages: more }), secrets: [...new Set(content.secrets)] };
}

/** Everyone who may use a template reads its address, so it has no credentials. */
function whyNotStored(text: string): string | null {
  const { url } = readRepositoryAddress(text);
  const form = say('workspaces.gitUrlExample');
  if (!/^[\x21-\x5b\x5d-\x7e]+$/.test(url) || url.startsWith('-')) return form;
  if (/^[a-z_][\w.-]*@[a-z0-9][a-z0-9.-]*:(?!\/\/)(?!-).+$/i.test(url)) return null;
  if (!/^(https|ssh):\/\/[^/]/i.test(url) || !URL.canParse(url)) return form;
  const { protocol, username, password } = new URL(url);
  return password || (username && protocol === 'https:') ? say('templates.noCredentials') : null;
}
