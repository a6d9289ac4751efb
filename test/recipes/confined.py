"""Executes a program that may only make the listed system calls; any other kills it."""

import os
import sys

import seccomp

calls, *command = sys.argv[1:]
allowed = seccomp.SyscallFilter(defaction=seccomp.KILL_PROCESS)
for call in calls.split(","):
    # Skips calls that this architecture or libseccomp does not have.
    if seccomp.resolve_syscall(seccomp.Arch(), call) >= 0:
        allowed.add_rule(seccomp.ALLOW, call)
allowed.load()
os.execv(command[0], command)
