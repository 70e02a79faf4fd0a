import { z } from 'zod';
import { isWorkspacePort, PORTS } from '#shared/features/workspaces/model.ts';
import { notePort, portModes } from '../../features/workspaces/index.ts';
import { portAddress } from '../../features/workspaces/presenter.ts';
import { findWorkspace, workspaceField } from '../find-workspace.ts';
import { quote, shellText } from '../shell.ts';
import { defineTool, IN_WORKSPACE, type Use } from '../tool.ts';
import { ToolError } from '../tool-error.ts';
import { runCommand } from './command-tools.ts';

const portField = z
  .int()
  .min(1)
  .max(65_535)
  .refine(isWorkspacePort, 'This port is used by the workspace itself.')
  .describe('Where it listens');
const LONGEST_WAIT_SECONDS = 300;

/** Of what runs on a port: its output, and its process group. */
const FILES = (port: number) => `folder=~/.local/state/slipway; mkdir -p "$folder"
log=$folder/dev-server-${port}.log; group=$folder/dev-server-${port}.pid`;
const LISTENS = (port: number) => `listens() {
  (exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null || (exec 3<>/dev/tcp/::1/${port}) 2>/dev/null
}`;

const start = defineTool({
  name: 'start_dev_server',
  title: 'Start a dev server',
  description:
    'Starts a program that goes on running in the project, such as npm run dev, waits until it listens on the port, and gives its address, which is for those who may open the workspace. PORT is set for it.',
  kind: 'changes',
  needs: [IN_WORKSPACE],
  input: z.strictObject({
    workspace: workspaceField,
    command: shellText(30_000),
    port: portField,
    wait_seconds: z.int().min(1).max(LONGEST_WAIT_SECONDS).default(60),
  }),
  async run(use, { workspace, command, port, wait_seconds }) {
    const address = await addressOf(use, workspace, port);
    // The lock makes the second of two starts at once find the first one's server.
    const script = `${FILES(port)}
${LISTENS(port)}
exec 9>"$group.lock"; flock 9
if listens; then echo 'Something listens on this port already.'; exit; fi
PORT=${port} setsid bash -c ${quote(command)} >"$log" 2>&1 </dev/null 9>&- &
echo $! >"$group"
for ((waited = 0; waited < ${wait_seconds * 5}; waited++)); do
  if listens; then exit 0; fi
  # Until setsid has run, there is the process but not its group.
  kill -0 "$!" 2>/dev/null || kill -0 -- "-$!" 2>/dev/null || { tail -n 40 "$log"; echo 'It ended before it listened.'; exit 1; }
  sleep 0.2
done
tail -n 40 "$log"; echo 'It runs, but does not listen on this port yet.'; exit 1`;
    const answer = await runCommand(use, { workspace, command: script, seconds: wait_seconds + 30 });
    if (answer.failed) return answer;
    return { text: `${answer.text}\nAddress: ${address}`, data: { address } };
  },
});

const stop = defineTool({
  name: 'stop_dev_server',
  title: 'Stop a dev server',
  description: 'Ends what start_dev_server started on a port.',
  kind: 'destroys',
  needs: [IN_WORKSPACE],
  input: z.strictObject({ workspace: workspaceField, port: portField }),
  run(use, { workspace, port }) {
    const script = `${FILES(port)}
read -r leader <"$group" 2>/dev/null && kill -TERM -- "-$leader" 2>/dev/null || { echo 'None was started on this port, or it has ended.'; exit 1; }
for ((waited = 0; waited < 25; waited++)); do kill -0 -- "-$leader" 2>/dev/null || break; sleep 0.2; done
kill -KILL -- "-$leader" 2>/dev/null; rm -f "$group"; echo 'Stopped.'`;
    return runCommand(use, { workspace, command: script, seconds: 30 });
  },
});

const logs = defineTool({
  name: 'dev_server_log',
  title: 'Log of a dev server',
  description: 'The last lines that the program on a port wrote, if start_dev_server started it.',
  kind: 'reads',
  needs: [IN_WORKSPACE],
  input: z.strictObject({ workspace: workspaceField, port: portField, lines: z.int().min(1).max(1_000).default(100) }),
  run(use, { workspace, port, lines }) {
    const script = `${FILES(port)}
[ -f "$log" ] || { echo 'None was started on this port.'; exit 1; }
tail -n ${lines} "$log"`;
    return runCommand(use, { workspace, command: script, seconds: 30 });
  },
});

/** For those who may open the workspace. @throws ToolError if the port has no address */
async function addressOf(use: Use, named: string, port: number): Promise<string> {
  const { config } = use.dependencies;
  const workspace = await findWorkspace(use, named);
  const own = PORTS.find((each) => each === port);
  if (!own) await notePort(use.dependencies, workspace.id, port);
  else if (portModes(workspace)[own] !== 'http') {
    throw new ToolError(`Port ${port} of this workspace isn’t open for http. Use another, or change its settings.`);
  }
  return portAddress(config, workspace, port);
}

export const devServerTools = [start, stop, logs];
