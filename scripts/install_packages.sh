#!/usr/bin/env bash
# Installs the packages of packages.txt that this Debian machine lacks; says nothing when it lacks none.
# Usage: scripts/install_packages.sh [--dry-run] [--file packages.txt]
set -euo pipefail

file="$(dirname "$0")/../packages.txt"
dry_run=no
while [ $# -gt 0 ]; do
  case "$1" in
    --dry-run) dry_run=yes ;;
    --file) file="$2"; shift ;;
    *) echo "install_packages.sh: unknown option '$1'" >&2; exit 2 ;;
  esac
  shift
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "packages: this is not a Debian system; see packages.txt for what has to be installed" >&2
  exit 0
fi

wanted=$(sed 's/#.*//' "$file" | while read -r name command; do
  command=${command//[()]/}
  [ -z "$name" ] || { [ -n "$command" ] && command -v "$command" >/dev/null; } || echo "$name"
done | sort -u)
installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort -u)
missing=$(comm -23 <(echo "$wanted") <(echo "$installed") | tr '\n' ' ')
missing=${missing% }
[ -n "$missing" ] || exit 0

install="apt-get install -y --no-install-recommends $missing"
if [ "$dry_run" = yes ]; then
  echo "$install"
  exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "packages: these are missing: $missing" >&2
  echo "packages: run as root:  $install" >&2
  exit 1
fi

echo "packages: installing $missing"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq || echo "packages: the package lists could not be refreshed; trying with those at hand" >&2
# shellcheck disable=SC2086
$install -qq -o DPkg::Lock::Timeout=300 >/dev/null || { echo "packages: apt-get failed; the command was: $install" >&2; exit 1; }
