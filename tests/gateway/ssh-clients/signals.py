# Usage: signals.py <port> <key file> <signal…>. Prints what a command in the workspace says of each signal.
import asyncio, sys, warnings
warnings.simplefilter('ignore')
import asyncssh

port, key, *signals = sys.argv[1:]
TRAPS = '; '.join(f"trap 'echo got {name}' {name}" for name in signals) + '; echo ready; while :; do sleep 0.05; done'

async def main():
    async with asyncssh.connect('127.0.0.1', int(port), username='box', client_keys=[key], known_hosts=None) as client:
        process = await client.create_process(TRAPS)
        # Also when there is nothing more to type.
        process.stdin.write_eof()
        assert await process.stdout.readline() == 'ready\n'
        for name in signals:
            process.send_signal(name)
            print(await process.stdout.readline(), end='')
        process.send_signal('KILL')
        print((await process.wait()).returncode)

asyncio.run(main())
