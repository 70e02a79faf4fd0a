import { useTranslation } from 'react-i18next';
import type { InvoiceRow } from '#shared/features/billing/contract.ts';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';

const TONES: Record<InvoiceRow['status'], Tone> = {
  draft: 'idle',
  open: 'warning',
  paid: 'good',
  void: 'idle',
  uncollectible: 'bad',
};

/** Whether an invoice is paid. */
export function InvoiceStatus({ status }: { status: InvoiceRow['status'] }) {
  const { t } = useTranslation('billing');
  return <StatusBadge status={t(`status.${status}`)} tone={TONES[status]} />;
}
