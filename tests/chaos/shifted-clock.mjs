// Loaded into a process before its own code: its clock is off by SHIFTED_CLOCK_MS.
const shift = Number(process.env.SHIFTED_CLOCK_MS ?? 0);
const TrueDate = Date;
const now = () => TrueDate.now() + shift;

globalThis.Date = class extends TrueDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static now() {
    return now();
  }
};
