import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import classes from './WizardLayout.module.css';

/** Titles of the steps, as keys of the shell's catalogue. */
const STEPS = ['wizard.profile', 'wizard.payment', 'wizard.sshKeys', 'wizard.workspace'];

interface WizardStepsProps {
  /** The step shown, 1 to 4. */
  current: number;
  /** The furthest step that can be opened. */
  reached: number;
}

export function WizardSteps({ current, reached }: WizardStepsProps) {
  const { t } = useTranslation('shell');
  return (
    <nav aria-label={t('wizard.label')}>
      <ol className={classes.steps}>
        {STEPS.map((title, index) => {
          const step = index + 1;
          const done = step < reached;
          const state = step === current ? 'current' : done ? 'done' : 'ahead';
          const face = (
            <>
              <span className={classes.number}>{done && step !== current ? <IconCheck size={14} /> : step}</span>
              <span className={classes.title}>{t(title)}</span>
              {done && <VisuallyHidden>{t('wizard.done')}</VisuallyHidden>}
            </>
          );
          return (
            <li key={title} data-state={state} aria-current={step === current ? 'step' : undefined}>
              {step !== current && step <= reached ? (
                <Link to={`/wizard/step${step}`}>{face}</Link>
              ) : (
                <span>{face}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
