import type { Command } from 'commander';
import { EXIT, Failure } from '../failure.ts';
import { print } from '../terminal/print.ts';

/** Commands, their options, and the slugs of workspaces where a command takes one. */
export function completion(shell: string, program: Command): void {
  const commands = program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: command.options.flatMap(({ long }) => long ?? []),
    takesWorkspace: command.registeredArguments[0]?.name() === 'workspace',
  }));
  const script = { bash, zsh, fish }[shell as 'bash'];
  if (!script) throw new Failure(EXIT.usage, 'There’s no such shell.', 'slipway completion bash, zsh or fish');
  print(script(commands));
}

interface Completed {
  name: string;
  description: string;
  options: string[];
  takesWorkspace: boolean;
}

const SLUGS = 'slipway ls --quiet 2>/dev/null';

function bash(commands: Completed[]): string {
  const cases = commands.map(
    ({ name, options, takesWorkspace }) =>
      `    ${name}) words="${options.join(' ')}${takesWorkspace ? ` $([ "$COMP_CWORD" = 2 ] && ${SLUGS})` : ''}" ;;`,
  );
  return `# eval "$(slipway completion bash)"
_slipway() {
  local words current="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" = 1 ]; then words="${commands.map(({ name }) => name).join(' ')}"; else case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _slipway slipway`;
}

function zsh(commands: Completed[]): string {
  return `# eval "$(slipway completion zsh)"
autoload -U +X bashcompinit && bashcompinit
${bash(commands).split('\n').slice(1).join('\n')}`;
}

function fish(commands: Completed[]): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ name, description, options, takesWorkspace }) => {
    const inside = `complete -c slipway -n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c slipway -f -n __fish_use_subcommand -a ${name} -d ${quote(description)}`,
      ...options.map((option) => `${inside} -l ${option.slice(2)}`),
      ...(takesWorkspace ? [`${inside} -f -a ${quote(`(${SLUGS})`)}`] : []),
    ];
  });
  return ['# slipway completion fish | source', ...lines].join('\n');
}
