import type { Command } from 'commander';
import { EXIT, Failure } from '../failure.ts';
import { print } from '../terminal/print.ts';

/** Commands, those of groups, their options, and the slugs of workspaces where a command takes one. */
export function completion(shell: string, program: Command): void {
  const commands = completed(program);
  const script = { bash, zsh, fish }[shell as 'bash'];
  if (!script) throw new Failure(EXIT.usage, 'There’s no such shell.', 'slipway completion bash, zsh or fish');
  print(script(commands));
}

interface Completed {
  name: string;
  description: string;
  options: string[];
  takesWorkspace: boolean;
  /** Commands of a group, such as `task`. */
  commands: Completed[];
}

function completed({ commands }: Command): Completed[] {
  return commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: command.options.flatMap(({ long }) => long ?? []),
    takesWorkspace: command.registeredArguments[0]?.name() === 'workspace',
    commands: completed(command),
  }));
}

const SLUGS = 'slipway ls --quiet 2>/dev/null';

/** Sets `words` to what may come at `position`, where these commands are named at, or later. */
function bashWords(commands: Completed[], position: number): string {
  const cases = commands.map(({ name, options, takesWorkspace, commands: inside }) => {
    if (inside.length > 0) return `    ${name}) ${bashWords(inside, position + 1)} ;;`;
    const slugs = takesWorkspace ? ` $([ "$COMP_CWORD" = ${position + 1} ] && ${SLUGS})` : '';
    return `    ${name}) words="${options.join(' ')}${slugs}" ;;`;
  });
  const names = commands.map(({ name }) => name).join(' ');
  return `if [ "$COMP_CWORD" = ${position} ]; then words="${names}"; else case "\${COMP_WORDS[${position}]}" in
${cases.join('\n')}
  esac; fi`;
}

function bash(commands: Completed[]): string {
  return `# eval "$(slipway completion bash)"
_slipway() {
  local words current="\${COMP_WORDS[COMP_CWORD]}"
  ${bashWords(commands, 1)}
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
  const groups = commands.filter((command) => command.commands.length > 0).map(({ name }) => name);
  const outside = `not __fish_seen_subcommand_from ${groups.join(' ')}`;
  const linesOf = (list: Completed[], at: string, inGroup: string): string[] =>
    list.flatMap(({ name, description, options, takesWorkspace, commands: inside }) => {
      const seen = `__fish_seen_subcommand_from ${name}`;
      const here = `complete -c slipway -n ${quote(`${seen}; and ${inGroup}`)}`;
      const names = inside.map((each) => each.name).join(' ');
      return [
        `complete -c slipway -f -n ${quote(at)} -a ${name} -d ${quote(description)}`,
        ...options.map((option) => `${here} -l ${option.slice(2)}`),
        ...(takesWorkspace ? [`${here} -f -a ${quote(`(${SLUGS})`)}`] : []),
        ...linesOf(inside, `${seen}; and not __fish_seen_subcommand_from ${names}`, seen),
      ];
    });
  return ['# slipway completion fish | source', ...linesOf(commands, '__fish_use_subcommand', outside)].join('\n');
}
