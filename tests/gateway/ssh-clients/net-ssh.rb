# Usage: net-ssh.rb <port> <key file> <file to send> <file to get it back in>. Exits with the exit code of the command.
require 'net/ssh'

port, key, send, back = ARGV
options = { port: port.to_i, keys: [key], keys_only: true, config: false, use_agent: false, verify_host_key: :never }
code = nil
Net::SSH.start('127.0.0.1', 'box', options) do |ssh|
  print ssh.exec!('echo said')
  ssh.open_channel do |channel|
    channel.exec('exit 7') { |ch, _| ch.on_request('exit-status') { |_, data| code = data.read_long } }
  end
  ssh.open_channel do |channel|
    channel.exec('cat > from-net-ssh') do |ch, _|
      ch.send_data(File.binread(send))
      ch.eof!
    end
  end
  ssh.loop
  File.binwrite(back, ssh.exec!('cat from-net-ssh'))
end
exit code
