// Usage: with-agent <command…>. Runs Slipway's agent beside the command and becomes the command itself, so that signals,
// exit code and process id are the command's own. Static, as it also runs in images that are not ours.
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define AGENT "/usr/local/lib/slipway/slipway-agent"

static void keep_agent(void) {
  for (;;) {
    pid_t agent = fork();
    if (agent == 0) {
      execl(AGENT, AGENT, (char *)NULL);
      _exit(127);
    }
    if (agent > 0) waitpid(agent, NULL, 0);
    sleep(1);
  }
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: with-agent command...\n");
    return 2;
  }
  pid_t keeper = fork();
  if (keeper < 0) perror("with-agent");
  if (keeper == 0) keep_agent();
  unsetenv("SLIPWAY_AGENT_TOKEN");
  execvp(argv[1], argv + 1);
  perror(argv[1]);
  return 127;
}
