# Usage: asyncssh_client.py <port> <key file> <file to send> <file to get it back in>. Exits with the exit code of the command.
import asyncio, sys, warnings
warnings.simplefilter('ignore')
import asyncssh

port, key, send, back = sys.argv[1:]

async def main():
    async with asyncssh.connect('127.0.0.1', int(port), username='box', client_keys=[key], known_hosts=None) as client:
        ran = await client.run('echo said; exit 7')
        print(ran.stdout, end='')
        async with client.start_sftp_client() as sftp:
            await sftp.put(send, 'from-asyncssh')
            await sftp.get('from-asyncssh', back)
        return ran.exit_status

sys.exit(asyncio.run(main()))
