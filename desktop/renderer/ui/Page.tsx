import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { PRODUCT, useDocumentTitle } from './use-document-title.ts';

interface Crumb {
  label: string;
  /** Target; the last one, the page itself, has none. */
  to?: string;
}

export interface PageProps {
  title: string;
  /** Beside the title, such as a StatusBadge. */
  mark?: ReactNode;
  /** A line below the title that changes with what it says; its place is kept. */
  note?: ReactNode;
  intro?: ReactNode;
  breadcrumbs?: Crumb[];
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** Narrow pages (forms) read better. */
  width?: 'form' | 'full';
  children?: ReactNode;
}

/** Element in the layout's top bar for breadcrumbs; a layout without one shows none. */
export const BREADCRUMB_SLOT = 'breadcrumbs';

/** The frame of every page inside a layout: breadcrumbs, title, intro, actions, content. */
export function Page({ title, mark, note, intro, breadcrumbs, actions, width = 'full', children }: PageProps) {
  useDocumentTitle(`${title} · ${PRODUCT}`);
  const heading = useFocusOnNavigation();
  return (
    <Stack gap="lg" maw={width === 'form' ? 720 : undefined}>
      <Stack gap={6}>
        <Trail crumbs={breadcrumbs ?? [{ label: title }]} />
        {/* As high as its buttons, which may come and go. */}
        <Group justify="space-between" align="center" gap="sm" mih={36}>
          <div>
            <Group gap="sm" align="center">
              <Title order={1} ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
                {title}
              </Title>
              {mark}
            </Group>
            {note !== undefined && (
              <Text size="sm" c="dimmed" mih="1.55em">
                {note}
              </Text>
            )}
          </div>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {intro && (
          <Text c="dimmed" maw={720}>
            {intro}
          </Text>
        )}
      </Stack>
      {children}
    </Stack>
  );
}

function Trail({ crumbs }: { crumbs: Crumb[] }) {
  const { t } = useTranslation();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById(BREADCRUMB_SLOT)), []);
  if (!slot) return null;
  return createPortal(
    <nav aria-label={t('breadcrumbs')}>
      <Breadcrumbs separator="/" separatorMargin={6} style={{ flexWrap: 'nowrap' }}>
        {crumbs.map(({ label, to }) =>
          to ? (
            <Anchor key={label} component={Link} to={to} size="sm" c="dimmed">
              {label}
            </Anchor>
          ) : (
            <Text key={label} size="sm" lh={1.5} truncate aria-current="page">
              {label}
            </Text>
          ),
        )}
      </Breadcrumbs>
    </nav>,
    slot,
  );
}

/**
 * Moves the focus to the title after navigation by link or key, so that reading starts at the top and Tab continues in
 * the page. Leaves the focus alone if the page has set it, and after a reload or Back.
 */
function useFocusOnNavigation() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const led = useNavigationType() !== NavigationType.Pop;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page.
  useEffect(() => {
    const active = document.activeElement;
    const lost = active === null || active === document.body;
    const leave = led ? !active?.closest('main') : key !== 'default' && lost;
    if (leave) heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}
