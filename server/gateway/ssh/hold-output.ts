/**
 * Runs inside the workspace around a command without a terminal, in Perl because every Debian has it and it starts
 * fast. The engine ends a process's output two seconds after the process; this waits until nobody can write to it any
 * more, like OpenSSH's sshd: `(sleep 9; echo late) & echo now`. Session signals go to the command. After a hang-up
 * nobody reads, so the command's end is the end.
 */
const PROGRAM = `use strict;
use POSIX ':sys_wait_h';
my @signals = qw(HUP INT QUIT TERM USR1 USR2 ALRM PIPE);
my ($gone, $reaped, $status) = (0, 0, 0);
pipe(my $out, my $to_out) && pipe(my $err, my $to_err) or exit 255;
$SIG{$_} = 'IGNORE' for @signals;
$SIG{HUP} = sub { $gone = 1 };
my $pid = fork;
exit 255 unless defined $pid;
if ($pid == 0) {
  $SIG{$_} = 'DEFAULT' for @signals;
  open STDOUT, '>&', $to_out;
  open STDERR, '>&', $to_err;
  exec { $ARGV[0] } @ARGV or exit 127;
}
close $_ for $to_out, $to_err, *STDIN;
my %from = (fileno $out, [$out, *STDOUT], fileno $err, [$err, *STDERR]);
sub reap { ($reaped, $status) = (1, $?) if !$reaped && waitpid($pid, $_[0]) == $pid }
while (%from) {
  my $ready = '';
  vec($ready, $_, 1) = 1 for keys %from;
  my $count = select $ready, undef, undef, $gone ? 0.2 : undef;
  if ($count <= 0) {
    reap(WNOHANG) if $gone;
    last if $gone && $reaped;
    next;
  }
  for my $fd (grep { vec $ready, $_, 1 } keys %from) {
    my ($in, $to) = @{$from{$fd}};
    my $length = sysread $in, my $data, 65536;
    next if !defined $length && $!{EINTR};
    if (!$length) { close $in; close $to; delete $from{$fd}; next }
    for (my $at = 0; $at < $length; ) {
      my $written = syswrite $to, $data, $length - $at, $at;
      if (defined $written) { $at += $written }
      elsif (!$!{EINTR}) { exit 255 }
    }
  }
}
until ($reaped) { reap(0) }
exit(WIFSIGNALED($status) ? 128 + WTERMSIG($status) : WEXITSTATUS($status));`;

/** Prefix that holds a command's output open for background processes it left. */
export const HOLD_OUTPUT = ['perl', '-e', PROGRAM] as const;
