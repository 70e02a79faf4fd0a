import { test as base } from 'playwright/test';

const MOST_TRIES = 3;

/**
 * Chromium ends what it loads when the machine gets or loses an address (`ERR_NETWORK_CHANGED`), as it does whenever a
 * container's network comes or goes: then a test loads the page again, as a person would.
 */
export const test = base.extend({
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      for (let tries = 1; ; tries++) {
        try {
          return await goto(url, options);
        } catch (error) {
          if (tries === MOST_TRIES || !String(error).includes('ERR_NETWORK_CHANGED')) throw error;
        }
      }
    };
    await use(page);
  },
});
