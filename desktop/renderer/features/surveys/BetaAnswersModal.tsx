import { Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BetaUser } from '#shared/features/surveys/contract.ts';

interface BetaAnswersModalProps {
  /** The person whose answers are shown; closed without one. */
  beta: BetaUser | null;
  onClose: () => void;
}

/** Somebody's answers to the beta questionnaire. */
export function BetaAnswersModal({ beta, onClose }: BetaAnswersModalProps) {
  const { t } = useTranslation('surveys');
  const survey = beta?.survey;
  const answers: [question: string, answer: string | null][] = survey
    ? [
        [t('field.languages'), survey.languages.join(', ')],
        [t('field.heardAboutFrom'), survey.heard_about_from && t(`heardAboutFrom.${survey.heard_about_from}`)],
        [t('field.heardAboutLink'), survey.heard_about_link],
        [t('field.mostImportantQualities'), survey.most_important_qualities],
        [t('field.usageChoice'), survey.usage_choice && t(`usageChoice.${survey.usage_choice}`)],
        [t('field.organizationSize'), survey.organization_size && t(`organizationSize.${survey.organization_size}`)],
        [t('field.industry'), survey.industry],
        [t('field.websiteUrl'), survey.website_url],
      ]
    : [];
  return (
    <Modal opened={beta !== null} onClose={onClose} title={beta?.email_address ?? t('program.answers')} size="md">
      <Stack gap="sm" component="dl" m={0}>
        {answers.map(([question, answer]) => (
          <div key={question}>
            <Text component="dt" size="sm" c="dimmed">
              {question}
            </Text>
            <Text component="dd" m={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {answer || '–'}
            </Text>
          </div>
        ))}
      </Stack>
    </Modal>
  );
}
