import type { BrowserContext } from 'playwright/test';

/** A module of Microsoft's own VS Code, which code-server asks for and doesn't have. */
const ABSENT = /\/node_modules\/vsda\//;

/** What the pages of this context complain about from now on, with where. */
export function watchConsole(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    const { url } = message.location();
    if (message.type() !== 'error' || ABSENT.test(url)) return;
    complaints.push(`${message.page()?.url()}: ${message.text()} ${url}`);
  });
  context.on('weberror', (error) => complaints.push(`${error.page()?.url()}: ${error.error().message}`));
  return complaints;
}
