#!/usr/bin/env bash
# Builds both clients from the OpenAPI document of this source tree, as they would be published, into clients/dist. Needs
# npm, a Python >= 3.11 with venv, and the registries of both.
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

venv=${CLIENTS_VENV:-${TMPDIR:-/tmp}/fooddata-clients-$(sha256sum python/requirements-build.txt | cut -c1-12)}
if [ ! -x "$venv/bin/openapi-python-client" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement python/requirements-build.txt
fi
cp ../LICENSE python/LICENSE
(
  cd python
  "$venv/bin/openapi-python-client" generate --path ../openapi.json --config generator.yml \
    --output-path src/fooddata_client/generated --meta none --overwrite
  "$venv/bin/python" derive_sync.py
  "$venv/bin/python" -m build --no-isolation --outdir "$dist" >/dev/null
)
