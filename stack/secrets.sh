#!/usr/bin/env bash
# Makes the secrets that docker-compose.cluster.yml mounts, once: what exists is kept, because the volumes depend on it.
set -euo pipefail
folder=$(dirname "$(realpath "${BASH_SOURCE[0]}")")/../secrets
random() { od -An -v -tx1 -N "$1" /dev/urandom | tr -d ' \n'; }

# nobody else on this machine may enter the folder; the files are read by numeric users inside containers
mkdir -p "$folder"
chmod 700 "$folder"
umask 022
if [ ! -s "$folder/key_pepper" ]; then random 32 >"$folder/key_pepper"; fi
if [ ! -s "$folder/postgres_password" ]; then random 24 >"$folder/postgres_password"; fi
echo "postgres://fooddata:$(cat "$folder/postgres_password")@postgres:5432/fooddata" >"$folder/database_url"
echo "secrets are in $(realpath "$folder")"
