import type { BrowserContext } from 'playwright/test';

/** A module of Microsoft's own VS Code, which code-server asks for and doesn't have. */
const ABSENT = /\/node_modules\/vsda\//;
/** What VS Code writes into its own log, such as that an extension took long to start. */
const LOG_OF_VSCODE = /^%c +ERR /;

/** What the pages of this context complain about from now on, with where. */
export function watchConsole(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    const { url } = message.location();
    if (message.type() !== 'error' || ABSENT.test(url) || LOG_OF_VSCODE.test(message.text())) return;
    complaints.push(`${message.page()?.url()}: ${message.text()} ${url}`);
  });
  context.on('weberror', (error) => complaints.push(`${error.page()?.url()}: ${error.error().message}`));
  return complaints;
}
