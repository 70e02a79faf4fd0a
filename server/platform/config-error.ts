/** Settings that can't work. Says what is wrong with each, so that all can be mended at once. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(...problems: string[]) {
    super(problems.length === 1 ? problems[0] : ['These settings can’t work:', ...problems].join('\n  - '));
    this.problems = problems;
  }
}

/** The process's exit code after a ConfigError (EX_CONFIG): whoever runs it need not try again. */
export const BAD_SETTINGS = 78;
