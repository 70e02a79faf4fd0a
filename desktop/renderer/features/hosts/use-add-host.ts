import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Charge } from '#shared/api/envelope.ts';
import { addHost } from '#shared/features/hosts/contract.ts';
import { isPriceChange } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useSend } from '../../lib/use-send.ts';
import { firstErrorOf } from '../../ui/use-api-form.ts';
import { addHostMutation } from './queries.ts';

interface Order {
  name: string;
  server_option_id: string;
}

interface AddHostOptions {
  /** The failure after the price was accepted. */
  onFailure: (message: string) => void;
  onAdded: () => void;
}

/** Adds a host after its price was shown and accepted; a second click on the same price adds nothing. */
export function useAddHost({ onFailure, onAdded }: AddHostOptions) {
  const add = useSend(addHostMutation);
  const navigate = useNavigate();
  const [offer, setOffer] = useState<{ order: Order; charge: Charge } | null>(null);
  const accept = useMutation({
    mutationFn: async ({ order, charge }: { order: Order; charge: Charge }) => {
      const { hostID } = await add({ ...order, at: charge.at, card_amount: charge.card_amount });
      onAdded();
      await navigate(`/hosts/pending/${hostID}`);
    },
    onSuccess: () => setOffer(null),
    onError: (error, { order }) => {
      setOffer(isPriceChange(error) ? { order, charge: error.charge } : null);
      onFailure(firstErrorOf(error) ?? error.message);
    },
  });
  return {
    charge: offer?.charge ?? null,
    ask: async (order: Order) => {
      const { charge } = await call(addHost, { body: { ...order, dry_run: true } });
      if (charge) setOffer({ order, charge });
    },
    accept: () => offer && !accept.isPending && accept.mutate(offer),
    cancel: () => setOffer(null),
    accepting: accept.isPending,
  };
}
