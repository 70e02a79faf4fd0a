# Usage: paramiko.py <port> <key file> <file to send> <file to get it back in>. Exits with the exit code of the command.
import sys, warnings
warnings.simplefilter('ignore')
import paramiko

port, key, send, back = sys.argv[1:]
client = paramiko.SSHClient()
client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
client.connect('127.0.0.1', int(port), 'box', key_filename=key, allow_agent=False, look_for_keys=False)
_, out, _ = client.exec_command('echo said; exit 7')
print(out.read().decode(), end='')
code = out.channel.recv_exit_status()
sftp = client.open_sftp()
sftp.put(send, 'from-paramiko')
sftp.get('from-paramiko', back)
client.close()
sys.exit(code)
