import { Text, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { passwordProblems } from '#shared/features/auth/model.ts';
import classes from './PasswordHelp.module.css';

/** Each part of the rule and its short name, in display order. */
const PARTS = [
  ['validation.password.short', 'password.length'],
  ['validation.password.upper', 'password.upper'],
  ['validation.password.lower', 'password.lower'],
  ['validation.password.digit', 'password.digit'],
  ['validation.password.symbol', 'password.symbol'],
] as const;

/** The help text, and which parts of the rule the password already meets. */
export function PasswordHelp({ password }: { password: string }) {
  const { t } = useTranslation('auth');
  const problems = new Set(passwordProblems(password));
  return (
    <div>
      <Text size="xs" c="dimmed">
        {t('password.help')}
      </Text>
      <ul className={classes.parts} aria-label={t('password.parts')}>
        {PARTS.map(([problem, label]) => {
          const met = !problems.has(problem);
          return (
            <li key={problem} data-met={met || undefined}>
              {met ? <IconCheck size={13} aria-hidden /> : <IconPoint size={13} aria-hidden />}
              {t(label)}
              {met && <VisuallyHidden>{t('password.met')}</VisuallyHidden>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
