import { Anchor, Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconUserShare } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { elapsedText } from '../../ui/elapsed.ts';
import { useNow } from '../../ui/use-now.ts';
import classes from './ImpersonationBanner.module.css';
import { useCurrentUser } from './queries.ts';

/** Sticky elements at the top leave this much room for the banner. */
const HEIGHT = '--slipway-banner';
const SWITCH_BACK = '/users/switchBack';

/** Who acts as whom, for how much longer, and the way back. Returns automatically when the time is over. */
export function ImpersonationBanner() {
  const { t } = useTranslation('shell');
  const user = useCurrentUser();
  const navigate = useNavigate();
  const { ref, height } = useElementSize({ box: 'border-box' });
  const admin = user.adminUser;
  const now = useNow(admin !== null);
  const leftMs = admin ? Date.parse(admin.end_date) - now : 1;
  useEffect(() => {
    document.documentElement.style.setProperty(HEIGHT, `${admin ? height : 0}px`);
    return () => void document.documentElement.style.removeProperty(HEIGHT);
  }, [admin, height]);
  const over = leftMs <= 0;
  useEffect(() => {
    if (over) navigate(SWITCH_BACK, { replace: true });
  }, [over, navigate]);
  if (!admin) return null;
  return (
    <section ref={ref} className={classes.banner} aria-label={t('impersonation.label')}>
      <Group gap="xs" wrap="nowrap" miw={0}>
        <IconUserShare size={18} aria-hidden />
        <Text size="sm" fw={550} c="inherit">
          {t('impersonation.who', { admin: admin.name, name: `${user.first_name} ${user.last_name}` })}
        </Text>
      </Group>
      <Group gap="md" wrap="nowrap">
        <Text size="sm" c="inherit" className="tabular" role="timer">
          {t('impersonation.left', { time: elapsedText(leftMs) })}
        </Text>
        <Anchor component={Link} to={SWITCH_BACK} size="sm" fw={600} c="inherit" underline="always">
          {t('impersonation.return')}
        </Anchor>
      </Group>
    </section>
  );
}
