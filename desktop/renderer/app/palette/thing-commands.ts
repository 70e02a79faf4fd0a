import {
  type Icon,
  IconExternalLink,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Program } from '#shared/desktop/calls/open-local.ts';
import { SAFETY_KEPT_DAYS } from '#shared/features/snapshots/model.ts';
import { PROGRAM_ICONS } from '../../features/computer/programs.ts';
import type { Command } from '../../features/search/index.ts';
import { serverText } from '../../lib/server-text.ts';
import type { Thing } from './thing.ts';

export type Verb = 'open' | 'start' | 'restart' | 'stop' | 'delete';

const ICONS: Record<Verb, Icon> = {
  open: IconExternalLink,
  start: IconPlayerPlay,
  restart: IconRefresh,
  stop: IconPlayerStop,
  delete: IconTrash,
};

/** What can be done with it now, as far as this person may: the same as on its page. */
export function verbsOf({ status, may, url, protected: isProtected }: Thing): Verb[] {
  const running = status === 'Active';
  const settled = running || status === 'Offline';
  const possible: Record<Verb, boolean> = {
    open: settled && may.open && url !== null,
    start: may.start,
    restart: running && may.stop,
    stop: may.stop,
    delete: settled && may.delete && !isProtected,
  };
  return (Object.keys(ICONS) as Verb[]).filter((verb) => possible[verb]);
}

/** Programs of this computer that open a workspace; a service has none. */
export function programsFor({ kind, may, status }: Thing, programs: readonly Program[]): readonly Program[] {
  const opens = may.open && (status === 'Active' || status === 'Offline');
  return kind === 'workspaces' && opens ? programs : [];
}

interface Doing {
  /** Of the palette's catalogue. */
  t: TFunction<'search'>;
  run: (verb: Verb, thing: Thing) => unknown;
  /** What this computer can be asked to open. */
  programs: readonly Program[];
  openIn: (program: Program, thing: Thing) => unknown;
}

/** Its page, and what can be done with it. */
export function thingCommands(thing: Thing, { t, run, programs, openIn }: Doing): Command[] {
  const { kind, id, name, user, status, asleep } = thing;
  const url = `/${kind}/edit/${id}`;
  const text = [user, asleep ? t('common:health.asleep') : serverText(status)].join(' · ');
  const icon = kind === 'workspaces' ? 'workspace' : 'service';
  const page: Command = { id: url, label: name, section: text, icon: { heading: name, text, icon, url }, go: url };
  const verbs = verbsOf(thing).map((verb): Command => {
    const label = t(`verb.${verb}`, { name });
    const lost = t(kind === 'workspaces' ? 'workspaces:edit.deleteBackAsk' : 'services:edit.deleteLost', {
      name,
      days: SAFETY_KEPT_DAYS,
    });
    const asked = `${t(`${kind}:edit.deleteText`)} ${lost}`;
    const question = { title: label, text: asked, confirm: t(`${kind}:edit.delete`) };
    return {
      id: `${verb} ${url}`,
      label,
      section: text,
      icon: ICONS[verb],
      go: () => run(verb, thing),
      ...(verb === 'delete' && { ask: question }),
    };
  });
  const inPrograms = programsFor(thing, programs).map(
    (program): Command => ({
      id: `${program} ${url}`,
      label: t('verb.openIn', { name, program: t(`computer:program.${program}`) }),
      section: text,
      icon: PROGRAM_ICONS[program],
      go: () => openIn(program, thing),
    }),
  );
  return [page, ...verbs, ...inPrograms];
}
