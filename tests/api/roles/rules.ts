import type { Person, World } from './world.ts';

/** Who asks. The last two administer a group, each by the right of its own role. */
export const MEMBERS = ['owner', 'admin', 'lead', 'user', 'groupLead', 'groupUser'] as const;
export type Member = (typeof MEMBERS)[number];

/** Whose thing it is: the asking person's, a user's of the group that they administer, or anybody else's. */
export const WHOSE = ['own', 'grouped', 'other'] as const;
export type Whose = (typeof WHOSE)[number];

/** `null`: makes no sense, and is not tried. 422: a field of the form names something that is not theirs to choose. */
export type Answer = 'yes' | 403 | 404 | 422 | null;
export interface Rule {
  /** Does it matter whose the thing is? */
  personal: boolean;
  member(who: Member, whose: Whose): Answer;
  /** Of the other organization's owner and of the product's administrators, signed in elsewhere. */
  operator?: 'yes';
}

const manages = (who: Member) => who === 'owner' || who === 'admin';
const looksAfter = (who: Member) => who === 'groupLead' || who === 'groupUser';
const sees = (who: Member, whose: Whose) => manages(who) || whose === 'own' || (whose === 'grouped' && looksAfter(who));

const rule = (member: Rule['member']): Rule => ({ personal: true, member });
const anyThing = (member: (who: Member) => Answer): Rule => ({ personal: false, member });

export const EVERYONE = anyThing(() => 'yes');
export const MANAGERS = anyThing((who) => (manages(who) ? 'yes' : 403));
export const OWNER = anyThing((who) => (who === 'owner' ? 'yes' : 403));
/** All but the role user, who can't add workspaces. */
export const LEADS = anyThing((who) => (who === 'user' || who === 'groupUser' ? 403 : 'yes'));
/** Only the administrators of the product, wherever they are members. */
export const OPERATOR: Rule = { ...anyThing(() => 403), operator: 'yes' };
/** Owner and admin everyone's, others their own and those of users of groups they administer. */
export const SEEN = rule((who, whose) => (sees(who, whose) ? 'yes' : 404));
/** As seen, by all but the role user. */
export const SEEN_BY_LEADS = rule((who, whose) => (LEADS.member(who, whose) === 403 ? 403 : SEEN.member(who, whose)));
/** As seen; administrators of a group do not change what they see. */
export const CHANGED = rule((who, whose) => (!sees(who, whose) ? 404 : manages(who) || whose === 'own' ? 'yes' : 403));
/** As seen; only owner and admin may. */
export const MANAGED = rule((who, whose) => (!sees(who, whose) ? 404 : manages(who) ? 'yes' : 403));
/** Only owner and admin may, whether or not others see it. */
export const MANAGERS_OF_ANY = rule((who) => (manages(who) ? 'yes' : 403));
/** The same, of everybody but themselves. */
export const MANAGERS_OF_OTHERS = rule((who, whose) => (!manages(who) ? 403 : whose === 'own' ? null : 'yes'));
/** Owner and admin everyone's, others their own. */
export const PERSON = rule((who, whose) => (manages(who) || whose === 'own' ? 'yes' : 404));
/** As seen; only whose it is may. */
export const OWN_OF_SEEN = rule((who, whose) => (!sees(who, whose) ? 404 : whose === 'own' ? 'yes' : 403));
/** Nobody but the person. */
export const OWN = rule((_, whose) => (whose === 'own' ? 'yes' : 404));
/** Owner and admin everyone's, a lead also of users of groups it administers, others their own. */
export const KEYS = rule((who, whose) =>
  manages(who) || whose === 'own' || (whose === 'grouped' && who === 'groupLead') ? 'yes' : 404,
);

/** One call that is to be tried: who asks, and what for. */
export interface Case {
  world: World;
  dependencies: World['dependencies'];
  me: Person;
  /** Whose things it is about. */
  it: Person;
  house: World['home'];
  /** Changes a row before the call. */
  set(table: string, id: string, values: Record<string, unknown>): Promise<void>;
}

export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  raw?: BodyInit;
  headers?: Record<string, string>;
}

export interface Expected {
  who: Rule;
  /** Sends what is allowed, or prepares for it. Path parameters come by themselves. */
  send?: (it: Case) => Sent | Promise<Sent>;
  /** What the audit log says of it. Only for calls that change something. */
  audit?: string;
  /** Why a call that could change something leaves no entry. */
  silent?: string;
  /** Refused to API tokens and to administrators who act as the user. */
  self?: true;
  /** Refused to administrators who act as the user. */
  notActing?: true;
  /** About the asking person alone: there is nobody else's to try it on. */
  alone?: true;
  /** Changes nothing at all. */
  dry?: true;
  /** The answer to who may, where it is not 200. */
  answer?: number;
  /** A public call that only makes sense when signed in. */
  as?: 'owner' | 'acting';
}
