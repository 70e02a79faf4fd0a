/*
 * Slipway's agent: lets the gateway reach ports on the container's loopback interface.
 *
 * A connection to port 7070 (SLIPWAY_AGENT_PORT) starts with one line, "SLIPWAY/1 <token> <port>\n". When the token is
 * SLIPWAY_AGENT_TOKEN and something listens on 127.0.0.1:<port> or [::1]:<port>, the answer is "OK\n" and bytes are
 * copied both ways, each direction closed on its own. Otherwise "ERR denied\n" or "ERR refused\n", and it closes.
 *
 * One thread per connection, one poll loop inside it: simple, and a slow reader holds back only its own sender.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { LINE_LIMIT = 256, GREETING_MS = 10000, CONNECT_MS = 10000, BUFFER_BYTES = 64 * 1024, NOBODY = 65534 };

static char token[LINE_LIMIT];
static size_t token_length;

/* One direction of a connection: what was read from `from` and not yet written to `to`. */
struct pump {
    int from, to;
    size_t start, end;
    int eof;    /* `from` has ended */
    int closed; /* and `to` was told so */
    char *buffer;
};

static long long now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static void set_options(int fd) {
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
}

static int same_token(const char *given, size_t length) {
    unsigned char difference = length != token_length;
    for (size_t i = 0; i < token_length; i++) difference |= (unsigned char)token[i] ^ (unsigned char)given[i < length ? i : 0];
    return difference == 0;
}

static int wait_for(int fd, short events, long long deadline) {
    for (;;) {
        long long left = deadline - now_ms();
        struct pollfd entry = {.fd = fd, .events = events};
        int count = left > 0 ? poll(&entry, 1, (int)left) : 0;
        if (count > 0) return 1;
        if (count == 0 || errno != EINTR) return 0;
    }
}

/* Reads up to and including the newline, byte by byte so that nothing of the payload is taken. Returns the length, or -1. */
static int read_line(int fd, char *line) {
    long long deadline = now_ms() + GREETING_MS;
    for (int length = 0; length < LINE_LIMIT;) {
        if (!wait_for(fd, POLLIN, deadline)) return -1;
        ssize_t count = read(fd, line + length, 1);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count <= 0) return -1;
        if (line[length] == '\n') {
            line[length] = '\0';
            return length;
        }
        length++;
    }
    return -1;
}

/* The port of a well-formed line with the right token; 0 otherwise. */
static int parse_greeting(char *line) {
    static const char magic[] = "SLIPWAY/1 ";
    if (strncmp(line, magic, sizeof magic - 1) != 0) return 0;
    char *given = line + sizeof magic - 1, *space = strchr(given, ' ');
    if (!space || !same_token(given, (size_t)(space - given))) return 0;
    char *rest;
    if (space[1] < '1' || space[1] > '9') return 0;
    long port = strtol(space + 1, &rest, 10);
    return *rest == '\0' && port <= 65535 ? (int)port : 0;
}

static int connect_to(struct sockaddr *address, socklen_t size) {
    int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    if (connect(fd, address, size) != 0) {
        int error = errno;
        socklen_t length = sizeof error;
        if (error == EINPROGRESS && wait_for(fd, POLLOUT, now_ms() + CONNECT_MS))
            getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
        if (error != 0) {
            close(fd);
            return -1;
        }
    }
    return fd;
}

static int connect_loopback(int port) {
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = connect_to((struct sockaddr *)&v4, sizeof v4);
    if (fd >= 0) return fd;
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    return connect_to((struct sockaddr *)&v6, sizeof v6);
}

/*
 * Moves what can be moved without waiting. Returns 0 when a side is gone. A service may answer early and close with the
 * request unread: its answer still has to reach the client, so what it no longer takes is dropped, and its reset is its end.
 */
static int move_bytes(struct pump *pump, int to_service) {
    if (pump->start == pump->end && !pump->eof) {
        ssize_t count = read(pump->from, pump->buffer, BUFFER_BYTES);
        if (count < 0 && errno != EAGAIN && errno != EINTR) {
            if (to_service) return 0;
            pump->eof = 1;
        }
        if (count == 0) pump->eof = 1;
        pump->start = 0;
        pump->end = count > 0 ? (size_t)count : 0;
    }
    if (pump->start < pump->end) {
        ssize_t count = send(pump->to, pump->buffer + pump->start, pump->end - pump->start, MSG_NOSIGNAL);
        if (count < 0 && errno != EAGAIN && errno != EINTR) {
            if (!to_service) return 0;
            pump->start = pump->end;
        }
        if (count > 0) pump->start += (size_t)count;
    }
    if (pump->eof && pump->start == pump->end && !pump->closed) {
        shutdown(pump->to, SHUT_WR);
        pump->closed = 1;
    }
    return 1;
}

static void copy_both_ways(int client, int service) {
    struct pump pumps[2] = {{.from = client, .to = service}, {.from = service, .to = client}};
    pumps[0].buffer = malloc(BUFFER_BYTES);
    pumps[1].buffer = malloc(BUFFER_BYTES);
    while (pumps[0].buffer && pumps[1].buffer && !(pumps[0].closed && pumps[1].closed)) {
        struct pollfd entries[2] = {{.fd = client}, {.fd = service}};
        for (int i = 0; i < 2; i++) {
            if (pumps[i].start < pumps[i].end) entries[1 - i].events |= POLLOUT;
            else if (!pumps[i].eof) entries[i].events |= POLLIN;
        }
        /* A socket we want nothing from would report POLLHUP for ever. */
        for (int i = 0; i < 2; i++)
            if (!entries[i].events) entries[i].fd = -1;
        if (poll(entries, 2, -1) < 0) {
            if (errno == EINTR) continue;
            break;
        }
        if (!move_bytes(&pumps[0], 1) || !move_bytes(&pumps[1], 0)) break;
    }
    free(pumps[0].buffer);
    free(pumps[1].buffer);
}

static void answer(int fd, const char *text) {
    if (send(fd, text, strlen(text), MSG_NOSIGNAL) < 0) return;
}

static void *serve(void *argument) {
    int client = (int)(long)argument;
    char line[LINE_LIMIT];
    set_options(client);
    if (read_line(client, line) >= 0) {
        int port = parse_greeting(line);
        int service = port ? connect_loopback(port) : -1;
        if (!port) answer(client, "ERR denied\n");
        else if (service < 0) answer(client, "ERR refused\n");
        else {
            set_options(service);
            answer(client, "OK\n");
            copy_both_ways(client, service);
            close(service);
        }
    }
    close(client);
    return NULL;
}

static int listen_on(int port) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_ANY)};
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 1024) != 0) {
        perror("slipway-agent: listen");
        exit(1);
    }
    return fd;
}

/* The token leaves the environment block, and /proc/<pid> of this process is closed to other users. */
static void take_token(void) {
    char *given = getenv("SLIPWAY_AGENT_TOKEN");
    token_length = given ? strlen(given) : 0;
    if (token_length < 16 || token_length >= LINE_LIMIT - 32 || strpbrk(given, " \n")) {
        fprintf(stderr, "slipway-agent: SLIPWAY_AGENT_TOKEN must have 16 to %d characters and no spaces\n", LINE_LIMIT - 33);
        exit(2);
    }
    memcpy(token, given, token_length);
    memset(given, 0, token_length);
    unsetenv("SLIPWAY_AGENT_TOKEN");
}

static void drop_privileges(void) {
    if (geteuid() == 0 && (setgroups(0, NULL) != 0 || setgid(NOBODY) != 0 || setuid(NOBODY) != 0)) {
        perror("slipway-agent: setuid");
        exit(1);
    }
    prctl(PR_SET_DUMPABLE, 0);
}

int main(void) {
    const char *port = getenv("SLIPWAY_AGENT_PORT");
    struct rlimit files;
    signal(SIGPIPE, SIG_IGN);
    mallopt(M_MMAP_THRESHOLD, BUFFER_BYTES / 2); /* buffers go back to the kernel when a connection ends */
    take_token();
    int listener = listen_on(port ? atoi(port) : 7070);
    drop_privileges();
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&detached, 64 * 1024);
    for (;;) {
        int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        pthread_t thread;
        if (client < 0) {
            /* Out of descriptors or memory: wait for connections to end rather than spin. */
            if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) poll(NULL, 0, 50);
            continue;
        }
        if (pthread_create(&thread, &detached, serve, (void *)(long)client) != 0) close(client);
    }
}
