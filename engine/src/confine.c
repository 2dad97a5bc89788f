/*
 * Confines the calling process for the rest of its life, and everything that it starts: it reads the code and the libraries, writes in
 * one folder, and reaches neither other processes nor any socket. Needs no privilege. Called by a forked child before it reads what
 * a user has sent, so the limits have to hold against native code as well: whatever a package does with bytes made to break it.
 *
 * Landlock (Linux 5.13) decides about files, and about signals and abstract sockets since ABI 6; seccomp refuses what no analysis
 * needs. Either may be missing: confinement_abilities() says so.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <R.h>
#include <Rinternals.h>
#include <R_ext/Rdynload.h>

/* Landlock's interface, written out: the headers of Debian 12 know it up to ABI 2 only. */
#define LANDLOCK_CREATE_RULESET 444
#define LANDLOCK_ADD_RULE 445
#define LANDLOCK_RESTRICT_SELF 446
#define LANDLOCK_VERSION 1U
#define LANDLOCK_PATH_BENEATH 1
#define FS_EXECUTE (1ULL << 0)
#define FS_WRITE_FILE (1ULL << 1)
#define FS_READ_FILE (1ULL << 2)
#define FS_READ_DIR (1ULL << 3)
#define FS_REMOVE_DIR (1ULL << 4)
#define FS_REMOVE_FILE (1ULL << 5)
#define FS_MAKE_DIR (1ULL << 7)
#define FS_MAKE_REG (1ULL << 8)
#define FS_ABI_1 ((1ULL << 13) - 1)
#define FS_REFER (1ULL << 13)     /* ABI 2 */
#define FS_TRUNCATE (1ULL << 14)  /* ABI 3 */
#define FS_IOCTL_DEV (1ULL << 15) /* ABI 5 */
#define NET_TCP 3ULL              /* ABI 4: bind, connect */
#define SCOPE_ALL 3ULL            /* ABI 6: abstract sockets, signals */

/* An engine with a user of its own is limited to fewer; see isolation.ts. */
#define MOST_PROCESSES 1024

struct ruleset {
  uint64_t files, network, scopes;
};
struct path_rule {
  uint64_t allowed;
  int32_t folder;
} __attribute__((packed));

static int landlock_abi(void) {
  long abi = syscall(LANDLOCK_CREATE_RULESET, NULL, 0, LANDLOCK_VERSION);
  return abi < 0 ? 0 : (int)abi;
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static int has_seccomp(void) {
#ifdef ARCHITECTURE
  /* A filter that cannot be read is a bad address where filters exist. */
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) == -1 && errno == EFAULT;
#else
  return 0;
#endif
}

static void fail(const char *what) { Rf_error("the sandbox: %s: %s", what, strerror(errno)); }

/* ---- files ---- */

static void allow_path(int rules, const char *path, uint64_t rights, int must) {
  int at = open(path, O_PATH | O_CLOEXEC);
  if (at < 0) {
    if (must) fail(path);
    return;
  }
  struct stat found;
  if (fstat(at, &found) != 0) fail(path);
  if (!S_ISDIR(found.st_mode)) rights &= FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE;
  struct path_rule rule = {rights, at};
  if (syscall(LANDLOCK_ADD_RULE, rules, LANDLOCK_PATH_BENEATH, &rule, 0) != 0) fail(path);
  close(at);
}

static void restrict_files(const char *writable, SEXP readable, SEXP devices, int abi) {
  struct ruleset set = {FS_ABI_1, 0, 0};
  size_t size = sizeof set.files;
  if (abi >= 2) set.files |= FS_REFER;
  if (abi >= 3) set.files |= FS_TRUNCATE;
  if (abi >= 4) {
    set.network = NET_TCP;
    size = 2 * sizeof set.files;
  }
  if (abi >= 5) set.files |= FS_IOCTL_DEV;
  if (abi >= 6) {
    set.scopes = SCOPE_ALL;
    size = sizeof set;
  }
  int rules = (int)syscall(LANDLOCK_CREATE_RULESET, &set, size, 0);
  if (rules < 0) fail("Landlock");
  const uint64_t known = set.files;
  const uint64_t read = FS_EXECUTE | FS_READ_FILE | FS_READ_DIR;
  /* No links, pipes, sockets or devices, and nothing that it has written itself is run. */
  const uint64_t write = FS_READ_FILE | FS_READ_DIR | FS_WRITE_FILE | FS_REMOVE_DIR | FS_REMOVE_FILE | FS_MAKE_DIR | FS_MAKE_REG | FS_REFER | FS_TRUNCATE;
  allow_path(rules, writable, write & known, 1);
  for (R_xlen_t i = 0; i < XLENGTH(readable); i++) allow_path(rules, CHAR(STRING_ELT(readable, i)), read, 0);
  for (R_xlen_t i = 0; i < XLENGTH(devices); i++)
    allow_path(rules, CHAR(STRING_ELT(devices, i)), (FS_READ_FILE | FS_WRITE_FILE | FS_TRUNCATE) & known, 0);
  if (syscall(LANDLOCK_RESTRICT_SELF, rules, 0) != 0) fail("Landlock");
  close(rules);
}

/* ---- system calls ---- */

#ifdef ARCHITECTURE

/* Never needed by an analysis; each reaches beyond the process or opens a large part of the kernel. */
static const int refused[] = {
    /* sockets, of every family: a path to the database's is beyond Landlock's reach */
    __NR_socket, __NR_socketpair, __NR_connect, __NR_bind, __NR_listen, __NR_accept, __NR_accept4,
    /* other processes */
    __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_kcmp, __NR_migrate_pages, __NR_move_pages, __NR_setpriority,
    __NR_sched_setscheduler, __NR_sched_setparam, __NR_sched_setattr, __NR_ioprio_set, 424 /* pidfd_send_signal */, 434 /* pidfd_open */,
    438 /* pidfd_getfd */, 440 /* process_madvise */, 448 /* process_mrelease */,
    /* a session or a group of its own: the server ends a job by one signal to its group */
    __NR_setsid, __NR_setpgid,
    /* memory and messages that all processes of a user share */
    __NR_shmget, __NR_shmat, __NR_shmctl, __NR_semget, __NR_msgget, __NR_mq_open,
    /* links and files that are not files, which somebody may open later */
    __NR_symlinkat, __NR_linkat, __NR_mknodat,
    /* modes and owners: Landlock does not look at them, and all jobs, or even the server, have one user: an input may be a link to a kept file */
    __NR_fchmod, __NR_fchown, __NR_fchmodat, __NR_fchownat, 452 /* fchmodat2 */,
#ifdef __NR_symlink
    __NR_symlink, __NR_link, __NR_mknod, __NR_chmod, __NR_chown, __NR_lchown,
#endif
    /* the same for attributes of files */
    __NR_setxattr, __NR_lsetxattr, __NR_fsetxattr, __NR_removexattr, __NR_lremovexattr, __NR_fremovexattr, 463 /* setxattrat */,
    466 /* removexattrat */,
    /* files without a name, which Landlock does not see: what is written there could be run */
    __NR_memfd_create, 447 /* memfd_secret */,
    /* namespaces and mounts */
    __NR_unshare, __NR_setns, __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, 428 /* open_tree */, 429 /* move_mount */,
    430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */, 442 /* mount_setattr */, __NR_name_to_handle_at,
    __NR_open_by_handle_at,
    /* the kernel itself */
    __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_keyctl, __NR_add_key, __NR_request_key, __NR_init_module, __NR_finit_module,
    __NR_delete_module, __NR_kexec_load, __NR_kexec_file_load, __NR_reboot, __NR_swapon, __NR_swapoff, __NR_acct, __NR_quotactl,
    __NR_syslog, __NR_settimeofday, __NR_clock_settime, __NR_adjtimex, __NR_clock_adjtime, __NR_sethostname, __NR_setdomainname,
    __NR_vhangup, __NR_lookup_dcookie, __NR_fanotify_init, __NR_personality, 443 /* quotactl_fd */, 459 /* lsm_get_self_attr */,
    460 /* lsm_set_self_attr */,
};
/* As if the kernel did not have them: libraries then take the older way, which the filter understands. */
static const int absent[] = {__NR_clone3, 425 /* io_uring_setup */, 426 /* io_uring_enter */, 427 /* io_uring_register */};
/*
 * Calls are numbered in the order in which kernels get them, the same on all machines since 424. Later ones (open_tree_attr is 467) have been looked at by nobody
 * here: they are absent. Libraries take the older way, as on an older kernel.
 */
#define LAST_KNOWN 466 /* removexattrat, Linux 6.13 */
/* Signals to a process by its number, besides kill. */
static const int signals[] = {__NR_tkill, __NR_tgkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo};
/* The first argument names a process: 0 is oneself. */
static const int by_process[] = {__NR_prlimit64, __NR_sched_setaffinity};

#define CLONE_NEW_ANYTHING 0x7E020000u
/* Whom a file's events are told, and by which signal: a detour to other processes. */
static const unsigned owner_commands[] = {8 /* F_SETOWN */, 10 /* F_SETSIG */, 15 /* F_SETOWN_EX */};
static const unsigned owner_requests[] = {0x8901 /* FIOSETOWN */, 0x8902 /* SIOCSPGRP */, 0x5412 /* TIOCSTI */};

#define PROGRAM_MAX 512
static struct sock_filter program[PROGRAM_MAX];
static unsigned short length;

static void emit(uint16_t code, uint32_t k, uint8_t jt, uint8_t jf) {
  if (length == PROGRAM_MAX) Rf_error("the sandbox: the filter is too long");
  program[length++] = (struct sock_filter){code, jt, jf, k};
}
static void load(size_t offset) { emit(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }
static void answer(uint32_t value) { emit(BPF_RET | BPF_K, value, 0, 0); }
static void load_number(void) { load(offsetof(struct seccomp_data, nr)); }
/* All arguments that are looked at are ints: the kernel takes their lower half, which comes first on these machines. */
static void load_argument(int i) { load(offsetof(struct seccomp_data, args) + 8 * (size_t)i); }

static const uint32_t REFUSE = SECCOMP_RET_ERRNO | EPERM;

/* `number` is in the register before and after. */
static void refuse_if_argument(int number, int argument, const unsigned *values, int count) {
  emit(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, (uint8_t)(2 * count + 2));
  load_argument(argument);
  for (int i = 0; i < count; i++) {
    emit(BPF_JMP | BPF_JEQ | BPF_K, values[i], 0, 1);
    answer(REFUSE);
  }
  load_number();
}

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static void filter_calls(int abi) {
  length = 0;
  load(offsetof(struct seccomp_data, arch));
  emit(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  answer(SECCOMP_RET_KILL_PROCESS);
  load_number();
#ifdef __x86_64__
  /* The same calls by other numbers (x32). */
  emit(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1);
  answer(REFUSE);
#endif
  emit(BPF_JMP | BPF_JGT | BPF_K, LAST_KNOWN, 0, 1);
  answer(SECCOMP_RET_ERRNO | ENOSYS);
  for (int i = 0; i < COUNT(refused); i++) {
    emit(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)refused[i], 0, 1);
    answer(REFUSE);
  }
  for (int i = 0; i < COUNT(absent); i++) {
    emit(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)absent[i], 0, 1);
    answer(SECCOMP_RET_ERRNO | ENOSYS);
  }
#ifdef __NR_truncate
  /* Landlock hears of it since ABI 3. Files that are open are cut by another call. */
  if (abi < 3) {
    emit(BPF_JMP | BPF_JEQ | BPF_K, __NR_truncate, 0, 1);
    answer(REFUSE);
  }
#endif
  emit(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4);
  load_argument(0);
  emit(BPF_JMP | BPF_JSET | BPF_K, CLONE_NEW_ANYTHING, 0, 1);
  answer(REFUSE);
  load_number();
  for (int i = 0; i < COUNT(by_process); i++) {
    emit(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)by_process[i], 0, 4);
    load_argument(0);
    emit(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
    answer(REFUSE);
    load_number();
  }
  /*
   * From ABI 6 on Landlock lets signals pass to the job's own processes only. Before, they pass to the job's first process and its group;
   * the one by which R's forks are told to end (SIGUSR1) passes to all, and confinement_prepare() has made the parent and the
   * jobs deaf to it.
   */
  if (abi < 6) {
    emit(BPF_JMP | BPF_JEQ | BPF_K, __NR_kill, 0, 8);
    load_argument(0);
    emit(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 5, 0);
    emit(BPF_JMP | BPF_JEQ | BPF_K, 0, 4, 0);
    load_argument(1);
    emit(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0);
    emit(BPF_JMP | BPF_JEQ | BPF_K, SIGUSR1, 1, 0);
    answer(REFUSE);
    load_number();
  }
  for (int i = 0; abi < 6 && i < COUNT(signals); i++) {
    emit(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)signals[i], 0, 5);
    load_argument(0);
    emit(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 2, 0);
    emit(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
    answer(REFUSE);
    load_number();
  }
  refuse_if_argument(__NR_fcntl, 1, owner_commands, COUNT(owner_commands));
  refuse_if_argument(__NR_ioctl, 1, owner_requests, COUNT(owner_requests));
  answer(SECCOMP_RET_ALLOW);
  struct sock_fprog filter = {length, program};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) fail("seccomp");
}

#endif

/* ---- what was open before ---- */

/*
 * Sockets of the parent end here: its standard input, by which the server commands it, is one. What the process says outside R goes
 * to the job's own log instead of the engine's. Pipes and packages' files stay.
 */
static void close_what_is_not_its_own(const char *own) {
  DIR *numbers = opendir("/proc/self/fd");
  if (numbers == NULL) fail("/proc/self/fd");
  struct dirent *entry;
  while ((entry = readdir(numbers)) != NULL) {
    int number = atoi(entry->d_name);
    struct stat found;
    if (number > 2 && fstat(number, &found) == 0 && S_ISSOCK(found.st_mode)) close(number);
  }
  closedir(numbers);
  int nothing = open("/dev/null", O_RDONLY);
  if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) fail("/dev/null");
  if (nothing > 2) close(nothing);
  int folder = open(own, O_PATH | O_DIRECTORY | O_CLOEXEC);
  int words = folder < 0 ? -1 : openat(folder, "log.txt", O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0660);
  if (words < 0 || dup2(words, STDERR_FILENO) < 0) fail(own);
  close(folder);
  if (words > 2) close(words);
}

/* Processes are counted by user: a job that starts many takes from the parent's and the neighbours' share, so it gets a smaller one. */
static void leave_processes_to_others(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NPROC, &limit) != 0) fail("processes");
  /* Where the server has the same user the engine has set no limit of its own. */
  if (limit.rlim_max > MOST_PROCESSES) return;
  limit.rlim_cur = limit.rlim_max = limit.rlim_max / 4;
  if (setrlimit(RLIMIT_NPROC, &limit) != 0) fail("processes");
}

/* ---- for R ---- */

/* c(landlock = ABI or 0, seccomp = 0 or 1) */
SEXP confinement_abilities(void) {
  SEXP answer = PROTECT(Rf_allocVector(INTSXP, 2));
  INTEGER(answer)[0] = landlock_abi();
  INTEGER(answer)[1] = has_seccomp();
  UNPROTECT(1);
  return answer;
}

/* For the parent, inherited by its children until they run another program: closes memory and open files to processes of the same user. */
SEXP confinement_prepare(void) {
  if (prctl(PR_SET_DUMPABLE, 0) != 0) fail("dumpable");
  /* R would save its workspace and quit. Forks of a job's own take it again. */
  signal(SIGUSR1, SIG_IGN);
  return R_NilValue;
}

/*
 * own: the job's folder; writable: the folder to write below, own or one that holds it; readable, devices: paths; abilities: those of
 * confinement_abilities() to use, less for a test.
 */
SEXP confine(SEXP own, SEXP writable, SEXP readable, SEXP devices, SEXP abilities) {
  int abi = INTEGER(abilities)[0];
  close_what_is_not_its_own(CHAR(STRING_ELT(own, 0)));
  leave_processes_to_others();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("no_new_privs");
  if (abi > 0) restrict_files(CHAR(STRING_ELT(writable, 0)), readable, devices, abi);
#ifdef ARCHITECTURE
  if (INTEGER(abilities)[1]) filter_calls(abi);
#endif
  return R_NilValue;
}

static const R_CallMethodDef methods[] = {
    {"confinement_abilities", (DL_FUNC)&confinement_abilities, 0},
    {"confinement_prepare", (DL_FUNC)&confinement_prepare, 0},
    {"confine", (DL_FUNC)&confine, 5},
    {NULL, NULL, 0},
};

void R_init_confine(DllInfo *info) {
  R_registerRoutines(info, NULL, methods, NULL, NULL);
  R_useDynamicSymbols(info, FALSE);
}
