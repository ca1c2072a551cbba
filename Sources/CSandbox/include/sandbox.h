#pragma once

#include <stdint.h>

/// What a worker of a kind may do beyond computing and answering.
enum sandbox_kind {
  /// Nothing: it works on what it is handed.
  SANDBOX_CLOSED = 0,
  /// It may open for reading beneath the folders that are named (Landlock; without it, nothing).
  SANDBOX_READS_FOLDERS = 1,
};

/// The layers that stand, as `Reply.ready` tells them.
enum sandbox_layer {
  SANDBOX_LAYER_SECCOMP = 1,
  SANDBOX_LAYER_LANDLOCK = 2,
  SANDBOX_LAYER_LIMITS = 4,
};

/// Locks the calling process down for ever: dies with the thread that started it, not dumpable,
/// no new privileges, address space limited to `address_space` bytes, 32 descriptors, no core,
/// Landlock where the kernel has it, and a list of system calls; any other call ends the process
/// by SIGSYS. Call it before any thread is started (Landlock binds the calling thread only).
/// Returns the layers, or −errno if one that must stand (limits, seccomp) does not.
int sandbox_lock(enum sandbox_kind kind, uint64_t address_space, const char *const *folders,
                 int folder_count);

/// Only Landlock, for the calling thread and those that it starts: reading beneath `folders` and
/// no other file. Answers 1 if it stands. For libraries that start threads before the lock.
int sandbox_close_folders(const char *const *folders, int folder_count);
