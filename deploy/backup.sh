#!/bin/sh
# Backs up the running server to a folder, verifies the backup, sends it to another machine and looks for damage on the server.
# SANDBOX_URL and SANDBOX_ADMIN_KEY, a key of kind backup, are in the environment.
set -u
folder=${1:?the folder of the backup is missing}

dam-sandbox backup create "$folder" --keep "${KEEP_BACKUPS:-14}"
code=$?
# 3: some parts are damaged on the server; all others are in the backup.
[ "$code" = 0 ] || [ "$code" = 3 ] || exit "$code"

dam-sandbox backup verify "$folder" || exit

# Encrypted, with generations of its own. RESTIC_PASSWORD_FILE is its password. To use rclone instead, replace both commands with
# rclone sync "$folder" "$RCLONE_REMOTE" with a remote of type crypt.
if [ -n "${RESTIC_REPOSITORY:-}" ]; then
  restic backup --quiet "$folder" || exit
  # Of this folder and machine only: others may use the repository.
  restic forget --quiet --prune --path "$folder" --host "$(hostname)" --keep-daily 14 --keep-weekly 8 --keep-monthly 12 || exit
fi

dam-sandbox doctor --deep || code=$?
exit "$code"
