/** Refuses a use of a tool with a sentence for the client. */
export class ToolError extends Error {
  override name = 'ToolError';
}
