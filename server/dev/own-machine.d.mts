/** Whether these settings keep the UI to the machine it runs on. */
export function onlyThisMachine(environment: Record<string, string | undefined>): boolean;
