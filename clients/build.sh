#!/usr/bin/env bash
# Builds both clients from the OpenAPI document of this source tree, as they would be published, into clients/dist. Needs
# npm, a Python >= 3.11 with venv, and the registries of both. CLIENTS_VENV says where the tools for Python are.
set -euo pipefail
cd "$(dirname "$0")"
dist=$PWD/dist
rm -rf "$dist" typescript/dist typescript/src/generated python/src/fooddata_client/{generated,_sync}
mkdir "$dist"
node ../bin/node.mjs ../.ci/openapi/write.mjs "$PWD/openapi.json"

cp ../LICENSE typescript/LICENSE
(
  cd typescript
  npm ci --no-audit --no-fund --loglevel=error
  npm pack --silent --pack-destination "$dist"
)

venv=${CLIENTS_VENV:-$PWD/python/.venv} # what builds the Python package, made once
# the list is copied last, so that an installation that broke off is made again
if ! cmp -s python/requirements-build.txt "$venv/requirements-build.txt"; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement python/requirements-build.txt
  cp python/requirements-build.txt "$venv"
fi
cp ../LICENSE python/LICENSE
(
  cd python
  "$venv/bin/openapi-python-client" generate --path ../openapi.json --config generator.yml \
    --custom-template-path templates --output-path src/fooddata_client/generated --meta none --overwrite
  "$venv/bin/python" derive.py
  "$venv/bin/python" -m build --no-isolation --outdir "$dist" >/dev/null
)
