import {
  type Icon,
  IconBoxSeam,
  IconCamera,
  IconKey,
  IconServer2,
  IconStack2,
  IconTemplate,
} from '@tabler/icons-react';
import type { SearchResult } from '#shared/features/search/contract.ts';
import { Face } from '../../ui/Face.tsx';
import type { Command } from './command.ts';

const ICONS: Record<Exclude<SearchResult['icon'], 'person'>, Icon> = {
  workspace: IconStack2,
  'ssh-key': IconKey,
  host: IconServer2,
  service: IconBoxSeam,
  snapshot: IconCamera,
  template: IconTemplate,
};

/** A person's picture, or an icon. */
export function Mark({ icon }: Pick<Command, 'icon'>) {
  if (!('url' in icon)) return draw(icon);
  if (icon.icon !== 'person') return draw(ICONS[icon.icon]);
  return <Face size={20} name={icon.heading} src={icon.profile_photo_url ?? null} />;
}

function draw(Shown: Icon) {
  return <Shown size={18} stroke={1.6} aria-hidden />;
}
