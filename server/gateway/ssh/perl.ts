/** Parts of the programs that run inside a workspace, in Perl because every Debian has it and it starts fast. */

export const SECRET_BYTES = 32;

/** `take`: the secret somebody sends first; shorter if they hang up. */
export const TAKE = `use Socket qw(:DEFAULT IPPROTO_TCP TCP_NODELAY);
sub take {
  my ($from, $text) = ($_[0], '');
  while (length $text < ${SECRET_BYTES}) { sysread($from, $text, ${SECRET_BYTES} - length $text, length $text) or last }
  return $text;
}`;

/**
 * `door`: opens a loopback port and announces it with `$tell`; returns whoever connects with the secret within 10
 * seconds.
 */
export const DOOR = `sub door {
  my ($secret, $tell) = @_;
  my ($door, $peer);
  socket($door, PF_INET, SOCK_STREAM, 0) && bind($door, sockaddr_in(0, INADDR_LOOPBACK)) && listen($door, 1) or exit 255;
  my ($port) = sockaddr_in(getsockname $door);
  syswrite STDOUT, sprintf $tell, $port;
  alarm 10;
  while (accept($peer, $door)) {
    if (take($peer) ne $secret) { close $peer; next }
    alarm 0;
    setsockopt($peer, IPPROTO_TCP, TCP_NODELAY, 1);
    return $peer;
  }
  exit 255;
}`;

/** `relay`: joins two sockets until both have ended; each may end its own direction first. Doesn't return. */
export const RELAY = `use POSIX ();
sub relay {
  my ($one, $other) = @_;
  @SIG{'PIPE', 'CHLD'} = ('IGNORE', 'DEFAULT');
  my $child = fork;
  exit 255 unless defined $child;
  my ($from, $to) = $child ? ($one, $other) : ($other, $one);
  COPY: while (my $length = sysread $from, my $data, 65536) {
    for (my $at = 0; $at < $length; ) {
      my $written = syswrite $to, $data, $length - $at, $at;
      if (!defined $written) { shutdown $_, 2 for $from, $to; last COPY }
      $at += $written;
    }
  }
  shutdown $to, 1;
  waitpid $child, 0 if $child;
  POSIX::_exit(0);
}`;
