#!/bin/bash
# Waits until these processes of the portal are ready, at most five minutes each; without a number, both.
set -euo pipefail
for number in "${@:-1 2}"; do
  for process in $number; do
    for _ in $(seq 300); do
      curl --silent --fail --max-time 5 --output /dev/null "http://127.0.0.1:300$process/readyz" && continue 2
      sleep 1
    done
    echo "Process $process is not ready: journalctl -u portal@$process -n 50" >&2
    exit 1
  done
done
