/**
 * Members of something of Electron's, with the parameters Electron declares. What they return may be the stand-in's own,
 * which has fewer members. Where nothing of that kind is returned, `Pick` says more.
 */
export type Part<Whole, Names extends keyof Whole> = {
  [Name in Names]: Whole[Name] extends (...args: infer Args) => unknown ? (...args: Args) => unknown : Whole[Name];
};
