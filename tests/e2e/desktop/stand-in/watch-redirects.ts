import type { Page } from 'playwright';

interface Paused {
  requestId: string;
  redirectedRequestId?: string;
  frameId: string;
  request: { url: string };
}

/**
 * Asks `isWanted` about each redirect of a document, in whatever frame. Playwright's own routes don't see redirects, so
 * this listens to Chromium itself.
 */
export async function watchRedirects(
  page: Page,
  isWanted: (redirect: { url: string; isMainFrame: boolean }) => boolean,
): Promise<void> {
  const chromium = await page.context().newCDPSession(page);
  const { frameTree } = await chromium.send('Page.getFrameTree');
  chromium.on('Fetch.requestPaused', ({ requestId, redirectedRequestId, frameId, request }: Paused) => {
    const isMainFrame = frameId === frameTree.frame.id;
    const goesOn = redirectedRequestId === undefined || isWanted({ url: request.url, isMainFrame });
    const answer = goesOn
      ? chromium.send('Fetch.continueRequest', { requestId })
      : chromium.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    // The page may be gone by now.
    answer.catch(() => undefined);
  });
  await chromium.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
}
