/** When a copy is prepared by itself; `none`: only by hand or webhook. */
export const PREBUILD_SCHEDULES = ['none', 'hourly', 'daily', 'weekly'] as const;
export type PrebuildSchedule = (typeof PREBUILD_SCHEDULES)[number];

/** Who asked for it. */
export const PREBUILD_TRIGGERS = ['hand', 'schedule', 'webhook'] as const;
export type PrebuildTrigger = (typeof PREBUILD_TRIGGERS)[number];

export const PREBUILD_STATES = ['running', 'ready', 'failed'] as const;

/** So many copies of a template are kept, the newest ones. */
export const PREBUILD_COPIES = 2;
/** So many preparations are remembered. */
export const PREBUILD_RUNS = 20;
/** The end of what a preparation wrote. */
export const PREBUILD_LOG_CHARACTERS = 64 * 1024;
