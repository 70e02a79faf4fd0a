import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Charge } from '#shared/api/envelope.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { type InvitedPerson, inviteUsers } from '#shared/features/users/contract.ts';
import { isPriceChange } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { firstErrorOf } from '../../ui/use-api-form.ts';
import { exactMoneyText } from '../billing/index.ts';
import { inviteUsersMutation } from './queries.ts';

type Body = RouteInput<typeof inviteUsers>['body'];

interface Offer {
  body: Body;
  people: InvitedPerson[];
  charge: Charge | null;
}

export interface InvitationPreview extends Offer {
  /** How many would be invited. */
  count: number;
  /** What the card is charged; empty for nothing. */
  price: string;
}

interface Options {
  /** Why nobody was invited. */
  onFailure: (message: string | null) => void;
  /** Some were; these weren't. Whoever was twice in the list has been reported, and needs no second try. */
  onInvited: (left: InvitedPerson[]) => void;
}

/** First says who of a list can be invited and what it costs, then invites them for exactly that. */
export function useInviteUsers({ onFailure, onInvited }: Options) {
  const { i18n } = useTranslation();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [results, setResults] = useState<InvitedPerson[] | null>(null);
  const check = async (body: Body) => {
    const { people, charge } = await call(inviteUsers, { body: { ...body, dry_run: true } });
    setResults(null);
    setOffer({ body, people, charge });
  };
  const send = useMutation({
    ...inviteUsersMutation,
    onSuccess: ({ people }) => {
      setOffer(null);
      setResults(people);
      onInvited(people.filter(({ problem }) => problem !== null && problem !== 'twice'));
    },
    onError: async (error) => {
      onFailure(firstErrorOf(error) ?? error.message);
      // Somebody else has changed what it costs, or who is a member.
      if (offer && isPriceChange(error)) await check(offer.body).catch(() => setOffer(null));
    },
  });
  const invite = () => {
    if (!offer || send.isPending) return;
    onFailure(null);
    const { at, card_amount } = offer.charge ?? { at: undefined, card_amount: 0 };
    send.mutate({ ...offer.body, ...(at && { at }), card_amount, dry_run: false });
  };
  const card = offer?.charge?.card_amount ?? 0;
  const preview: InvitationPreview | null = offer && {
    ...offer,
    count: offer.people.filter(({ problem }) => problem === null).length,
    price: card > 0 ? exactMoneyText(card, i18n.language) : '',
  };
  return { preview, results, check, invite, inviting: send.isPending };
}
