/*
 * slipway-terminal <name> <command…>: a terminal that outlives its connection.
 *
 * The first call starts a holder: a process of its own that runs the command on a pseudo-terminal, keeps the last
 * output, and listens on /run/slipway/terminals/<name>. This and every later call attaches to it: what was kept is
 * written first, then the marker ESC ] 7770 ; ready BEL, then what comes. Exit 0: the command has ended; 75: only the
 * connection has. <name>.pid holds the command's process id.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

enum { KEPT_BYTES = 256 * 1024, CHUNK_BYTES = 16 * 1024, MAX_CLIENTS = 16, STUCK_MS = 5000, DETACHED = 75 };
static const char folder[] = "/run/slipway/terminals";
static const char ready[] = "\033]7770;ready\007";

/* What a client sends: input, or the size of its window. */
struct frame {
    unsigned char type; /* 'i' or 'r' */
    unsigned char pad;
    unsigned short length; /* of what follows an 'i' */
    unsigned short cols, rows;
};

static void fail(const char *what) {
    fprintf(stderr, "slipway-terminal: %s: %s\r\n", what, strerror(errno));
    exit(1);
}

static int write_all(int fd, const void *data, size_t length) {
    const char *at = data;
    while (length > 0) {
        ssize_t count = write(fd, at, length);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) {
            struct pollfd entry = {.fd = fd, .events = POLLOUT};
            if (poll(&entry, 1, STUCK_MS) <= 0) return -1;
            continue;
        }
        if (count <= 0) return -1;
        at += count;
        length -= (size_t)count;
    }
    return 0;
}

static int read_all(int fd, void *data, size_t length) {
    char *at = data;
    while (length > 0) {
        ssize_t count = read(fd, at, length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return -1;
        at += count;
        length -= (size_t)count;
    }
    return 0;
}

/* ---- the holder ---- */

static char kept[KEPT_BYTES];
static size_t kept_total;
static int clients[MAX_CLIENTS], client_count;
/* Input that the program has not taken yet; no more is read from clients meanwhile. */
static char pending[CHUNK_BYTES];
static size_t pending_start, pending_end;
static volatile sig_atomic_t child_ended;

static void on_child(int signal_number) {
    (void)signal_number;
    child_ended = 1;
}

static void keep(const char *data, size_t length) {
    for (size_t i = 0; i < length; i++) kept[kept_total++ % KEPT_BYTES] = data[i];
}

/* From the first whole line when the beginning is gone, so that no escape sequence is cut in two. */
static int send_kept(int fd) {
    size_t from = 0;
    if (kept_total > KEPT_BYTES) {
        from = kept_total - KEPT_BYTES;
        while (from < kept_total && kept[from % KEPT_BYTES] != '\n') from++;
        if (from < kept_total) from++;
    }
    while (from < kept_total) {
        size_t at = from % KEPT_BYTES, length = kept_total - from;
        if (length > KEPT_BYTES - at) length = KEPT_BYTES - at;
        if (write_all(fd, kept + at, length) != 0) return -1;
        from += length;
    }
    return write_all(fd, ready, sizeof ready - 1);
}

static void drop(int index) {
    close(clients[index]);
    clients[index] = clients[--client_count];
}

/* A client that takes nothing for seconds is let go: it must not hold the others and the program up. */
static void tell_all(const char *data, size_t length) {
    for (int i = client_count - 1; i >= 0; i--)
        if (write_all(clients[i], data, length) != 0) drop(i);
}

/* One frame; 0 when the client has gone. */
static int take_frame(int client, int terminal) {
    struct frame frame;
    if (read_all(client, &frame, sizeof frame) != 0) return 0;
    if (frame.type == 'r') {
        struct winsize size = {.ws_col = frame.cols, .ws_row = frame.rows};
        pid_t front = tcgetpgrp(terminal);
        ioctl(terminal, TIOCSWINSZ, &size);
        /* Also when the size is the same: a full-screen program draws anew for who has just come. */
        if (front > 0) kill(-front, SIGWINCH);
        return 1;
    }
    if (frame.type != 'i' || frame.length > sizeof pending || read_all(client, pending, frame.length) != 0) return 0;
    pending_start = 0;
    pending_end = frame.length;
    return 1;
}

static void pass_pending(int terminal) {
    ssize_t count = write(terminal, pending + pending_start, pending_end - pending_start);
    if (count > 0) pending_start += (size_t)count;
    else if (count < 0 && errno != EAGAIN && errno != EINTR) pending_start = pending_end;
}

/* What the program has written; 0 when there is nothing now, -1 when there never will be. */
static int take_output(int terminal) {
    char data[CHUNK_BYTES];
    ssize_t length = read(terminal, data, sizeof data);
    if (length < 0 && (errno == EINTR || errno == EAGAIN)) return 0;
    if (length <= 0) return -1;
    keep(data, (size_t)length);
    tell_all(data, (size_t)length);
    return 1;
}

static void welcome(int listener) {
    struct timeval stuck = {.tv_sec = STUCK_MS / 1000};
    int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (client < 0) return;
    setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &stuck, sizeof stuck);
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &stuck, sizeof stuck);
    if (client_count == MAX_CLIENTS) drop(0);
    if (send_kept(client) == 0) clients[client_count++] = client;
    else close(client);
}

/* Until the program has ended; one it left running in the background does not count. */
static void hold(int listener, int terminal) {
    while (!child_ended) {
        int waiting = pending_start < pending_end, count = client_count;
        struct pollfd entries[MAX_CLIENTS + 2] = {
            {.fd = terminal, .events = (short)(waiting ? POLLIN | POLLOUT : POLLIN)}, {.fd = listener, .events = POLLIN}};
        for (int i = 0; i < count; i++) entries[i + 2] = (struct pollfd){.fd = waiting ? -1 : clients[i], .events = POLLIN};
        if (poll(entries, (nfds_t)count + 2, 1000) < 0) {
            if (errno == EINTR) continue;
            return;
        }
        if (entries[0].revents & POLLOUT) pass_pending(terminal);
        for (int i = count - 1; i >= 0 && pending_start == pending_end; i--)
            if (entries[i + 2].revents && !take_frame(clients[i], terminal)) drop(i);
        if (entries[0].revents & (POLLIN | POLLHUP) && take_output(terminal) < 0) break;
        if (entries[1].revents) welcome(listener);
    }
    while (take_output(terminal) > 0) continue;
}

static void start_holder(const struct sockaddr_un *address, int lock, char **command) {
    const char *path = address->sun_path;
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), terminal;
    struct winsize size = {.ws_col = 80, .ws_row = 24};
    ioctl(STDIN_FILENO, TIOCGWINSZ, &size);
    unlink(path);
    if (listener < 0 || bind(listener, (const struct sockaddr *)address, sizeof *address) != 0 || listen(listener, 16) != 0)
        fail(path);
    pid_t holder = fork();
    if (holder < 0) fail("fork");
    if (holder > 0) {
        close(listener);
        return;
    }
    close(lock);
    setsid();
    int null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++) dup2(null, fd);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGCHLD, on_child);
    pid_t child = forkpty(&terminal, NULL, NULL, &size);
    if (child < 0) exit(1);
    if (child == 0) {
        signal(SIGPIPE, SIG_DFL);
        signal(SIGHUP, SIG_DFL);
        signal(SIGCHLD, SIG_DFL);
        execvp(command[0], command);
        perror(command[0]);
        _exit(127);
    }
    fcntl(terminal, F_SETFD, FD_CLOEXEC);
    fcntl(terminal, F_SETFL, O_RDWR | O_NONBLOCK);
    char pid_path[sizeof address->sun_path + 8];
    snprintf(pid_path, sizeof pid_path, "%s.pid", path);
    FILE *file = fopen(pid_path, "w");
    if (file) {
        fprintf(file, "%d\n", (int)child);
        fclose(file);
    }
    hold(listener, terminal);
    /* Gone before the connections are: that is how a client tells an end from a break. */
    unlink(pid_path);
    unlink(path);
    kill(-child, SIGHUP);
    exit(0);
}

/* ---- the client ---- */

static volatile sig_atomic_t resized = 1;
static void on_resize(int signal_number) {
    (void)signal_number;
    resized = 1;
}

static int connect_holder(const struct sockaddr_un *address) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)address, sizeof *address) == 0) return fd;
    if (fd >= 0) close(fd);
    return -1;
}

static int send_size(int fd) {
    struct winsize size;
    if (ioctl(STDIN_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 0;
    struct frame frame = {.type = 'r', .cols = size.ws_col, .rows = size.ws_row};
    return write_all(fd, &frame, sizeof frame);
}

static int attach(int holder, const char *path) {
    struct sigaction action = {.sa_handler = on_resize};
    struct termios raw;
    char data[CHUNK_BYTES];
    sigaction(SIGWINCH, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (tcgetattr(STDIN_FILENO, &raw) == 0) {
        cfmakeraw(&raw);
        tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    }
    for (;;) {
        if (resized) {
            resized = 0;
            if (send_size(holder) != 0) return DETACHED;
        }
        struct pollfd entries[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = holder, .events = POLLIN}};
        if (poll(entries, 2, -1) < 0) {
            if (errno == EINTR) continue;
            return DETACHED;
        }
        if (entries[1].revents) {
            ssize_t length = read(holder, data, sizeof data);
            if (length <= 0) return access(path, F_OK) == 0 ? DETACHED : 0;
            if (write_all(STDOUT_FILENO, data, (size_t)length) != 0) return DETACHED;
        }
        if (entries[0].revents) {
            ssize_t length = read(STDIN_FILENO, data, sizeof data);
            if (length <= 0) return DETACHED;
            struct frame frame = {.type = 'i', .length = (unsigned short)length};
            if (write_all(holder, &frame, sizeof frame) != 0 || write_all(holder, data, (size_t)length) != 0)
                return access(path, F_OK) == 0 ? DETACHED : 0;
        }
    }
}

int main(int count, char **arguments) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (count < 3 || strchr(arguments[1], '/') || arguments[1][0] == '.' || strlen(arguments[1]) > 64) {
        fprintf(stderr, "usage: slipway-terminal <name> <command…>\n");
        return 2;
    }
    snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", folder, arguments[1]);
    /* Two that come at once start one holder. */
    int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0 || flock(lock, LOCK_EX) != 0) fail(folder);
    int holder = connect_holder(&address);
    if (holder < 0) {
        start_holder(&address, lock, arguments + 2);
        holder = connect_holder(&address);
    }
    flock(lock, LOCK_UN);
    close(lock);
    if (holder < 0) fail(address.sun_path);
    return attach(holder, address.sun_path);
}
