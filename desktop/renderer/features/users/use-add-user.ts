import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Charge } from '#shared/api/envelope.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { addUser } from '#shared/features/users/contract.ts';
import { isPriceChange } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useSend } from '../../lib/use-send.ts';
import { firstErrorOf } from '../../ui/use-api-form.ts';
import { addUserMutation } from './queries.ts';

type Body = RouteInput<typeof addUser>['body'];
type Offer = { body: Body; charge: Charge };

interface AddUserOptions {
  /** No licence is free: ask for the price first. */
  charged: boolean;
  /** The failure after the price was accepted. */
  onFailure: (message: string) => void;
  onAdded: () => void;
}

/** Adds a user: at once while a licence is free, otherwise after the price was shown and accepted. */
export function useAddUser({ charged, onFailure, onAdded }: AddUserOptions) {
  const send = useSend(addUserMutation);
  const navigate = useNavigate();
  const [offer, setOffer] = useState<Offer | null>(null);

  const add = async (body: Body, charge?: Charge) => {
    // Without a price on the page nothing may be charged.
    const accepted = charge ? { at: charge.at, card_amount: charge.card_amount } : { card_amount: 0 };
    const { userID } = await send({ ...body, ...accepted, dry_run: false });
    onAdded();
    await navigate(`/users/edit/${userID}`);
  };
  const ask = async (body: Body) => {
    const { charge } = await call(addUser, { body: { ...body, dry_run: true } });
    // A licence became free meanwhile: nothing to ask.
    if (!charge) return add(body);
    setOffer({ body, charge });
  };
  const accept = useMutation({
    mutationFn: ({ body, charge }: Offer) => add(body, charge),
    onSuccess: () => setOffer(null),
    onError: (error, { body }) => {
      setOffer(isPriceChange(error) ? { body, charge: error.charge } : null);
      onFailure(firstErrorOf(error) ?? error.message);
    },
  });
  return {
    charge: offer?.charge ?? null,
    accept: () => offer && !accept.isPending && accept.mutate(offer),
    cancel: () => setOffer(null),
    accepting: accept.isPending,
    send: async (body: Body) => {
      if (charged) return ask(body);
      try {
        await add(body);
      } catch (error) {
        // Somebody just took the free licence, so now there is a price.
        if (!isPriceChange(error)) throw error;
        setOffer({ body, charge: error.charge });
      }
    },
  };
}
