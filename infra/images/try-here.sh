#!/usr/bin/env bash
# Starts the images that build-here.sh made as a container engine would, where none can run (no cgroups of one's own):
# the image's files as a read-only root, its user without any capability, its command, its health check. Needs root and
# DATABASE_URL; ends with 0 when both were healthy and ended in order on SIGTERM.
#
# try-here.sh [TAG]
set -euo pipefail
tag=${1:-here}
: "${DATABASE_URL:?the database to run against}"
export ENCRYPTION_KEY=${ENCRYPTION_KEY:-$(openssl rand -base64 32)}
settings=(DATABASE_URL ENCRYPTION_KEY PUBLIC_ORIGIN RECEIVER_ORIGIN PORT RECEIVER_PORT OPERATOR_PORT EXECUTOR_PORT
  EXECUTOR_OPERATOR_PORT RATE_SOURCES)

# inside IMAGE COMMAND...: runs the command in the image. An environment of the image's ENV and our settings.
inside() {
  local container root env=() name
  container=knockwire-try-$1
  buildah inspect "$container" >/dev/null 2>&1 || buildah from --name "$container" "localhost/knockwire-$1:$tag" >/dev/null
  root=$(buildah mount "$container")
  mapfile -t env < <(buildah inspect --format '{{range .OCIv1.Config.Env}}{{println .}}{{end}}' "$container" | sed '/^$/d')
  for name in "${settings[@]}"; do [ -n "${!name:-}" ] && env+=("$name=${!name}"); done
  shift
  exec unshare --mount --propagation private bash -c '
    root=$1; shift
    mount --bind "$root" "$root" && mount -o remount,bind,ro "$root"
    mount -t proc proc "$root/proc" && mount -t tmpfs tmpfs "$root/tmp" && mount --rbind /dev "$root/dev"
    mount --bind -o ro /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
    exec chroot "$root" /usr/bin/setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs \
      --bounding-set=-all --inh-caps=-all /usr/bin/env -i --chdir=/app "$@"' -- "$root" "${env[@]}" "$@"
}

command_of() { buildah inspect --type image --format "{{range .Docker.Config.$2}}{{println .}}{{end}}" "localhost/knockwire-$1:$tag" | sed '/^$/d'; }

remove() { buildah rm knockwire-try-api knockwire-try-executor >/dev/null 2>&1 || true; }
remove
(inside api node apps/api/dist/migrate.js)
echo 'migrated'
(inside api node -e '
  const { writeFileSync } = require("node:fs")
  let code; try { writeFileSync("/app/written", "") } catch (error) { code = error.code }
  if (process.getuid() !== 10001 || code !== "EROFS") process.exit(1)')
echo 'user 10001 on a read-only root'
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true' EXIT
started=$(date +%s%N)
for app in api executor; do
  mapfile -t command < <(command_of "$app" Cmd)
  (inside "$app" "${command[@]}") &
  pids+=($!)
done
for app in api executor; do
  mapfile -t health < <(buildah inspect --type image --format '{{range .Docker.Config.Healthcheck.Test}}{{println .}}{{end}}' "localhost/knockwire-$app:$tag" | sed '/^$/d')
  healthy=
  for try in $(seq 1 60); do
    if (inside "$app" "${health[@]:1}"); then healthy=1; break; fi
    sleep 0.5
  done
  [ -n "$healthy" ] || { echo "the $app is not healthy"; exit 1; }
  echo "the $app is healthy after $(( ($(date +%s%N) - started) / 1000000 )) ms"
done
kill "${pids[@]}"
for pid in "${pids[@]}"; do wait "$pid"; done
trap - EXIT
remove
echo 'both ended in order'
