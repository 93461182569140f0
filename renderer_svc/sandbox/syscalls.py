"""The system calls that no script needs, by name, with their numbers on the architectures we know."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Architecture:
    """One machine type: what the kernel calls it and which numbers the filter needs."""

    audit: int  #: AUDIT_ARCH_* of linux/audit.h
    numbers: dict[str, int]
    direct: int  #: O_DIRECT of fcntl.h
    has_x32: bool = False  #: a second ABI of the same audit value, told by bit 30 of the number


#: The newest call that we have looked at (of Linux 6.18). Later ones do not exist for a script: what they may do is not
#: known here.
NEWEST: Final = 469

#: Refused with EPERM whatever the arguments are: mounts and namespaces, other processes' memory, kernel keys and
#: programs, clocks, devices, memory that no limit sees (such as pages given to a pipe: each keeps 2 MiB alive),
#: flushing the host's disks, watching files that all share, which tells what others draw with, and rules of files, of
#: which the kernel keeps any number.
DENIED: Final = (
    "acct", "add_key", "adjtimex", "bpf", "chroot", "clock_adjtime", "clock_settime", "delete_module",
    "fanotify_init", "finit_module", "fsconfig", "fsmount", "fsopen", "fspick", "init_module",
    "inotify_add_watch", "inotify_init1", "io_setup",
    "io_uring_enter", "io_uring_register", "io_uring_setup", "kcmp", "kexec_file_load", "kexec_load",
    "keyctl", "landlock_add_rule", "landlock_create_ruleset", "landlock_restrict_self", "lookup_dcookie",
    "map_shadow_stack", "mbind", "memfd_create", "memfd_secret", "migrate_pages", "mknodat", "mount",
    "mount_setattr", "move_mount", "move_pages", "mq_open", "msgget", "name_to_handle_at", "nfsservctl",
    "open_by_handle_at", "open_tree", "open_tree_attr", "perf_event_open", "personality", "pidfd_getfd", "pivot_root",
    "process_madvise", "process_vm_readv", "process_vm_writev", "ptrace", "quotactl", "quotactl_fd", "reboot",
    "request_key", "semget", "setdomainname", "sethostname", "setns", "settimeofday", "shmget", "swapoff", "swapon",
    "sync", "syncfs", "syslog", "umount2", "unshare", "userfaultfd", "vhangup", "vmsplice",
    # only where they exist:
    "inotify_init", "ioperm", "iopl", "mknod", "modify_ldt", "uselib", "ustat",
)  # fmt: skip

#: Answered as if done, because for a script there is nothing to do: its work folder is memory, but a file of the host
#: sends a flush to the host's disk at each call, and what the advice lets go of all others read again.
FOR_SHOW: Final = ("fadvise64", "fdatasync", "fsync")

#: Answered as by a file system that has none. Threat: an access list of 64 KB for each file, 1.4 GB in all, is memory
#: that neither the work folder's limit nor a control group counts.
ATTRIBUTES: Final = ("fsetxattr", "lsetxattr", "setxattr", "setxattrat")

# Since Linux 5.1 all architectures number new calls alike.
_SHARED: Final = {
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428, "move_mount": 429,
    "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433, "clone3": 435, "openat2": 437, "pidfd_getfd": 438,
    "process_madvise": 440, "mount_setattr": 442, "quotactl_fd": 443, "landlock_create_ruleset": 444,
    "landlock_add_rule": 445, "landlock_restrict_self": 446, "memfd_secret": 447, "fchmodat2": 452,
    "map_shadow_stack": 453, "setxattrat": 463, "open_tree_attr": 467,
}  # fmt: skip

_X86_64: Final = {
    "open": 2, "mmap": 9, "ioctl": 16, "shmget": 29, "socket": 41, "socketpair": 53, "clone": 56, "semget": 64,
    "msgget": 68, "fcntl": 72, "sync": 162, "inotify_init": 253, "inotify_add_watch": 254, "inotify_init1": 294,
    "syncfs": 306,
    "chmod": 90, "fchmod": 91, "ptrace": 101, "syslog": 103, "mknod": 133, "uselib": 134, "personality": 135,
    "ustat": 136, "vhangup": 153, "modify_ldt": 154, "pivot_root": 155, "prctl": 157, "adjtimex": 159, "chroot": 161,
    "acct": 163, "settimeofday": 164, "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168, "reboot": 169,
    "sethostname": 170, "setdomainname": 171, "iopl": 172, "ioperm": 173, "init_module": 175, "delete_module": 176,
    "quotactl": 179, "nfsservctl": 180, "io_setup": 206, "lookup_dcookie": 212, "clock_settime": 227, "mbind": 237,
    "mq_open": 240, "kexec_load": 246, "add_key": 248, "request_key": 249, "keyctl": 250, "migrate_pages": 256,
    "mknodat": 259, "fchmodat": 268, "unshare": 272, "vmsplice": 278, "move_pages": 279, "perf_event_open": 298,
    "fanotify_init": 300, "prlimit64": 302, "name_to_handle_at": 303, "open_by_handle_at": 304, "clock_adjtime": 305,
    "setns": 308, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "finit_module": 313,
    "memfd_create": 319, "kexec_file_load": 320, "bpf": 321, "userfaultfd": 323, "fsync": 74, "fdatasync": 75,
    "fadvise64": 221, "madvise": 28, "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190, "openat": 257, "preadv2": 327,
}  # fmt: skip

_AARCH64: Final = {
    "fcntl": 25, "inotify_init1": 26, "inotify_add_watch": 27, "sync": 81, "syncfs": 267,
    "io_setup": 0, "lookup_dcookie": 18, "ioctl": 29, "mknodat": 33, "umount2": 39, "mount": 40, "pivot_root": 41,
    "nfsservctl": 42, "chroot": 51, "fchmod": 52, "fchmodat": 53, "vhangup": 58, "quotactl": 60, "vmsplice": 75,
    "acct": 89, "personality": 92, "unshare": 97, "kexec_load": 104, "init_module": 105, "delete_module": 106,
    "clock_settime": 112, "syslog": 116, "ptrace": 117, "reboot": 142, "sethostname": 161, "setdomainname": 162,
    "prctl": 167, "settimeofday": 170, "adjtimex": 171, "mq_open": 180, "msgget": 186, "semget": 190, "shmget": 194,
    "socket": 198, "socketpair": 199, "add_key": 217, "request_key": 218, "keyctl": 219, "clone": 220, "mmap": 222,
    "swapon": 224, "swapoff": 225, "mbind": 235, "migrate_pages": 238, "move_pages": 239, "perf_event_open": 241,
    "prlimit64": 261, "fanotify_init": 262, "name_to_handle_at": 264, "open_by_handle_at": 265, "clock_adjtime": 266,
    "setns": 268, "process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272, "finit_module": 273,
    "memfd_create": 279, "bpf": 280, "userfaultfd": 282, "kexec_file_load": 294, "fsync": 82, "fdatasync": 83,
    "fadvise64": 223, "setxattr": 5, "lsetxattr": 6, "fsetxattr": 7, "openat": 56, "madvise": 233, "preadv2": 286,
}  # fmt: skip

ARCHITECTURES: Final = {
    "x86_64": Architecture(0xC000_003E, {**_X86_64, **_SHARED}, 0o40000, has_x32=True),
    "aarch64": Architecture(0xC000_00B7, {**_AARCH64, **_SHARED}, 0o200000),
}

#: The calls that our own code makes by number. x86_64 is proven by the tests of the sandbox; aarch64 is written after
#: the kernel's headers and has never run.
OWN: Final = {
    "x86_64": {
        "clone": 56, "capset": 126, "pivot_root": 155, "seccomp": 317, "mount_setattr": 442,
        "landlock_create_ruleset": 444, "landlock_add_rule": 445, "landlock_restrict_self": 446,
    },
    "aarch64": {
        "pivot_root": 41, "capset": 91, "clone": 220, "seccomp": 277, "mount_setattr": 442,
        "landlock_create_ruleset": 444, "landlock_add_rule": 445, "landlock_restrict_self": 446,
    },
}  # fmt: skip


class UnknownMachine(Exception):
    """We have no call numbers for this processor; sandboxes do not start here."""


def own_number(name: str, machine: str | None = None) -> int:
    """The number of the call `name` on this processor. Raises `UnknownMachine`: fail closed."""
    processor = os.uname().machine if machine is None else machine
    if processor not in OWN:
        raise UnknownMachine(f"no system call numbers for {processor!r}; sandboxes run on {', '.join(sorted(OWN))}")
    return OWN[processor][name]
