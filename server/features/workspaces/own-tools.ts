/**
 * In a shell of ours, over a project's own image, the tools that Slipway brought come first: those of the image may know
 * other options. Where all tools are Slipway's, the folder isn't there.
 */
export const OURS_FIRST = 'PATH=/opt/slipway/bin:$PATH';
